// What a bank must cover, and whether it still does.

/** @import { Bank, Wager } from "./types.d.ts" */

/**
 * What the bank has shown and what it must cover now; null while it covers.
 * @param {Bank} bank
 * @param {Wager[]} wagers
 */
export function bankShort({ seat, answers }, wagers) {
  const taken = answers.at(-1);
  if (seat === null || !taken?.funds_cents) return null;
  const needed = coverNeeded(wagers, seat, taken.answer);
  return taken.funds_cents < needed ? { seat, funds: taken.funds_cents, needed } : null;
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
