// Which question the screen asks: it follows from the round, from what was tapped since, and from the
// game. Pure, so that what a reload shows is what stood there before it.

/** @import { Draft, Round, Rules, Step } from "./types.d.ts" */

import { inSettingOrder } from "./areas.js";
import { isSet, OPEN_STATES, openPlaces } from "./round.js";

/**
 * @param {Round | null} round
 * @param {Draft} draft
 * @param {Rules} rules
 * @returns {Step}
 */
export function stepOf(round, draft, rules) {
  if (!round || round.state === "void") return "idle";
  if (round.isHeld && isPlayed(round, draft)) return "held";
  if (round.state === "betting") return draft.bank ? "bank" : "betting";
  if (round.state === "closed") return rules.game === "tiles" ? "dice" : "deal";
  if (round.state === "settled" && (round.settlement || round.depth === "quick" || isSet(round))) return "result";
  if (draft.isQuick && round.state === "dealt") return "quick";
  if (round.depth !== "quick" && (draft.place !== null || openPlaces(round).length)) return "hands";
  return draft.opensCommunity || rules.needsCommunity(round) ? "community" : "result";
}

/**
 * Whether the round on the screen is being played; a copy of a settled one is not.
 * @param {Round | null} round
 * @param {Draft} draft
 */
export function isPlayed(round, draft) {
  return (!draft.later || draft.later.kind === "repair") && round !== null && OPEN_STATES.includes(round.state);
}

/**
 * Whose hand is being entered; null unless hands are.
 * @param {Round} round
 * @param {Draft} draft
 * @param {Step} step
 * @param {Rules} rules
 */
export function placeNow(round, draft, step, rules) {
  if (step !== "hands") return null;
  return draft.place ?? inSettingOrder(round, openPlaces(round), rules)[0] ?? null;
}
