// What each place gets or gives, in the order the dealer pays: from the server's settlement when it
// is there, until then from the preview.

import { DEALER, sideAt, wagerAt } from "./model.js";
import { movementsOf } from "./movements.js";
import { chipsFor } from "./pieces.js";
import { settle, settleCalled } from "./settling.js";

const SIDES = ["pair_fortunes", "three_card", "four_card"];

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
  const input = settleInput(round, rules, table.jackpot);
  const outcome = said ?? (round.facts.quick ? quickOutcome(round, rules) : settle(input, rules));
  const rows = rules.payingOrder(outcome.seats, round.facts.bank.seat, table.seats).map((seat) => rowFor(seat, outcome.bank, round, table));
  if (outcome.dealer?.outcome) rows.push(dealerRow(outcome.dealer, table));
  if (said && round.correction) addChanges(rows, round.correction.amounts, table);
  // The bank gets what the others leave, or brings what is missing, so its row is the last.
  rows.sort((one, other) => Number(one.outcome === "bank") - Number(other.outcome === "bank"));
  const movements = said?.movements ?? (rules.game === "tiles" ? movementsOf(input, outcome, rules) : []);
  return { rows, outcome, isPreview: !said, movements };
}

/** What a dealer does at a place: the wager's own movement, and each side wager's by itself. */
function rowFor(seat, bank, round, { denominations }) {
  const { net, vigorish, won } = seat.outcome === "bank" ? { ...bank, won: bank.net + bank.vigorish } : seat;
  const sides = SIDES.filter((name) => seat[name]).map((name) => ({ name, stake: sideAt(round, seat.seat, name), jackpot: seat[name].jackpot ?? 0, ...movement(seat[name].net, denominations) }));
  return { ...seat, place: String(seat.seat), wager: wagerAt(round, seat.seat), amount: net, won, vigorish, main: movement(net, denominations), sides, players: playersAt(seat, bank, round) };
}

/** What the players of a box win or lose of it; of a shared bank by what each brought. */
function playersAt({ seat, net }, bank, { facts, settlement }) {
  const { shares } = facts.bank;
  if (seat === facts.bank.seat) return bank.shares ?? (shares ? inProportion(bank.net, shares) : []);
  if (settlement?.players) return settlement.players.filter((each) => each.seat === seat);
  return inProportion(net, facts.wagers.filter((wager) => wager.seat === seat));
}

/** Odd cents go, one each, to the first named. */
function inProportion(amount, parts) {
  const whole = parts.reduce((sum, { cents }) => sum + cents, 0);
  const found = parts.map(({ cents }) => Math.floor((Math.abs(amount) * cents) / whole));
  const odd = Math.abs(amount) - found.reduce((sum, part) => sum + part, 0);
  return parts.map(({ player }, index) => ({ player, net: Math.sign(amount) * (found[index] + Number(index < odd)) }));
}

/** What a correction leaves to move at each place, also where a wager is no longer one. */
function addChanges(rows, amounts, { denominations }) {
  for (const place of Object.keys(amounts).filter((each) => !rows.some((row) => row.place === each))) {
    rows.push({ place, outcome: "void", amount: 0, total: 0, vigorish: 0, wager: 0, main: movement(0, denominations), sides: [], players: [] });
  }
  for (const row of rows) {
    const { then, now } = amounts[row.place];
    row.change = { then, now, cents: now - then, ...chipsFor(Math.abs(now - then), denominations) };
  }
}

function movement(cents, denominations) {
  return { cents, ...(cents > 0 ? chipsFor(cents, denominations) : { counts: [], rest: 0 }) };
}

function dealerRow({ outcome, net }, { denominations }) {
  return { place: DEALER, outcome, amount: net, total: net, vigorish: 0, wager: Math.abs(net), main: movement(net, denominations), sides: [], players: [] };
}

function quickOutcome(round, rules) {
  const given = new Map(round.facts.quick.outcomes.map(({ seat, outcome }) => [seat, outcome]));
  return settleCalled(settleInput(round, rules), given, rules);
}
