// A player who banks may cut once: adjacent stacks move to one end or to both (MD 9 §G).

/** @import { Acts, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { button } from "./pieces.js";
import { word } from "./words.js";

const STACKS = [8, 7, 6, 5, 4, 3, 2, 1];

/** @param {State} state */
export function canCut(state) {
  return Boolean(state.rules.options.bank_cut) && state.round.facts.bank.seat !== null;
}

function tapped(cut, stack) {
  if (!cut || cut.first !== cut.last) return { first: stack, last: stack };
  return { first: Math.min(cut.first, stack), last: Math.max(cut.last, stack) };
}

/** @type {Acts} */
export const acts = {
  "bank-cut": (app) => app.screen.open("bank-cut", { cut: app.state.draft.bankCut ?? null }),
  "cut-stack": (app, { stack }) => app.screen.open("bank-cut", { cut: tapped(app.state.panel.cut, Number(stack)) }),
  "cut-to": (app, { right }) => {
    const { first, last } = app.state.panel.cut;
    app.screen.close();
    app.play.tap({ bankCut: { first, last, to_right: Number(right) } }, word("bank_cut"));
  },
  "no-cut": (app) => {
    app.screen.close();
    app.play.tap({ bankCut: null }, word("bank_cut"));
  },
};

/** "Stacks 3 to 5, 2 to the right, 1 to the left". */
export function cutName({ first, last, to_right: right }) {
  const count = last - first + 1;
  const where = right === count ? "cut_right" : right === 0 ? "cut_left" : "cut_both";
  if (count === 1) return word(`${where}_one`, { first });
  return word(where, { first, last, right, left: count - right });
}

/** @param {State} state */
export function drawBankCut(state) {
  const { cut } = state.panel;
  const count = cut ? cut.last - cut.first + 1 : 0;
  const rights = count && count < STACKS.length ? Array.from({ length: count + 1 }, (_, index) => count - index) : [];
  return {
    title: word("bank_cut"),
    note: word(cut ? "cut_where" : "cut_which"),
    body: [
      h(
        "div.cut-stacks",
        { key: "stacks", role: "group", "aria-label": word("cut_which") },
        STACKS.map((stack) =>
          h(
            "button.cut-stack",
            {
              key: stack,
              type: "button",
              "data-do": "cut-stack",
              "data-stack": stack,
              "aria-pressed": String(Boolean(cut) && stack >= cut.first && stack <= cut.last),
              "aria-label": word("stack_n", { n: stack }),
            },
            stack,
          ),
        ),
      ),
      h(
        "div.event-list",
        { key: "where" },
        rights.map((right) =>
          button("cut-to", cutName({ ...cut, to_right: right }), {
            key: right,
            "data-right": right,
            class: "button-wide",
          }),
        ),
      ),
    ],
    main: button("no-cut", word("no_bank_cut"), { key: "main", class: "button-main" }),
    closes: true,
  };
}
