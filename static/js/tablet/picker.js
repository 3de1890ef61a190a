// The 21 kinds of tile with how many are left, or the cards of a deck by rank and suit.

/** @import { State } from "./types.d.ts" */

import { h } from "./dom.js";
import { held, heldName } from "./pieces.js";
import { word } from "./words.js";

const SUITS = ["S", "H", "C", "D"];
const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/**
 * What is tapped while hands are entered.
 * @param {State} state
 */
export function drawPicker(state) {
  return state.rules.game === "tiles" ? drawTilePicker(state) : drawCardPicker(state);
}

/** @param {State} state */
function drawTilePicker(state) {
  const left = state.rules.left(state.taken);
  return h(
    "div.tile-picker",
    { key: "picker", role: "group", "aria-label": word("tiles") },
    state.rules.kinds.map(({ kind }) => {
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

/**
 * Two taps a card: its rank, then its suit.
 * @param {State} state
 */
export function drawCardPicker(state) {
  const left = state.rules.left(state.taken);
  const chosen = state.draft.rank;
  return h(
    "div.card-picker",
    { key: "picker", role: "group", "aria-label": word("cards") },
    h(
      "div.rank-keys",
      { key: "ranks" },
      state.rules.ranks.map((rank) =>
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
