// What may lie on the layout: limits, chips, side wagers, areas, players. What the profile says of them is
// the core's; codes and their order are those of the server's guards.

/** @import { Bank, Facts, Fault, Rules, TablePart, Wager } from "./types.d.ts" */

import { holdersOf } from "./people.js";

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
  const sides = rules.sideWagers.map((kind) => wager[kind] ?? 0);
  if (!cents) return sides.some(Boolean) ? [{ code: "side_needs_wager" }] : [];
  if (cents < least) return [{ code: "below_minimum", amounts: { amount: least } }];
  if (cents > most && hasMaximum(bank, rules)) return [{ code: "above_maximum", amounts: { amount: most } }];
  const chip = rules.options.smallest_chip || 1;
  if (cents % chip) return [{ code: "not_in_chips", amounts: { amount: chip }, part: cents - (cents % chip) }];
  const part = rules.accepted(cents);
  if (part !== cents) return [{ code: "not_payable", amounts: { part, rest: cents - part }, part }];
  if (sides.some((amount) => amount % chip)) return [{ code: "not_in_chips", amounts: { amount: chip } }];
  const outside = propositionFault(wager, rules);
  if (outside) return [outside];
  if ((wager.match_play ?? 0) > cents) return [{ code: "coupon_amount", amounts: { amount: cents } }];
  if (2 * (wager.three_card ?? 0) > cents) return [{ code: "three_card_too_high", amounts: { amount: cents / 2 } }];
  return [];
}

/**
 * A proposition wager has posted limits of its own.
 * @param {Wager} wager
 * @param {Rules} rules
 * @returns {Fault | null}
 */
function propositionFault({ three_card: three, four_card: four }, { options }) {
  const { proposition_minimum: least, proposition_maximum: most } = options;
  const placed = [three, four].filter((cents) => cents !== undefined && cents > 0);
  for (const cents of placed) {
    if (least && Number(cents) < least) return { code: "proposition_too_low", amounts: { amount: least } };
    if (most && Number(cents) > most) return { code: "proposition_too_high", amounts: { amount: most } };
  }
  return null;
}

/**
 * Whether the table maximum holds against this bank; some profiles lift it for a player who banks alone.
 * @param {Bank} bank
 * @param {Rules} rules
 */
export function hasMaximum(bank, rules) {
  return !bank.is_decided || !rules.tables.banks_without_maximum?.includes(bank.kind);
}

/**
 * Why the wagers may not stand together: too much on one seat, where the bank is, one player on too
 * many areas, too many at one of `seats`.
 * @param {Facts} facts
 * @param {Rules} rules
 * @param {TablePart} table
 * @param {number[]} seats
 * @returns {Fault | null}
 */
export function faultTogether(facts, rules, table, seats) {
  return seatFault(facts, rules, table) ?? areaFault(facts, rules, table) ?? playersFault(facts, rules, table, seats);
}

/**
 * @param {Facts} facts
 * @param {Rules} rules
 * @param {TablePart} table
 * @returns {Fault | null}
 */
function seatFault({ wagers, bank }, rules, { maximum_cents: most = Infinity, boxes_off: off = [] }) {
  for (const [seat, cents] of totals(wagers)) {
    if (cents > most && hasMaximum(bank, rules)) return { code: "above_maximum", seat, amounts: { amount: most } };
    if (bank.is_decided && bank.seat === seat) return { code: "banker_wagers", seat };
    if (bank.is_decided && bank.kind === "house" && rules.houseSeat === seat) return { code: "house_box", seat };
    if (off.includes(seat)) return { code: "box_off", seat };
  }
  return null;
}

/**
 * What stands on each seat against the bank, all players of it together.
 * @param {Wager[]} wagers
 * @returns {Map<number, number>}
 */
export function totals(wagers) {
  const found = new Map();
  for (const { seat, cents } of wagers) found.set(seat, (found.get(seat) ?? 0) + cents);
  return found;
}

/**
 * @param {Facts} facts
 * @param {Rules} rules
 * @param {TablePart} table
 * @returns {Fault | null}
 */
function areaFault({ seats, wagers, bank }, rules, { areas }) {
  const banks = bank.is_decided && bank.player && wagers.find(({ player }) => holdersOf(bank).includes(player));
  if (banks) return { code: "banker_wagers", seat: banks.seat };
  if (areas === "any") return null;
  /** @type {Map<string, number[]>} */
  const byPlayer = new Map();
  for (const { seat, player } of wagers) if (player) byPlayer.set(player, [...(byPlayer.get(player) ?? []), seat]);
  for (const [player, wagered] of byPlayer) {
    const sat = Object.keys(seats)
      .map(Number)
      .filter((seat) => seats[seat].some((each) => each.player === player));
    const [one, other, ...more] = [...new Set([...wagered, ...sat])].sort((first, then) => first - then);
    if (other === undefined) continue;
    const areBeside = !more.length && Math.abs(one - other) === 1;
    if (!(areas === "adjacent" && rules.options.adjacent_areas && areBeside)) {
      return { code: "too_many_areas", seat: one, player };
    }
  }
  return null;
}

/**
 * @param {Facts} facts
 * @param {Rules} rules
 * @param {TablePart} table
 * @param {number[]} at
 * @returns {Fault | null}
 */
export function playersFault({ seats, wagers, bank }, rules, { areas, player_maximum_cents: limit = null }, at) {
  const most = rules.options.players_a_box ?? 1;
  for (const seat of at) {
    const here = wagers.filter((wager) => wager.seat === seat);
    const named = areas === "any" ? [] : here.filter(({ player }) => player);
    const there = new Set([...(seats[seat] ?? []), ...named].map(({ player }) => player));
    if (here.length > most || there.size > most) return { code: "too_many_players", seat, amounts: {} };
    const over = limit !== null && hasMaximum(bank, rules) && here.find(({ cents }) => cents > limit);
    if (over) return { code: "above_player_maximum", seat, amounts: { amount: limit } };
  }
  return null;
}
