// What both games look up in the same way. Nothing here knows a rule: it stands in the tables that
// the rules core wrote.

/** @import { GameTables, TablePart } from "./types.d.ts" */

const GIVEN_UP = ["surrendered", "abandoned", "conceded"];

/** @template {GameTables} Tables */
export class GameRules {
  /**
   * @param {Tables} tables
   * @param {TablePart} table
   * @param {[piece: string, count: number][]} pieces
   */
  constructor(tables, table, pieces) {
    this.tables = tables;
    this.options = table.options;
    this.profile = tables.profile;
    this.game = table.pieces;
    this.pieces = pieces;
    this.handSize = table.hand_size;
    this.seatWord = table.seat_word;
    this.sideWagers = table.side_wagers;
    this.areas = table.areas ?? "any";
    this.states = table.states.filter((state) => !["played", "void"].includes(state));
  }

  /**
   * How many of each piece nobody shows yet.
   * @param {string[]} taken
   * @returns {Map<string, number>}
   */
  left(taken) {
    const left = new Map(this.pieces);
    for (const name of taken) left.set(name, (left.get(name) ?? 0) - 1);
    return left;
  }

  /**
   * Rows in the order the dealer pays: seat 1 first, or counterclockwise from the banker.
   * @template {{ seat: number }} Row
   * @param {Row[]} rows
   * @param {number | null} bankSeat
   * @param {number} seatCount
   * @returns {Row[]}
   */
  payingOrder(rows, bankSeat, seatCount) {
    const first = this.tables.pays_from_bank && bankSeat !== null ? bankSeat : 1;
    const place = (/** @type {Row} */ { seat }) => (seat - first + seatCount) % seatCount;
    return [...rows].sort((one, other) => place(one) - place(other));
  }

  /**
   * Rows in the order in which the dealer's hands move: what was given up lies there no more, so it is first;
   * where losing wagers are gathered before anything is paid, winners come after all others.
   * @template {{ seat: number, outcome: string }} Row
   * @param {Row[]} rows
   * @param {number | null} bankSeat
   * @param {number} seatCount
   * @returns {Row[]}
   */
  settlingOrder(rows, bankSeat, seatCount) {
    const gathers = bankSeat !== null || this.tables.gathers_losers;
    const turn = (/** @type {Row} */ { outcome }) =>
      GIVEN_UP.includes(outcome) ? 0 : outcome === "win" && gathers ? 2 : 1;
    const inTurn = this.payingOrder(rows, bankSeat, seatCount);
    const exposed = [...rows].sort((one, other) => one.seat - other.seat);
    return [0, 1, 2].flatMap((when) => (when === 2 ? inTurn : exposed).filter((row) => turn(row) === when));
  }
}
