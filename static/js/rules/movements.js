// Chips as they move at a settlement, in the order of the core's own list (its rules/movements.py);
// a test compares both, so that what the dealer does before "Settle" is what is recorded after it.

/** @import { BankRow, Movement, Outcome, SeatRow, SettleInput } from "./types.d.ts" */
/** @import { TileRules } from "./tile-rules.js" */

/**
 * @typedef {Outcome & { rules: TileRules, coupons: Map<number, number>, rows: SeatRow[] }} Table
 */

const GIVEN_UP = new Set(["surrendered", "abandoned", "conceded"]);

/**
 * The movements of a round of tiles, from what was given and what it came to.
 * @param {SettleInput} input
 * @param {Outcome} outcome
 * @param {TileRules} rules
 * @returns {Movement[]}
 */
export function movementsOf(input, outcome, rules) {
  const table = {
    ...outcome,
    rules,
    coupons: new Map(input.seats.map(({ seat, match_play: coupon }) => [seat, coupon ?? 0])),
    rows: [...outcome.seats].sort((one, other) => one.seat - other.seat),
  };
  const moves = outcome.bank.kind === "house" ? houseBank(table) : playerBank(table);
  return moves.filter(({ cents }) => cents > 0);
}

/**
 * @param {Table} table
 * @param {SeatRow} row
 */
function placeOf({ rules }, { seat }) {
  return `${rules.seatWord}-${seat}`;
}

/**
 * @param {Table} table
 * @param {string} to
 * @returns {Movement[]}
 */
function givenUp(table, to) {
  return table.rows
    .filter(({ outcome }) => GIVEN_UP.has(outcome))
    .map((row) => ({ from: placeOf(table, row), to, cents: -row.net, reason: row.outcome, seat: row.seat }));
}

/**
 * @param {Table} table
 * @param {SeatRow[]} rows
 * @param {string} to
 * @returns {Movement[]}
 */
function lost(table, rows, to) {
  return rows
    .filter(({ outcome }) => outcome === "lose")
    .map((row) => ({ from: placeOf(table, row), to, cents: -row.net, reason: "lose", seat: row.seat }));
}

/**
 * @param {Table} table
 * @param {SeatRow} row
 */
function owed({ coupons }, { seat, won }) {
  return won - (coupons.get(seat) ?? 0);
}

/**
 * @param {Table} table
 * @param {SeatRow} row
 * @param {string} from
 * @returns {Movement[]}
 */
function paid(table, row, from) {
  if (row.outcome !== "win") return [];
  const place = placeOf(table, row);
  return [
    { from, to: place, cents: owed(table, row), reason: "win", seat: row.seat },
    { from: "inventory", to: place, cents: table.coupons.get(row.seat) ?? 0, reason: "match-play", seat: row.seat },
    { from: place, to: "inventory", cents: row.vigorish, reason: "vigorish", seat: row.seat },
  ];
}

/**
 * Pair Fortunes is always against the house, whoever banks.
 * @param {Table} table
 * @param {SeatRow} row
 * @returns {Movement[]}
 */
function side(table, row) {
  const { net, won } = row.pair_fortunes ?? { net: 0, won: 0 };
  const place = placeOf(table, row);
  if (net > 0) return [{ from: "inventory", to: place, cents: won, reason: "pair-fortunes-win", seat: row.seat }];
  return [{ from: place, to: "inventory", cents: -net, reason: "pair-fortunes-lose", seat: row.seat }];
}

/**
 * @param {Table} table
 * @returns {Movement[]}
 */
function houseBank(table) {
  const { rows, rules } = table;
  const first = givenUp(table, "inventory");
  if (!rules.tables.gathers_losers) {
    return [
      ...first,
      ...rows.flatMap((row) => [
        ...lost(table, [row], "inventory"),
        ...paid(table, row, "inventory"),
        ...side(table, row),
      ]),
    ];
  }
  const gathered = lost(table, rows, "centre");
  const cents = gathered.reduce((sum, move) => sum + move.cents, 0);
  const away = { from: "centre", to: "inventory", cents, reason: "losers-to-inventory", seat: null };
  return [...first, ...gathered, away, ...rows.flatMap((row) => paid(table, row, "inventory"))];
}

/**
 * @param {Table} table
 * @returns {Movement[]}
 */
function playerBank(table) {
  const { rows, dealer, bank } = table;
  const taken = [...givenUp(table, "centre"), ...lost(table, rows, "centre")];
  const won = rows.filter(({ outcome }) => outcome === "win").reduce((sum, row) => sum + owed(table, row), 0);
  const surplus = taken.reduce((sum, move) => sum + move.cents, 0) - won - dealer.net;
  return [
    ...givenUp(table, "centre"),
    { from: "inventory", to: "centre", cents: -dealer.net, reason: "dealer-loses", seat: null },
    ...lost(table, rows, "centre"),
    ...fromCentre(table, Math.max(-surplus, 0)),
    ...rows.flatMap((row) => side(table, row)),
    ...(surplus > 0 ? shared(bank, surplus) : []),
  ];
}

/**
 * Winners are paid until the centre is used up; then the bank brings all that is missing.
 * @param {Table} table
 * @param {number} short
 * @returns {Movement[]}
 */
function fromCentre(table, short) {
  const winners = table.rules
    .payingOrder(table.rows, table.bank.seat, table.rules.tables.positions.length)
    .filter(({ outcome }) => outcome === "win");
  const dealer = Math.max(table.dealer.net, 0);
  let missing = short;
  let inCentre = winners.reduce((sum, row) => sum + owed(table, row), dealer) - missing;
  /** @type {Movement[]} */
  const moves = [];
  for (const row of winners) {
    if (missing && inCentre < owed(table, row)) {
      moves.push(...brought(table.bank, missing));
      inCentre += missing;
      missing = 0;
    }
    moves.push(...paid(table, row, "centre"));
    inCentre -= owed(table, row);
  }
  return [
    ...moves,
    ...brought(table.bank, missing),
    { from: "centre", to: "inventory", cents: dealer, reason: "dealer-wins", seat: null },
  ];
}

/**
 * @param {BankRow} bank
 * @param {number} missing
 * @returns {Movement[]}
 */
function brought({ kind, seat }, missing) {
  const banks = kind === "player" ? missing : Math.floor(missing / 2);
  return [
    { from: "bank", to: "centre", cents: banks, reason: "bank-brings", seat },
    { from: "inventory", to: "centre", cents: missing - banks, reason: "house-brings", seat: null },
  ];
}

/**
 * @param {BankRow} bank
 * @param {number} surplus
 * @returns {Movement[]}
 */
function shared({ net, vigorish, seat }, surplus) {
  const share = net + vigorish;
  const fromHere = Math.min(vigorish, share);
  return [
    { from: "centre", to: "inventory", cents: surplus - share, reason: "house-half", seat: null },
    { from: "centre", to: "inventory", cents: fromHere, reason: "bank-vigorish", seat },
    { from: "bank", to: "inventory", cents: vigorish - fromHere, reason: "bank-vigorish", seat },
    { from: "centre", to: "bank", cents: share - fromHere, reason: "bank-receives", seat },
  ];
}
