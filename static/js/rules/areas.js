// Whose hand the dealer sets: the house's own and a co-bank's, those ruled so, and those of a player who
// plays at another place. The core has the same in rules/tiles/areas.py, and both are compared at random.

/** @import { Facts, Round, Rules } from "./types.d.ts" */
/** @import { TileRules } from "./tile-rules.js" */

import { totals } from "./limits.js";
import { knownAs, peopleToday } from "./people.js";
import { DEALER, isOccupied, places } from "./round.js";

/**
 * The seats whose player plays at another one.
 * @param {Round} round
 * @param {Rules} rules
 * @returns {number[]}
 */
export function otherAreas(round, rules) {
  if (rules.game === "cards" || !(/** @type {TileRules} */ (rules).tables.sets_other_areas)) return [];
  const { facts } = round;
  const { bank } = facts;
  const seats = [...new Set(facts.wagers.map(({ seat }) => seat))];
  const there = [...new Set([...Object.keys(facts.seats).map(Number), ...seats])].filter((seat) =>
    isOccupied(round, seat),
  );
  const met = peopleToday(facts, bank.seat === null ? there : [...new Set([...there, bank.seat])]);
  return seats.filter((seat) => seat !== bank.seat && !met.has(seat));
}

/**
 * The boxes at which nobody sits and several highest wagers are equal: the dealer says whose lies nearest (NZ 7.1).
 * @param {Pick<Facts, "seats" | "wagers">} facts
 * @returns {number[]}
 */
export function boxesWithoutController({ seats, wagers }) {
  const boxes = [...new Set(wagers.map(({ seat }) => seat))].sort((one, other) => one - other);
  return boxes.filter((box) => {
    const here = wagers.filter(({ seat }) => seat === box).map(({ cents }) => cents);
    const most = Math.max(...here);
    return !seats[box]?.length && here.filter((cents) => cents === most).length > 1;
  });
}

/**
 * Whether the house's hand lies there, or the hand against which all play.
 * @param {Round} round
 * @param {string} place
 */
export function isBanks({ facts: { bank } }, place) {
  return place === DEALER || Number(place) === bank.seat;
}

/**
 * Whose the hands are that lie there for the house and for whoever banks: the dealer's, where the dealer has one, and
 * the bank's, where a player banks.
 * @param {Round} round
 * @returns {string[]}
 */
export function bankHands(round) {
  const dealers = places(round).includes(DEALER) ? [DEALER] : [];
  return round.facts.bank.seat === null ? dealers : [...dealers, "bank"];
}

/**
 * Whose hand must be set the house way.
 * @param {Round} round
 * @param {string} place
 * @param {Rules} rules
 */
export function isSetByHouse(round, place, rules) {
  const { bank, house_way_seats: ruled } = round.facts;
  if (bank.kind === "co-bank" ? Number(place) === bank.seat : place === DEALER) return true;
  if (isBanks(round, place)) return false;
  return ruled.includes(Number(place)) || otherAreas(round, rules).includes(Number(place));
}

/**
 * Whether a hand may lie as it was put: nobody has to set it the house way, or it stands by ruling.
 * @param {Round} round
 * @param {string} place
 * @param {Rules} rules
 * @param {string} [setBy]
 */
export function isFreelySet(round, place, rules, setBy) {
  const isAsked = place !== DEALER && setBy === "house_way";
  if (!isAsked && !isSetByHouse(round, place, rules)) return true;
  return isBanks(round, place) && round.facts.stands;
}

/**
 * Places in the order in which their hands are set: of two adjacent areas of one player the larger wager first, equal
 * ones counterclockwise (MD 5 §E(2)-(3)).
 * @param {Round} round
 * @param {string[]} places
 * @param {Rules} rules
 */
export function inSettingOrder(round, places, rules) {
  const swapped = setTogether(round, rules).filter(([first, then]) => first > then);
  return swapped.reduce((order, [first, then]) => {
    const both = [String(first), String(then)];
    if (!both.every((place) => order.includes(place))) return order;
    const others = order.filter((place) => place !== both[0]);
    return others.flatMap((place) => (place === both[1] ? both : [place]));
  }, places);
}

/**
 * The two areas of each player who has two, the one that is set first before the other.
 * @param {Round} round
 * @param {Rules} rules
 * @returns {[number, number][]}
 */
export function setTogether({ facts }, { options }) {
  if (!options.adjacent_areas) return [];
  /** @type {Map<string, [number, number][]>} */
  const areas = new Map();
  for (const [seat, cents] of totals(facts.wagers)) {
    const player = knownAs(facts, seat);
    areas.set(player, [...(areas.get(player) ?? []), [seat, cents]]);
  }
  const both = [...areas.values()].filter(({ length }) => length === 2);
  return both.map(([one, other]) => {
    const [low, high] = one[0] < other[0] ? [one, other] : [other, one];
    return high[1] > low[1] ? [high[0], low[0]] : [low[0], high[0]];
  });
}
