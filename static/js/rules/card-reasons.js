// Why a round of cards ends as it does, in the form of the core's own explanations (its
// rules/three_card_split/explain.py): a code, what it is about, and the paragraph. Which hand is
// higher, what it is called and which line sets it stands in the core's tables; a test compares both.

/** @import { DealerGiven, Given, Hand, Outcome, Params, Reason, SeatRow, SettleInput } from "./types.d.ts" */
/** @import { SideRow } from "./types.d.ts" */
/** @import { CardRules } from "./card-rules.js" */

import { heldBy, rowOf, setHand } from "./settling.js";

/**
 * @typedef {Hand & { isAsSet: boolean }} CardHand
 * @typedef {object} Table
 * @property {SettleInput} input
 * @property {Outcome} outcome
 * @property {CardRules} rules
 * @property {Record<string, string>} cites
 * @property {CardHand} dealer
 */

/** @type {("high" | "low")[]} */
const SIDES = ["high", "low"];

/**
 * Every reason of a round, in the order of the table: the dealer's hand, then the seats.
 * @param {SettleInput} input
 * @param {Outcome} outcome
 * @param {CardRules} rules
 * @returns {Reason[]}
 */
export function cardReasonsOf(input, outcome, rules) {
  const table = { input, outcome, rules, cites: rules.tables.cites, dealer: handOf(input.dealer, rules) };
  const seats = [...input.seats].sort((one, other) => one.seat - other.seat);
  return [
    setting(table, input.dealer, { ...table.dealer, isAsSet: false }, { place: "dealer" }),
    ...seats.flatMap((seat) => seatReasons(table, seat)),
  ];
}

/**
 * High from the highest card down, low, and by which line; a player's hand may be as it was put.
 * @param {Given | DealerGiven | null | undefined} given
 * @param {CardRules} rules
 * @returns {CardHand}
 */
function handOf(given, rules) {
  const { high, low } = setHand(given, rules);
  const sorted = rules
    .keys(heldBy(given))
    .sorted.filter((card) => high.includes(card))
    .reverse();
  return { high: sorted, low, isAsSet: Boolean(given?.high) };
}

/**
 * @param {string} code
 * @param {Params} params
 * @param {string} cite
 * @param {boolean} [reading]
 * @returns {Reason}
 */
function step(code, params, cite, reading = false) {
  return { code, params, cite, reading };
}

/**
 * @param {Table} table
 * @param {Given | DealerGiven | null | undefined} given
 * @param {CardHand} hand
 * @param {Params} about
 * @returns {Reason}
 */
function setting({ rules, cites }, given, { high, low, isAsSet }, about) {
  const cards = heldBy(given);
  const params = { ...about, cards: cards.join(" "), high: high.join(" "), low: low[0] };
  if (isAsSet) return step("cards-as-set", params, cites.setting);
  const { code, rule, reading } = rules.houseWay(cards);
  return step(code, params, rule, reading);
}

/**
 * @param {Table} table
 * @param {Given} given
 * @returns {Reason[]}
 */
function seatReasons(table, given) {
  const { outcome, rules, input, cites } = table;
  const row = rowOf(outcome.seats, given.seat);
  const about = { place: rules.seatWord, seat: row.seat };
  if ((given.state ?? "played") !== "played")
    return [step(`primary-${row.outcome}`, { ...about, wager_cents: given.wager }, cites.void, true)];
  const found = primary(table, given, row, about);
  if (row.three_card)
    found.push(
      compared(table, "three-card", heldBy(input.dealer), heldBy(given), { ...about, wager_cents: given.three_card }),
    );
  if (row.four_card) found.push(...fourCard(table, given, row.four_card, about));
  return found;
}

/**
 * @param {Table} table
 * @param {Given} given
 * @param {SeatRow} row
 * @param {Params} about
 * @returns {Reason[]}
 */
function primary(table, given, row, about) {
  const { rules, cites, dealer } = table;
  const hand = handOf(given, rules);
  const staked = { ...about, wager_cents: given.wager };
  const set = setting(table, given, hand, about);
  if (row.outcome === "foul")
    return [set, step("primary-foul", { ...staked, high: hand.high.join(" "), low: hand.low[0] }, cites.setting)];
  const sides = SIDES.map((side) => compared(table, side, dealer[side], hand[side], { ...about, side }));
  return [set, ...sides, step(`primary-${row.outcome}`, staked, cites.outcome)];
}

/**
 * How two hands compared; of a copy also how many red cards each has.
 * @param {Table} table
 * @param {"high" | "low" | "three-card"} what
 * @param {string[]} bank
 * @param {string[]} player
 * @param {Params} about
 * @returns {Reason}
 */
function compared({ rules, cites }, what, bank, player, about) {
  const table = what === "three-card" ? "three" : what;
  const classes =
    table === "low" ? {} : { player_class: rules.className(table, player), bank_class: rules.className(table, bank) };
  const ending = rules.wins(player, bank) ? "won" : "lost";
  const cite = what === "three-card" ? cites["three-card"] : cites.ranking;
  const params = { ...about, ...classes, player: player.join(" "), bank: bank.join(" ") };
  if (rules.rank(player) !== rules.rank(bank)) return step(`${what}-${ending}`, params, cite);
  return step(
    `${what}-copy-${ending}`,
    { ...params, player_reds: rules.reds(player), bank_reds: rules.reds(bank) },
    cite,
  );
}

/**
 * @param {Table} table
 * @param {Given} given
 * @param {SideRow} side
 * @param {Params} about
 * @returns {Reason[]}
 */
function fourCard({ rules, cites, input }, given, side, about) {
  const { community, options } = input;
  const { pays, winsJackpot } = rules.fourCard(heldBy(given), community ?? "");
  const params = {
    ...about,
    wager_cents: given.four_card,
    won_cents: side.won - (side.jackpot ?? 0),
    cards: heldBy(given).join(" "),
    community,
    bonus_class: side.class,
    pays,
  };
  const found = [step(side.won ? "four-card-pays" : "four-card-loses", params, rules.bonus.cite)];
  if (side.jackpot) found.push(step("jackpot-won", { ...about, jackpot_cents: side.jackpot }, cites.jackpot));
  else if (winsJackpot && options.jackpot)
    found.push(step("jackpot-not-qualified", { ...about, minimum_cents: options.jackpot_minimum ?? 0 }, cites.jackpot));
  return found;
}
