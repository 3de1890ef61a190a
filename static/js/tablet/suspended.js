// A suspended table says so in the middle of a round; between rounds the button says why it is shut.

/** @import { State } from "./types.d.ts" */

import { h } from "./dom.js";
import { icon } from "./pieces.js";
import { word } from "./words.js";

/** @param {State} state */
export function drawSuspended(state) {
  const { table } = state.sheet ?? {};
  if (!state.round || table?.state !== "suspended" || state.training) return null;
  const says = word("table_suspended", { why: table.hold_text });
  return h("p.work-suspended", { key: "suspended", role: "status" }, icon("pause", "s"), h("span", {}, says));
}
