// The tables of a profile as the game they are for.

/** @import { Rules, TablePart } from "./types.d.ts" */

import { CardRules } from "./card-rules.js";
import { TileRules } from "./tile-rules.js";

/**
 * `tables` are the core's, `table` is the part of the sheet that says what is filed here.
 * @param {any} tables
 * @param {TablePart} table
 * @returns {Rules}
 */
export function rulesFrom(tables, table) {
  return table.pieces === "cards" ? new CardRules(tables, table) : new TileRules(tables, table);
}
