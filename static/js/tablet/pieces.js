// What lies on a table, drawn from the sprites: tiles, cards, dice, chips, icons.

import { h, remembered } from "./dom.js";
import { chipFace, hasWord, money, word } from "./words.js";

const sprites = document.body.dataset;
// Sprites that lie in this page; a picture out of another file is there one frame later.
const here = new Set();

/** Take the sprites into the page, so that a picture is drawn in the frame in which it is asked for. */
export async function takeSprites(...kinds) {
  await Promise.all(kinds.map((kind) => takeSprite(sprites[kind]).catch(() => {})));
}

async function takeSprite(file) {
  const response = await fetch(file);
  if (!response.ok || here.has(file)) return;
  const { documentElement: sprite } = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(document.importNode(sprite, true));
  here.add(file);
}
const CHIP_COLOURS = new Set([100, 500, 2500, 10000, 50000, 100000, 500000]);

function picture(file, id, attributes, label = "") {
  const href = here.has(file) ? `#${id}` : `${file}#${id}`;
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { ...attributes, ...spoken }, h("use", { href }));
}

export const icon = remembered((name, size = "") =>
  picture(sprites.icons, `icon-${name}`, { class: `icon${size && ` icon-${size}`}` }),
);

export const piece = remembered((name, kind = "piece") => picture(sprites.icons, name, { class: kind }));

export const die = remembered((face, size = "") =>
  picture(sprites.icons, `die-${face}`, { class: `die${size && ` die-${size}`}` }),
);

/** A tile such as "1-3", a card such as "QS", or the back of either. */
export const held = remembered((name, size = "", label = true) => {
  const isCard = /^[2-9TJQKA][CDHS]$/.test(name) || name === "card-back";
  const kind = isCard ? "card" : "tile";
  const id = name === "card-back" ? "card-back" : name === "back" ? "tile-back" : `${kind}-${name}`;
  const file = isCard ? sprites.cards : sprites.tiles;
  return picture(file, id, { class: `${kind}${size && ` ${kind}-${size}`}` }, label ? heldName(name) : "");
});

export function heldName(name) {
  if (hasWord(`tile_${name}`)) return word(`tile_${name}`);
  if (name.length === 2) return word("card_name", { rank: word(`rank_${name[0]}`), suit: word(`suit_${name[1]}`) });
  return word("face_down");
}

export const chip = remembered((cents, size = "") => {
  const colour = CHIP_COLOURS.has(cents) ? cents / 100 : "other";
  return h(
    `span.chip.chip-d${colour}`,
    { class: size && `chip-${size}`, "aria-hidden": "true" },
    picture(sprites.icons, "chip", {}),
    h("b", {}, chipFace(cents)),
  );
});

/** Chips that make up an amount, largest first; what no chip can pay is left over. */
export function chipsFor(cents, denominations) {
  const sorted = [...denominations].sort((one, other) => other - one);
  const counts = [];
  let rest = cents;
  for (const value of sorted) {
    const count = Math.floor(rest / value);
    if (count) counts.push({ value, count });
    rest -= count * value;
  }
  return { counts, rest };
}

/** A small pile with its amount; at most four chips are drawn. */
export function pile(cents, denominations) {
  const { counts } = chipsFor(cents, denominations);
  const drawn = counts.flatMap(({ value, count }) => Array(Math.min(count, 3)).fill(value)).slice(0, 4);
  return h(
    "span.pile",
    {},
    drawn.map((value) => chip(value, "s")),
    h("b.money", {}, money(cents)),
  );
}

/** "2 × 25, 1 × 5" as chips, for handing out. */
export function chipCounts(counts, rest = 0) {
  return h(
    "span.chip-counts",
    {},
    counts.map(({ value, count }) =>
      h("span.chip-count", { key: value }, chip(value, "s"), h("span", {}, `×${count}`)),
    ),
    rest > 0 && h("span.chip-rest", {}, word("no_chip_pays", { amount: money(rest) })),
  );
}

/** The main act of a step: as large as a thumb. */
export function mainButton(act, label, attributes = {}, ...more) {
  return h("button.button.button-main.button-primary", { type: "button", "data-do": act, ...attributes }, label, more);
}

export function button(act, label, attributes = {}) {
  return h("button.button", { type: "button", "data-do": act, ...attributes }, label);
}

/** Six keys, one for each face of a die; each tap does `act`. */
export function diePad(act, attributes = {}) {
  return h(
    "div.die-pad",
    { key: "pad" },
    [1, 2, 3, 4, 5, 6].map((face) =>
      h(
        "button.die-key",
        {
          key: face,
          type: "button",
          "data-do": act,
          "data-face": face,
          "aria-label": word("die_n", { n: face }),
          ...attributes,
        },
        die(face, "l"),
      ),
    ),
  );
}
