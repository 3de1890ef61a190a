// The card that all seats share, and cards by rank and suit.

/** @import { Acts, App, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { enter } from "./hands.js";
import { drawCardPicker } from "./picker.js";
import { held, heldName } from "./pieces.js";
import { word } from "./words.js";

/** @type {Acts} */
export const acts = {
  rank: (app, { rank }) => app.play.tap({ rank: app.state.draft.rank === rank ? null : rank }),
  card: (app, { card }) => (app.state.step === "community" ? showCommunity(app, card) : enter(app, card)),
  community: (app) =>
    app.state.step === "result" &&
    app.state.round.state !== "settled" &&
    app.play.tap({ opensCommunity: true, rank: null }, word("community_card")),
};

/** @param {App} app */
export function showCommunity(app, card) {
  if (!app.state.rules.left(app.state.taken).get(card))
    return app.screen.refuse(word("none_left", { tile: heldName(card) }));
  app.play.command(
    "community",
    { card },
    { undo: word("community_card"), changes: { rank: null, opensCommunity: false }, reopens: { opensCommunity: true } },
  );
}

/** @param {State} state */
export function drawCommunity(state) {
  return {
    title: word("community_card"),
    note: word("tap_community"),
    body: [h("div.community-slot", { key: "slot" }, held("card-back", "l", false)), drawCardPicker(state)],
  };
}
