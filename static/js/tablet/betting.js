// What is asked before "no more bets": who wagers how much, whether the limits hold, who is offered
// the bank and whether it covers.

/** @import { State } from "./types.d.ts" */

import { boxesWithoutController } from "../rules/areas.js";
import { bankShort as shortOf } from "../rules/cover.js";
import { faultTogether, faultsOf as limitFaults } from "../rules/limits.js";
import { controllerOf, lastAgainstHouse, offersAfter } from "../rules/people.js";
import { asOffered, carriedFrom, isOccupied, playersAt } from "../rules/round.js";
import { turnsBefore, turnsNow } from "../rules/turns.js";
import { isAccepted } from "./due-limits.js";
import { cited, seatName } from "./names.js";
import { money, word } from "./words.js";

/** Wagers as recorded, with those that are tapped and not yet sent on top. */
export function wagersShown({ round, draft }) {
  const pending = Object.values(draft.wagers);
  const others = round.facts.wagers.filter((wager) => !pending.some((tapped) => isSame(tapped, wager)));
  return [...others, ...pending.filter(hasChips)];
}

function hasChips({ seat, player, ...amounts }) {
  return Object.values(amounts).some(Boolean);
}

export function isSame(one, other) {
  return one.seat === other.seat && one.player === other.player;
}

/**
 * What stands on a seat against the bank, with what was just tapped.
 * @param {State} state
 */
export function wagerShown(state, seat) {
  const wagers = state.step === "betting" ? wagersShown(state) : state.round.facts.wagers;
  return wagers.filter((wager) => wager.seat === seat).reduce((sum, wager) => sum + wager.cents, 0);
}

/**
 * What stands on a seat as one kind of side wager, with what was just tapped.
 * @param {State} state
 */
export function sideShown(state, seat, kind) {
  const wagers = state.step === "betting" ? wagersShown(state) : state.round.facts.wagers;
  return wagers.filter((wager) => wager.seat === seat).reduce((sum, wager) => sum + (wager[kind] ?? 0), 0);
}

/** @param {State} state */
export function totalWagered(state) {
  return state.seats.reduce((sum, seat) => sum + wagerShown(state, seat), 0);
}

/** Markers of who plays at a seat, also before the round. */
export function markersAt({ round, sheet }, seat) {
  if (round) return playersAt(round, seat);
  return (sheet.seated?.[seat] ?? []).map(({ player }) => player);
}

/** Why a wager may not stand as it is, as sentences; `part` is what could stand. */
export function faultsOf({ round, rules, sheet, draft }, wager) {
  if (isAccepted({ draft }, wager)) return [];
  return limitFaults(wager, round.facts.bank, rules, sheet.table).map(({ code, amounts, part }) => {
    return { code, text: word(code, inMoney(amounts)), part };
  });
}

function inMoney(amounts = {}) {
  return Object.fromEntries(Object.entries(amounts).map(([name, cents]) => [name, money(cents)]));
}

/**
 * The first wager that may not stand, in words; empty when all may.
 * @param {State} state
 */
export function wagerTrouble(state) {
  for (const wager of wagersShown(state)) {
    const [fault] = faultsOf(state, wager);
    if (fault) return `${seatName(state, wager.seat)}: ${fault.text}`;
  }
  const facts = { ...state.round.facts, wagers: wagersShown(state) };
  const fault = faultTogether(facts, state.rules, state.sheet.table, state.seats);
  if (!fault || wagersShown(state).some((wager) => wager.seat === fault.seat && isAccepted(state, wager))) return "";
  return `${seatName(state, fault.seat)}: ${word(fault.code, { ...inMoney(fault.amounts), player: fault.player })}`;
}

/**
 * Why "no more bets" cannot be called yet; empty when it can.
 * @param {State} state
 */
export function whyNotClose(state) {
  const trouble = wagerTrouble(state);
  if (trouble) return trouble;
  if (!totalWagered(state)) return word("no_wagers_yet");
  const [unclear] = boxesWithoutController({ ...state.round.facts, wagers: wagersShown(state) });
  if (unclear !== undefined) {
    return `${seatName(state, unclear)}: ${word("controller_unknown")} (${cited(state, "controls-box")})`;
  }
  const short = bankShort(state);
  if (short) return shortWords(state, short);
  return isBankOpen(state) && !state.training ? word("bank_first") : "";
}

/**
 * A bank that was taken and no longer covers what has been wagered since.
 * @param {State} state
 */
export function bankShort(state) {
  return shortOf({ ...state.round.facts, wagers: wagersShown(state) });
}

/** @param {State} state */
export function shortWords(state, { seat, funds, needed }) {
  return word("bank_short", { seat: seatName(state, seat), funds: money(funds), needed: money(needed) });
}

/**
 * The round as its bank is handed round, also once more: nobody holds it, and what is tapped lies there.
 * @param {State} state
 */
export function offeredRound(state) {
  return { ...state.round, facts: asOffered({ ...state.round.facts, wagers: wagersShown(state) }) };
}

/**
 * Whom the bank is offered to: the server's word where it knows everything that was tapped, else the tables' own, which
 * say the same; where neither is known, whoever is there.
 * @param {State} state
 */
export function offersOf(state) {
  const { round, sheet, training, rules, draft } = state;
  const isServers = !training && sheet.offers.round === round.id;
  const { facts } = offeredRound(state);
  const turns = training ? null : turnsBefore(round.id, sheet.offers.past, draft);
  const canSay = turns && rules.tables.bank;
  const isAsOffered = round.facts.bank.seat === null && !Object.keys(draft.wagers).length;
  const hasAll = isAsOffered && sheet.offers.version === round.version;
  if (isServers && (hasAll || !canSay)) return { ...sheet.offers, isKnown: true };
  const off = sheet.table.boxes_off ?? [];
  const seats = state.seats.filter((seat) => isOccupied({ ...round, facts }, seat));
  if (!canSay) return { order: seats.filter((seat) => !off.includes(seat)), refused: [], isKnown: training };
  return { ...offersAfter(rules, facts, seats, turns, off), isKnown: true, isOwn: true };
}

/**
 * Whether somebody is still to be asked; without network nobody knows, so somebody is.
 * @param {State} state
 */
export function isBankOpen(state) {
  if (
    (state.draft.later && state.draft.later.kind !== "repair") ||
    !state.rules.hasBank ||
    state.round.facts.bank.is_decided
  )
    return false;
  const { order, isKnown } = offersOf(state);
  return order.length > 0 || !isKnown;
}

/**
 * Who banked up to and with the round on the screen.
 * @param {State} state
 */
export function historyNow(state) {
  return turnsNow(state.round, state.sheet.offers.past, state.draft);
}

/** What whoever takes the bank at a seat last wagered against the house. */
export function lastBefore({ round, sheet, draft }, seat) {
  const player = controllerOf(round.facts, seat);
  return lastAgainstHouse(turnsBefore(round.id, sheet.offers.past, draft), { seat, player });
}

/** What the next round takes over: the server's word where it knows the round, else what stands on the screen. */
export function carriedNow({ round, sheet }) {
  const last = sheet.last_round;
  const off = sheet.table.boxes_off ?? [];
  const isOn = ({ seat }) => !off.includes(seat);
  if (!round || (round.state === "settled" && last?.id === round.id && last.carried)) {
    return carriedFrom({ seats: round?.facts.seats ?? sheet.seated ?? {}, wagers: lastWagered(sheet) });
  }
  const carried = carriedFrom(round.facts);
  return { ...carried, wagers: carried.wagers.filter(isOn) };
}

/** @param {State} state */
export function carriedWagers(state) {
  return carriedNow(state).wagers.filter((wager) => wager.cents);
}

/** What stood on a seat in the last round; coupons are used up. */
export function lastWagers({ sheet }, seat) {
  return carriedFrom({ seats: {}, wagers: lastWagered(sheet) }).wagers.filter((wager) => wager.seat === seat);
}

/** @param {State} state */
export function lastWager(state, seat) {
  return lastWagers(state, seat).reduce((sum, wager) => sum + wager.cents, 0);
}

function lastWagered({ last_round: last }) {
  return last?.carried ?? last?.wagers ?? [];
}
