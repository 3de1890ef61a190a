// A round as it was entered, in the form of the core's `settle` command.

/** @import { DealerGiven, Given, Round, Rules, SettleInput } from "./types.d.ts" */

import { DEALER, SIDE_WAGERS, sideAt, wagerAt } from "./round.js";
import { settleCalled } from "./settling.js";

/**
 * The round in the form of the core's `settle` command.
 * @param {Round} round
 * @param {Rules} rules
 * @param {number} [jackpot]
 * @returns {SettleInput}
 */
export function settleInput(round, rules, jackpot = 0) {
  const { facts } = round;
  const pieces = rules.game;
  const { kind, seat } = facts.bank;
  const seats = [...new Set([...facts.wagers.map((wager) => wager.seat), ...(seat === null ? [] : [seat])])].sort(
    (one, other) => one - other,
  );
  return {
    options: { ...rules.options, jackpot },
    bank: seat === null ? { kind: "house" } : { kind, seat, stands: facts.stands },
    dealer: dealersPart(round, pieces),
    community: facts.community || null,
    seats: seats.map((number) => seatInput(round, number, pieces)),
  };
}

/**
 * The dealer's hand and own wager; where only outcomes were called there is a wager without a hand.
 * @param {Round} round
 * @param {"tiles" | "cards"} pieces
 * @returns {DealerGiven | null}
 */
function dealersPart({ facts: { hands, dealer_wager: wager } }, pieces) {
  const hand = hands[DEALER];
  if (!hand) return wager ? { wager } : null;
  return { [pieces]: hand.held, high: hand.high, wager: wager ?? 0 };
}

/**
 * @param {Round} round
 * @param {number} seat
 * @param {"tiles" | "cards"} pieces
 * @returns {Given}
 */
function seatInput(round, seat, pieces) {
  const hand = round.facts.hands[seat];
  const sides = SIDE_WAGERS.map((name) => [name, sideAt(round, seat, name)]).filter(([, cents]) => cents);
  return {
    seat,
    wager: seat === round.facts.bank.seat ? 0 : wagerAt(round, seat),
    [pieces]: hand?.held,
    high: hand?.high,
    low: hand?.low,
    state: round.facts.states[seat] ?? "played",
    ...Object.fromEntries(sides),
  };
}

/**
 * Settle a round that was entered by its outcomes only.
 * @param {Round} round
 * @param {Rules} rules
 */
export function quickOutcome(round, rules) {
  const given = new Map((round.facts.quick?.outcomes ?? []).map(({ seat, outcome }) => [seat, outcome]));
  return settleCalled(settleInput(round, rules), given, rules);
}
