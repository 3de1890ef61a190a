// What each place gets or gives, in the order the dealer pays: from the server's settlement when it
// is there, until then from the preview.

import { DEALER, sideAt, wagerAt } from "./model.js";
import { chipsFor } from "./pieces.js";
import { settle } from "./settling.js";

/** The round in the form of the core's `settle` command. */
export function settleInput(round, options) {
  const { facts } = round;
  const { kind, seat } = facts.bank;
  const dealer = facts.hands[DEALER];
  const seats = [...new Set([...facts.wagers.map((wager) => wager.seat), ...(seat === null ? [] : [seat])])].sort((one, other) => one - other);
  return {
    options,
    bank: seat === null ? { kind: "house" } : { kind, seat },
    dealer: dealer ? { tiles: dealer.held, high: dealer.high, wager: facts.dealer_wager ?? 0 } : null,
    community: facts.community || null,
    seats: seats.map((number) => seatInput(round, number)),
  };
}

function seatInput(round, seat) {
  const hand = round.facts.hands[seat];
  const sides = ["pair_fortunes", "match_play", "three_card", "four_card"].map((name) => [name, sideAt(round, seat, name)]).filter(([, cents]) => cents);
  return {
    seat,
    wager: seat === round.facts.bank.seat ? 0 : wagerAt(round, seat),
    tiles: hand?.held ?? [],
    high: hand?.high,
    low: hand?.low,
    state: round.facts.states[seat] ?? "played",
    ...Object.fromEntries(sides),
  };
}

/** Rows for the screen, and whether they are the server's word or the preview's. */
export function outcomes(round, rules, table) {
  const said = round.settlement;
  const outcome = said ?? (round.facts.quick ? quickOutcome(round, rules, table) : settle(settleInput(round, table.options), rules));
  const rows = rules.payingOrder(outcome.seats, round.facts.bank.seat, table.seats).map((seat) => rowFor(seat, round, table, said));
  if (outcome.dealer?.outcome) rows.push(dealerRow(outcome.dealer));
  return { rows, outcome, isPreview: !said, movements: said?.movements ?? movementsOf(rows, outcome, round) };
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

function quickOutcome(round, rules, table) {
  const given = new Map(round.facts.quick.outcomes.map(({ seat, outcome }) => [seat, outcome]));
  return rules.settlement.quick(settleInput(round, table.options), given);
}

/** Losers to the centre, winners from it, then the bank: the steps of a player's bank. */
function movementsOf(rows, outcome, round) {
  if (round.facts.bank.seat === null) return [];
  const against = rows.filter((row) => row.outcome !== "bank");
  const steps = [];
  let centre = 0;
  for (const row of against.filter((each) => (each.net ?? each.amount) < 0)) {
    centre -= row.net ?? row.amount;
    steps.push({ step: "collect", place: row.place, cents: -(row.net ?? row.amount), centre });
  }
  for (const row of against.filter((each) => each.won > 0)) {
    const fromCentre = Math.min(centre, row.won);
    centre -= fromCentre;
    if (fromCentre) steps.push({ step: "pay", place: row.place, cents: fromCentre, centre });
    if (row.won > fromCentre) steps.push({ step: "bank_brings", place: row.place, cents: row.won - fromCentre, centre });
    if (row.vigorish) steps.push({ step: "vigorish", place: row.place, cents: row.vigorish, centre });
  }
  if (centre > 0) {
    steps.push({ step: "bank_takes", place: String(round.facts.bank.seat), cents: centre, centre: 0 });
    if (outcome.bank.vigorish) steps.push({ step: "vigorish", place: String(round.facts.bank.seat), cents: outcome.bank.vigorish, centre: 0 });
  }
  return steps;
}
