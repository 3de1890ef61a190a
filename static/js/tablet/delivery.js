// How the tiles are taken from the stacks: the style or cut, with a drawing of what goes first.

/** @import { Acts, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { button, icon } from "./pieces.js";
import { word } from "./words.js";

/** @type {Acts} */
export const acts = {
  "choose-delivery": (app) => app.screen.open("delivery"),
  style: (app, { style }) => {
    app.screen.close();
    app.play.tap({ delivery: { style } }, word("delivery"));
  },
  cut: (app, { cut }) => app.screen.open("delivery", { cut }),
  "cut-option": (app, { cut, option }) => {
    const cutBy = app.state.panel?.by;
    app.screen.close();
    app.play.tap({ delivery: { cut, option: option ? option.split(" ") : [] }, cutBy }, word("cut"));
  },
  "cut-by": (app, { by }) => app.screen.change({ by: by || undefined }),
  "draw-cut": (app) => app.play.tap({ delivery: drawn(app.state.rules.cuts), cutBy: "random" }, word("cut")),
};

/** One of several, none of them likelier than another. */
function oneOf(choices) {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return choices[Math.floor((number / 2 ** 32) * choices.length)];
}

/** A cut by chance, with its options (NZ 9.3A(c)). */
function drawn(cuts) {
  const { id, choices } = oneOf(cuts);
  return { cut: id, option: choices.map(oneOf) };
}

/**
 * Whether the cut is still to be chosen: there is no usual one (NZ 9.3A).
 * @param {State} state
 */
export function isCutOpen({ rules, draft }) {
  return rules.cuts.length > 0 && !draft.delivery;
}

/**
 * Who chooses, by the rules: the player who banks, else the dealer, or whom the submission names.
 * @param {State} state
 */
export function chooserNow({ round, rules, draft }) {
  if (draft.cutBy) return draft.cutBy;
  if (round.facts.bank.seat !== null) return "bank";
  return rules.cuts.length ? rules.options.cut_chooser : "dealer";
}

/** @param {State} state */
export function deliveryNow(state) {
  return state.draft.delivery ?? state.rules.firstDelivery;
}

/** @param {State} state */
export function deliveryName(state) {
  if (isCutOpen(state)) return "";
  const { style, cut, option = [] } = deliveryNow(state);
  if (style) return word(`style_${style}`);
  return [cutName(cut), ...option.map((choice) => word(`option_${choice}`))].join(" · ");
}

function cutName(cut) {
  return word(`cut_${cut}`);
}

/**
 * The way to another style or cut, as long as no die was entered; nothing where there is one only.
 * @param {State} state
 */
export function deliveryButton(state) {
  const { rules, draft } = state;
  if (Math.max(rules.styles.length, rules.cuts.length) < 2 && !isCutOpen(state)) return null;
  const isOver = Boolean(draft.dice.length || draft.generator);
  const says = rules.cuts.length ? (isCutOpen(state) ? "choose_cut" : "other_cut") : "other_style";
  const isDrawn = rules.cuts.length > 0 && rules.options.cut_chooser === "random";
  return h(
    "div.dice-more",
    { key: "choose" },
    button("choose-delivery", [icon("swap"), word(says)], { key: "choose", disabled: isOver }),
    isDrawn && button("draw-cut", [icon("dice"), word("draw_cut")], { key: "draw", disabled: isOver }),
  );
}

/**
 * Below the dice: which tiles go first.
 * @param {State} state
 */
export function drawDelivery(state) {
  const { style, cut, option = [] } = deliveryNow(state);
  const hands = state.rules.delivery(style ?? state.rules.cutStyle(cut, option));
  return h(
    "div.delivery",
    { key: "delivery" },
    hands ? drawStacks(hands, deliveryName(state)) : h("p.delivery-plain", {}, deliveryName(state)),
  );
}

/** Eight stacks of four from above, stack 1 at the dealer's right; the first hand is filled. */
function drawStacks(hands, name) {
  const order = new Map();
  for (const [number, hand] of hands.entries()) {
    for (const [stack, tile] of hand) order.set(`${stack}:${tile}`, number + 1);
  }
  const stacks = [8, 7, 6, 5, 4, 3, 2, 1];
  return h(
    "div.stacks",
    { role: "img", "aria-label": word("drawing_of", { name }) },
    stacks.map((stack) =>
      h(
        "div.stack-column",
        { key: stack },
        [1, 2, 3, 4].map((tile) =>
          h(
            "span.stack-tile",
            { key: tile, "data-hand": order.get(`${stack}:${tile}`) },
            order.get(`${stack}:${tile}`),
          ),
        ),
        h("small", {}, stack),
      ),
    ),
  );
}

/** @param {State} state */
export function drawDeliveryChoice(state) {
  const { cut } = state.panel;
  if (cut) return drawCutOptions(state, cut);
  const now = deliveryNow(state);
  const styles = state.rules.styles;
  const choices = state.rules.cuts.length
    ? state.rules.cuts.map(({ id }) =>
        h(
          "button.button",
          { key: id, type: "button", "data-do": "cut", "data-cut": id, "aria-pressed": String(now.cut === id) },
          cutName(id),
        ),
      )
    : styles.map((style) =>
        h(
          "button.button",
          {
            key: style,
            type: "button",
            "data-do": "style",
            "data-style": style,
            "aria-pressed": String(now.style === style),
          },
          word(`style_${style}`),
        ),
      );
  return {
    title: word(state.rules.cuts.length ? "cut" : "delivery"),
    note: word("choose_delivery"),
    body: h("div.delivery-choices", { class: choices.length > 10 && "is-many" }, choices),
    closes: true,
  };
}

/**
 * A player/banker chooses the cut if they elect to; else the supervisor does (NZ 9.3A).
 * @param {State} state
 */
function drawWhoChooses(state) {
  const { rules, round, panel } = state;
  if (!rules.cuts.length || round.facts.bank.seat === null || rules.options.cut_chooser !== "supervisor") return null;
  const choices = { "": word("bank_chooses"), supervisor: word("supervisor_chooses") };
  return h(
    "div.wager-kinds",
    { key: "who", role: "group", "aria-label": word("who_chooses") },
    Object.entries(choices).map(([by, label]) =>
      button("cut-by", label, { key: by, "data-by": by, "aria-pressed": String((panel.by ?? "") === by) }),
    ),
  );
}

/** @param {State} state */
function drawCutOptions(state, cut) {
  const { choices } = state.rules.cuts.find(({ id }) => id === cut);
  const combined = choices.reduce(
    (all, more) => all.flatMap((before) => more.map((choice) => [...before, choice])),
    [[]],
  );
  return {
    title: cutName(cut),
    note: word("choose_option"),
    body: [
      drawWhoChooses(state),
      h(
        "div.delivery-choices",
        { key: "options" },
        combined.map((option) =>
          h(
            "button.button",
            {
              key: option.join(),
              type: "button",
              "data-do": "cut-option",
              "data-cut": cut,
              "data-option": option.join(" "),
            },
            option.length ? option.map((choice) => word(`option_${choice}`)).join(" · ") : word("this_cut"),
          ),
        ),
      ),
    ],
    closes: true,
  };
}
