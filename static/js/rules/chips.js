// Pieces by value: what notes and chips are worth, and which chips make up an amount. Pure.

/** @typedef {Record<string, number>} Pieces how many of each value in cents */

// More than a dealer counts out of the tray at once.
const MOST_PIECES = 200;

/**
 * @param {Pieces} pieces
 * @returns {number}
 */
export function worth(pieces) {
  return Object.entries(pieces).reduce((sum, [value, count]) => sum + Number(value) * count, 0);
}

/**
 * So many pieces of a value more; what is none is not there.
 * @param {Pieces} pieces
 * @param {number} value
 * @param {number} count
 * @returns {Pieces}
 */
export function withPieces(pieces, value, count) {
  const next = { ...pieces, [value]: (pieces[value] ?? 0) + count };
  return Object.fromEntries(Object.entries(next).filter(([, each]) => each > 0));
}

/**
 * The amount in chips of at most `most`, the largest first; nothing where they do not make it up.
 * @param {number} cents
 * @param {number[]} denominations
 * @param {number} most
 * @returns {Pieces | null}
 */
function inChips(cents, denominations, most) {
  /** @type {Pieces} */
  const found = {};
  let rest = cents;
  for (const value of [...denominations].filter((each) => each <= most).sort((one, other) => other - one)) {
    const count = Math.floor(rest / value);
    if (count) found[value] = count;
    rest -= count * value;
  }
  const pieces = Object.values(found).reduce((sum, count) => sum + count, 0);
  return rest === 0 && pieces > 0 && pieces <= MOST_PIECES ? found : null;
}

/**
 * The ways to give an amount, from the largest chips to the smallest.
 * @param {number} cents
 * @param {number[]} denominations
 * @returns {Pieces[]}
 */
export function waysToGive(cents, denominations) {
  const sorted = [...denominations].sort((one, other) => other - one);
  const ways = sorted.filter((most) => most <= cents).map((most) => inChips(cents, denominations, most));
  return /** @type {Pieces[]} */ (ways.filter(Boolean));
}

/**
 * What is given first: chips with which a dozen wagers of the minimum can be made.
 * @param {Pieces[]} ways
 * @param {number} minimum
 */
export function usualWay(ways, minimum) {
  const found = ways.findIndex((way) => Math.max(...Object.keys(way).map(Number)) <= Math.max(minimum, 100));
  return Math.max(0, found);
}

/**
 * One chip of a value broken into the next smaller that makes it up.
 * @param {Pieces} pieces
 * @param {number} value
 * @param {number[]} denominations
 * @returns {Pieces}
 */
export function broken(pieces, value, denominations) {
  const smaller = [...denominations]
    .sort((one, other) => other - one)
    .find((each) => each < value && value % each === 0);
  if (!smaller || !pieces[value]) return pieces;
  return withPieces(withPieces(pieces, value, -1), smaller, value / smaller);
}
