// What a place at the table is called.

/** @import { State } from "./types.d.ts" */

import { DEALER } from "../rules/round.js";
import { word } from "./words.js";

/** A seat or box by its number; nobody's is the house's, or the dealer's while a player banks. */
export function seatName({ round, rules }, seat) {
  if (seat === DEALER || seat === null) return word(round?.facts.bank.seat === null ? "house" : "dealer");
  return word(rules?.seatWord === "box" ? "box_n" : "seat_n", { n: seat });
}

/** A line of a house way as its document has it: New Zealand's is an appendix that counts from 1 again. */
export function lineName(rule) {
  return rule.replace(/^NZ (?=\d)/, "NZ Appendix 4, ");
}

/**
 * The paragraph of the table's own document behind something on the screen; nothing where it is silent.
 * @param {State} state
 * @param {string} subject
 */
export function cited({ rules }, subject) {
  return rules?.tables.cites[subject] ?? "";
}

/**
 * A place of the round by name, and that it banks where it does.
 * @param {State} state
 */
export function placeName(state, place) {
  if (place === DEALER) return word("dealer");
  const name = seatName(state, Number(place));
  return state.round?.facts.bank.seat === Number(place) ? word("bank_at", { seat: name }) : name;
}

/**
 * A position of the delivery: a seat, the dealer, the dead hand.
 * @param {State} state
 */
export function positionName(state, position) {
  const seat = Number(position.split("-")[1]);
  return Number.isNaN(seat) ? word(position.replace("-", "_")) : seatName(state, seat);
}
