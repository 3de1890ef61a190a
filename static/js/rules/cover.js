// What a bank must cover, and whether it still does.

/** @import { Answer, Bank, Wager } from "./types.d.ts" */

/**
 * What the bank has shown and what it must cover now; null while it covers.
 * @param {Bank} bank
 * @param {Wager[]} wagers
 */
export function bankShort({ seat, answers }, wagers) {
  const taken = answers.at(-1);
  const funds = taken && shownBy(taken);
  if (seat === null || !taken || !funds) return null;
  const needed = coverNeeded(wagers, seat, taken.answer);
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
 * @param {Wager[]} wagers
 * @returns {Answer}
 */
export function byWord({ covers_all: isWord, ...answer }, wagers) {
  return isWord && answer.answer !== "pass"
    ? { ...answer, word_cents: coverNeeded(wagers, answer.seat, answer.answer) }
    : answer;
}

/**
 * An answer as it is sent once more: the dealer's word is given anew, for what stands then.
 * @param {Answer} answer
 * @returns {Answer}
 */
export function saidAgain({ word_cents: word, funds_cents: counted, ...answer }) {
  if (answer.shares || answer.answer === "pass") return answer;
  return word === undefined ? { ...answer, funds_cents: counted } : { ...answer, covers_all: true };
}

/**
 * What a bank must show to cover the wagers of the others; a co-bank covers half.
 * @param {Wager[]} wagers
 * @param {number} seat
 * @param {string} said
 */
export function coverNeeded(wagers, seat, said) {
  const others = wagers.filter((wager) => wager.seat !== seat).reduce((sum, wager) => sum + wager.cents, 0);
  return said === "co_bank" ? Math.ceil(others / 2) : others;
}
