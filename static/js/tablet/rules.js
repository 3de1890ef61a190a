// The tables of a profile as the game they are for.

import { CardRules } from "./card-rules.js";
import { TileRules } from "./tile-rules.js";

/** `tables` are the core's, `table` is the part of the sheet that says what is filed here. */
export function rulesFrom(tables, table) {
  return table.pieces === "cards" ? new CardRules(tables, table) : new TileRules(tables, table);
}
