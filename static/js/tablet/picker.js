// The 21 kinds of tile with how many are left, or the cards of a deck by rank and suit.

import { h } from "./dom.js";
import { enter } from "./hands.js";
import { held, heldName } from "./pieces.js";
import { word } from "./words.js";

const SUITS = ["S", "H", "C", "D"];
const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };

export const acts = {
  rank: (app, { rank }) => app.tap({ rank: app.draft.rank === rank ? null : rank }),
  card: (app, { card }) => (app.step === "community" ? showCommunity(app, card) : enter(app, card)),
  community: (app) =>
    app.step === "result" &&
    app.round.state !== "settled" &&
    app.tap({ opensCommunity: true, rank: null }, word("community_card")),
};

export function showCommunity(app, card) {
  if (!app.rules.left(app.taken).get(card)) return app.refuse(word("none_left", { tile: heldName(card) }));
  app.command(
    "community",
    { card },
    { undo: word("community_card"), changes: { rank: null, opensCommunity: false }, reopens: { opensCommunity: true } },
  );
}

export function drawCommunity(app) {
  return {
    title: word("community_card"),
    note: word("tap_community"),
    body: [h("div.community-slot", { key: "slot" }, held("card-back", "l", false)), drawCardPicker(app)],
  };
}

export function drawTilePicker(app) {
  const left = app.rules.left(app.taken);
  return h(
    "div.tile-picker",
    { key: "picker", role: "group", "aria-label": word("tiles") },
    app.rules.kinds.map(({ kind }) => {
      const count = left.get(kind) ?? 0;
      return h(
        "button.tile-key",
        {
          key: kind,
          type: "button",
          "data-do": "tile",
          "data-tile": kind,
          disabled: count === 0,
          "aria-label": word("tile_left", { tile: heldName(kind), n: count }),
        },
        held(kind, "", false),
        h("span.tile-left", { "aria-hidden": "true" }, count || ""),
      );
    }),
  );
}

/** Two taps a card: its rank, then its suit. */
export function drawCardPicker(app) {
  const left = app.rules.left(app.taken);
  const chosen = app.draft.rank;
  return h(
    "div.card-picker",
    { key: "picker", role: "group", "aria-label": word("cards") },
    h(
      "div.rank-keys",
      { key: "ranks" },
      app.rules.ranks.map((rank) =>
        h(
          "button.button.rank-key",
          {
            key: rank,
            type: "button",
            "data-do": "rank",
            "data-rank": rank,
            "aria-pressed": String(chosen === rank),
            disabled: !SUITS.some((suit) => left.get(rank + suit)),
            "aria-label": word(`rank_${rank}`),
          },
          rank === "T" ? "10" : rank,
        ),
      ),
    ),
    h(
      "div.suit-keys",
      { key: "suits" },
      SUITS.map((suit) => {
        const card = `${chosen ?? "A"}${suit}`;
        return h(
          "button.button.suit-key",
          {
            key: suit,
            type: "button",
            "data-do": "card",
            "data-card": card,
            disabled: !chosen || !left.get(card),
            "aria-label": chosen ? heldName(card) : word(`suit_${suit}`),
          },
          chosen ? held(card, "l", false) : h("span.suit-sign", {}, SIGNS[suit]),
        );
      }),
    ),
  );
}
