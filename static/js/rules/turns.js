// Who banked before, oldest first, as far as the offers of the bank depend on it. A tablet without
// the network goes on from what the server last said and from the rounds that it has settled since.

/** @import { Draft, Past, Round, Turn } from "./types.d.ts" */

import { totals } from "./limits.js";

/**
 * Who banked before a round; null where this tablet cannot know it.
 * @param {string} id
 * @param {Past | null | undefined} past
 * @param {Draft} draft
 * @returns {Turn[] | null}
 */
export function turnsBefore(id, past, draft) {
  if (past?.round === id) return past.turns;
  return draft.round === id ? draft.history : null;
}

/**
 * Who banked up to and with the round on the screen; a table that stood vacant begins anew.
 * @param {Round | null} round
 * @param {Past | null | undefined} past
 * @param {Draft} draft
 * @param {number} now
 * @returns {Turn[] | null}
 */
export function turnsNow(round, past, draft, now) {
  if (past && past.round === null && (!round || past.last === round.id)) {
    return past.ends_at && now > Date.parse(past.ends_at) ? [] : past.turns;
  }
  const before = round ? turnsBefore(round.id, past, draft) : null;
  if (!round || !before || round.state !== "settled") return before;
  return [...before, turnOf(round)];
}

/**
 * A settled round as a turn of the bank.
 * @param {Round} round
 * @returns {Turn}
 */
function turnOf({ facts: { bank, wagers } }) {
  const by = totals(wagers);
  return { seat: bank.seat, wagered: [...by.keys()], wagers: Object.fromEntries(by), players: playersOf(bank, wagers) };
}

/**
 * Who wagered or banked on each seat, by marker.
 * @param {Round["facts"]["bank"]} bank
 * @param {Round["facts"]["wagers"]} wagers
 */
function playersOf(bank, wagers) {
  /** @type {Record<string, string[]>} */
  const there = {};
  for (const { seat, player } of wagers) there[seat] = [...new Set([...(there[seat] ?? []), player])];
  if (bank.seat !== null) there[bank.seat] = bank.shares?.map(({ player }) => player) ?? [bank.player ?? ""];
  return there;
}

/**
 * What a seat last wagered against the house: the dealer's wager against its bank follows from it.
 * @param {Turn[] | null} turns
 * @param {number | null} seat
 */
export function lastAgainstHouse(turns, seat) {
  const last = turns?.findLast((turn) => turn.seat === null);
  return (seat !== null && last?.wagers?.[seat]) || 0;
}
