// What a bank must cover, and whether it still does.

/** @import { Answer, Facts } from "./types.d.ts" */

import { controllerOf, wagersOfOthers } from "./people.js";

/**
 * What the bank has shown and what it must cover now; null while it covers.
 * @param {Pick<Facts, "bank" | "seats" | "wagers">} facts
 */
export function bankShort({ bank: { seat, answers }, ...facts }) {
  const taken = answers.at(-1);
  const funds = taken && shownBy(taken);
  if (seat === null || !taken || !funds) return null;
  const needed = coverNeeded(facts, taken);
  return funds < needed ? { seat, funds, needed } : null;
}

/**
 * What lies there for the bank, counted or by the dealer's word; null while neither is known.
 * @param {Answer} answer
 * @returns {number | null}
 */
export function shownBy({ funds_cents: counted, word_cents: word }) {
  return counted ?? word ?? null;
}

/**
 * An answer with what the dealer's word is given for: the wagers as they stand now, and no more.
 * @param {Answer} answer
 * @param {Pick<Facts, "seats" | "wagers">} facts
 * @returns {Answer}
 */
export function byWord({ covers_all: isWord, ...answer }, facts) {
  return isWord && answer.answer !== "pass" ? { ...answer, word_cents: coverNeeded(facts, answer) } : answer;
}

/**
 * What a bank must show to cover the wagers of the others; a co-bank covers half.
 * @param {Pick<Facts, "seats" | "wagers">} facts
 * @param {Pick<Answer, "seat" | "answer" | "shares">} taken
 */
export function coverNeeded({ seats, wagers }, { seat, answer, shares }) {
  const bankers = shares?.length ? shares.map(({ player }) => player) : [controllerOf({ seats, wagers }, seat)];
  const others = wagersOfOthers(wagers, seat, bankers).reduce((sum, { cents }) => sum + cents, 0);
  return answer === "co_bank" ? Math.ceil(others / 2) : others;
}
