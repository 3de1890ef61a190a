// What each place gets or gives, in the order the dealer pays: from the server's settlement when it
// is there, until then from the preview.

import { movementsOf } from "../rules/movements.js";
import { DEALER, sideAt, wagerAt } from "../rules/round.js";
import { quickOutcome, settleInput } from "../rules/settle-input.js";
import { inProportion, settle } from "../rules/settling.js";
import { chipsFor } from "./pieces.js";

const GIVEN_UP = ["surrendered", "conceded", "abandoned"];
const SIDES = ["pair_fortunes", "three_card", "four_card"];

/** Rows for the screen, and whether they are the server's word or the preview's. */
export function outcomes(round, rules, table) {
  const said = round.settlement;
  const input = settleInput(round, rules, table.jackpot);
  const outcome = said ?? (round.facts.quick ? quickOutcome(round, rules) : settle(input, rules));
  const rows = rules
    .settlingOrder(outcome.seats, round.facts.bank.seat, table.seats)
    .map((seat) => rowFor(seat, outcome.bank, round, table));
  if (outcome.dealer?.outcome) {
    const row = dealerRow(outcome.dealer, round.facts.dealer_wager, table);
    rows.splice(turnOfDealer(rows, outcome.dealer), 0, row);
  }
  if (said && round.correction) addChanges(rows, round.correction.amounts, table);
  // The bank gets what the others leave, or brings what is missing, so its row is the last.
  rows.sort((one, other) => Number(one.outcome === "bank") - Number(other.outcome === "bank"));
  const movements = said?.movements ?? (rules.game === "tiles" ? movementsOf(input, outcome, rules) : []);
  return { rows, outcome, isPreview: !said, movements };
}

/** The dealer's own wager: lost, it goes to the centre before hands are exposed; won, it is paid last (MD 9 §O-§Q). */
function turnOfDealer(rows, { outcome }) {
  return outcome === "lose" ? rows.filter((row) => GIVEN_UP.includes(row.outcome)).length : rows.length;
}

/** What a dealer does at a place: the wager's own movement, and each side wager's by itself. */
function rowFor(seat, bank, round, { denominations }) {
  const { net, vigorish, won } = seat.outcome === "bank" ? { ...bank, won: bank.net + bank.vigorish } : seat;
  const sides = SIDES.filter((name) => seat[name]).map((name) => ({
    name,
    stake: sideAt(round, seat.seat, name),
    jackpot: seat[name].jackpot ?? 0,
    ...movement(seat[name].net, denominations),
  }));
  return {
    ...seat,
    place: String(seat.seat),
    wager: wagerAt(round, seat.seat),
    coupon: sideAt(round, seat.seat, "match_play"),
    amount: net,
    won,
    vigorish,
    main: movement(net, denominations),
    sides,
    players: playersAt(seat, bank, round).map((each) => ({ ...each, ...movement(each.net, denominations) })),
  };
}

/** What the players of a box win or lose of it; of a shared bank by what each brought. */
function playersAt({ seat, net }, bank, { facts, settlement }) {
  const { shares } = facts.bank;
  if (seat === facts.bank.seat) return bank.shares ?? (shares ? inProportion(bank.net, shares) : []);
  if (settlement?.players) return settlement.players.filter((each) => each.seat === seat);
  return inProportion(
    net,
    facts.wagers.filter((wager) => wager.seat === seat),
  );
}

/** What a correction leaves to move at each place, also where a wager is no longer one. */
function addChanges(rows, amounts, { denominations }) {
  for (const place of Object.keys(amounts).filter((each) => !rows.some((row) => row.place === each))) {
    rows.push({
      place,
      outcome: "void",
      amount: 0,
      total: 0,
      vigorish: 0,
      wager: 0,
      main: movement(0, denominations),
      sides: [],
      players: [],
    });
  }
  for (const row of rows) {
    const { then, now } = amounts[row.place];
    row.change = { then, now, cents: now - then, ...chipsFor(Math.abs(now - then), denominations) };
  }
}

function movement(cents, denominations) {
  return { cents, ...(cents > 0 ? chipsFor(cents, denominations) : { counts: [], rest: 0 }) };
}

function dealerRow({ outcome, net }, wager, { denominations }) {
  return {
    place: DEALER,
    outcome,
    amount: net,
    total: net,
    vigorish: 0,
    wager: wager ?? Math.abs(net),
    main: movement(net, denominations),
    sides: [],
    players: [],
  };
}
