// What each place gets or gives, in the order the dealer pays: from the server's settlement when it
// is there, until then from the preview.

import { DEALER, sideAt, wagerAt } from "./model.js";
import { chipsFor } from "./pieces.js";
import { settle, settleCalled } from "./settling.js";

/** The round in the form of the core's `settle` command. */
export function settleInput(round, rules, jackpot = 0) {
  const { facts } = round;
  const pieces = rules.game;
  const { kind, seat } = facts.bank;
  const dealer = facts.hands[DEALER];
  const seats = [...new Set([...facts.wagers.map((wager) => wager.seat), ...(seat === null ? [] : [seat])])].sort((one, other) => one - other);
  return {
    options: { ...rules.options, jackpot },
    bank: seat === null ? { kind: "house" } : { kind, seat },
    dealer: dealer ? { [pieces]: dealer.held, high: dealer.high, wager: facts.dealer_wager ?? 0 } : null,
    community: facts.community || null,
    seats: seats.map((number) => seatInput(round, number, pieces)),
  };
}

function seatInput(round, seat, pieces) {
  const hand = round.facts.hands[seat];
  const sides = ["pair_fortunes", "match_play", "three_card", "four_card"].map((name) => [name, sideAt(round, seat, name)]).filter(([, cents]) => cents);
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

/** Rows for the screen, and whether they are the server's word or the preview's. */
export function outcomes(round, rules, table) {
  const said = round.settlement;
  const outcome = said ?? (round.facts.quick ? quickOutcome(round, rules) : settle(settleInput(round, rules, table.jackpot), rules));
  const rows = rules.payingOrder(outcome.seats, round.facts.bank.seat, table.seats).map((seat) => rowFor(seat, round, table, said));
  if (outcome.dealer?.outcome) rows.push(dealerRow(outcome.dealer));
  return { rows, outcome, isPreview: !said, movements: said?.movements ?? movementsOf(rows, outcome) };
}

function rowFor(seat, round, table, said) {
  const wager = wagerAt(round, seat.seat);
  const pay = Math.max(0, seat.total);
  const { counts: chips, rest } = chipsFor(pay, table.denominations);
  return { ...seat, place: String(seat.seat), wager, amount: seat.outcome === "bank" ? 0 : seat.total, pay, chips, rest };
}

function dealerRow({ outcome, net }) {
  return { place: DEALER, outcome, amount: net, total: net, won: Math.max(0, net), vigorish: 0, pay: 0, chips: [], wager: Math.abs(net) };
}

function quickOutcome(round, rules) {
  const given = new Map(round.facts.quick.outcomes.map(({ seat, outcome }) => [seat, outcome]));
  return settleCalled(settleInput(round, rules), given, rules);
}

/** Losers to the centre, winners from it, then the bank: the steps of a player's bank. */
function movementsOf(rows, { bank, dealer }) {
  if (bank.kind === "house") return [];
  const at = ({ seat }) => `seat-${seat}`;
  const lost = rows.filter((row) => row.seat && row.outcome !== "bank" && row.net < 0);
  const won = rows.filter((row) => row.seat && row.won > 0);
  const left = lost.reduce((sum, row) => sum - row.net, 0) - won.reduce((sum, row) => sum + row.won, 0) - dealer.net;
  const share = bank.net + bank.vigorish;
  const moves = [
    ...lost.map((row) => ({ from: at(row), to: "centre", cents: -row.net, reason: "lose" })),
    { from: "inventory", to: "centre", cents: -dealer.net, reason: "dealer-loses" },
    { from: "bank", to: "centre", cents: -Math.min(0, share), reason: "bank-brings" },
    { from: "inventory", to: "centre", cents: left < 0 ? share - left : 0, reason: "house-brings" },
    ...won.flatMap((row) => [
      { from: "centre", to: at(row), cents: row.won, reason: "win" },
      { from: at(row), to: "inventory", cents: row.vigorish, reason: "vigorish" },
    ]),
    { from: "centre", to: "inventory", cents: dealer.net, reason: "dealer-wins" },
    { from: "centre", to: "inventory", cents: left > 0 ? left - share : 0, reason: "house-half" },
    { from: "centre", to: "inventory", cents: bank.vigorish, reason: "bank-vigorish" },
    { from: "centre", to: "bank", cents: Math.max(0, bank.net), reason: "bank-receives" },
  ];
  return moves.filter(({ cents }) => cents > 0);
}
