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
    app.screen.close();
    app.play.tap({ delivery: { cut, option: option ? option.split(" ") : [] } }, word("cut"));
  },
};

/**
 * Who chooses, by the rules: the player who banks, else the dealer, or whom the submission names.
 * @param {State} state
 */
export function chooserNow({ round, rules }) {
  if (round.facts.bank.seat !== null) return "bank";
  return rules.cuts.length ? rules.options.cut_chooser : "dealer";
}

/** @param {State} state */
export function deliveryNow(state) {
  return state.draft.delivery ?? state.rules.firstDelivery;
}

/** @param {State} state */
export function deliveryName(state) {
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
export function deliveryButton({ rules, draft }) {
  if (Math.max(rules.styles.length, rules.cuts.length) < 2) return null;
  return button("choose-delivery", [icon("swap"), word(rules.cuts.length ? "other_cut" : "other_style")], {
    key: "choose",
    class: "button-wide",
    disabled: Boolean(draft.dice.length || draft.generator),
  });
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
    body: h(
      "div.delivery-choices",
      {},
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
    closes: true,
  };
}
