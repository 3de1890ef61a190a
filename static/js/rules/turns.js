// Who banked before, oldest first, as far as the offers of the bank depend on it. A tablet without
// the network goes on from what the server last said and from the rounds that it has settled since.

/** @import { Draft, Past, Played, Round } from "./types.d.ts" */

import { playedBy } from "./people.js";

/**
 * Who banked before a round; null where this tablet cannot know it.
 * @param {string} id
 * @param {Past | null | undefined} past
 * @param {Draft} draft
 * @returns {Played[] | null}
 */
export function turnsBefore(id, past, draft) {
  if (past?.round === id) return past.turns;
  return draft.round === id ? draft.history : null;
}

/**
 * Who played up to and with the round on the screen.
 * @param {Round | null} round
 * @param {Past | null | undefined} past
 * @param {Draft} draft
 * @returns {Played[] | null}
 */
export function turnsNow(round, past, draft) {
  if (past && past.round === null && (!round || past.last === round.id)) {
    return past.turns;
  }
  const before = round ? turnsBefore(round.id, past, draft) : null;
  if (!round || !before || round.state !== "settled") return before;
  return [...before, playedBy(round)];
}
