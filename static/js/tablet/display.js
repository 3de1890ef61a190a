// Before a round: the tiles lie face up, and the dealer turns them face down and mixes them; or a
// tile was exposed while stacking. Both are acts at the table, which need the line.

/** @import { App, State } from "./types.d.ts" */

import { button, icon } from "./pieces.js";
import { word } from "./words.js";

/** @param {App} app */
async function atTable(app, path, body) {
  const { sheet } = app.state;
  const answer = await app.line.api.post(`tables/${sheet.table.id}/${path}/`, body, {
    id: crypto.randomUUID(),
    version: sheet.table.version,
    at: new Date().toISOString(),
  });
  if (answer.status === 0) app.screen.refuse(word("needs_line"));
  else if (answer.status >= 400) app.screen.refuse(answer.body?.message ?? word("needs_line"));
  else app.feel.done();
  app.line.refresh();
}

export const acts = {
  "begin-play": (/** @type {App} */ app) => atTable(app, "begin-play", {}),
  "tile-exposed": (/** @type {App} */ app) => atTable(app, "exposed-tiles", {}),
};

/**
 * Whether the tiles lie face up, so that they are mixed before a round opens.
 * @param {{ code?: string }} may
 */
export function isDisplayed(may) {
  return may.code === "tiles_displayed";
}

/**
 * What is reported between rounds, where the rules of the table know it.
 * @param {State} state
 */
export function exposedButton(state) {
  const knows = (state.sheet.irregularities ?? []).some(({ event }) => event === "tile-exposed-stacking");
  return knows && !state.training && button("tile-exposed", [icon("warn"), word("tile_exposed")], { key: "exposed" });
}
