// What may lie on the layout: limits, chips, side wagers. What the profile says of them is the core's.

/** @import { Bank, Fault, Rules, Wager } from "./types.d.ts" */

/**
 * Why a wager may not stand as it is: codes with amounts in cents; none when it may. Where only a
 * part of it could stand, `part` is that part (NZ 6.12).
 * @param {Wager} wager
 * @param {Bank} bank
 * @param {Rules} rules
 * @param {{ minimum_cents: number, maximum_cents: number }} limits
 * @returns {Fault[]}
 */
export function faultsOf(wager, bank, rules, { minimum_cents: least, maximum_cents: most }) {
  const { cents } = wager;
  const amounts = [cents, ...rules.sideWagers.map((kind) => wager[kind] ?? 0)];
  if (!amounts.some(Boolean)) return [];
  if (!cents) return [{ code: "side_needs_wager" }];
  if (cents < least) return [{ code: "below_minimum", amounts: { amount: least } }];
  if (cents > most && hasMaximum(bank, rules)) return [{ code: "above_maximum", amounts: { amount: most } }];
  const chip = rules.options.smallest_chip || 1;
  if (amounts.some((amount) => amount % chip)) {
    return [{ code: "smallest_chip_is", amounts: { amount: chip }, part: cents - (cents % chip) }];
  }
  const part = rules.accepted(cents);
  if (part !== cents) return [{ code: "part_can_be_paid", amounts: { part, rest: cents - part }, part }];
  if (2 * (wager.three_card ?? 0) > cents) return [{ code: "three_card_at_most", amounts: { amount: cents / 2 } }];
  if (wager.match_play && wager.match_play !== cents) return [{ code: "coupon_equals", amounts: { amount: cents } }];
  return [];
}

/**
 * Whether the table maximum holds against this bank; some profiles lift it for a player who banks alone.
 * @param {Bank} bank
 * @param {Rules} rules
 */
export function hasMaximum(bank, rules) {
  return !bank.is_decided || !rules.tables.banks_without_maximum?.includes(bank.kind);
}
