// Who banked before, oldest first, as far as the offers of the bank depend on it. A tablet without
// the network goes on from what the server last said and from the rounds that it has settled since.

/** @import { Draft, Past, Round, Turn } from "./types.d.ts" */

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
  const wagered = [...new Set(round.facts.wagers.map(({ seat }) => seat))];
  return [...before, { seat: round.facts.bank.seat, wagered }];
}
