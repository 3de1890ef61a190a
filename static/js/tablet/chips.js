// Chips to and from the tray: ask the cage in three taps, and see which slips wait for whom.

/** @import { Acts, App, State } from "./types.d.ts" */

import { withPieces, worth } from "../rules/chips.js";
import { h } from "./dom.js";
import { button, chip, icon, mainButton } from "./pieces.js";
import { money, time, word } from "./words.js";

const RACK = 20;
const KINDS = ["fill", "credit"];

/** @type {Acts} */
export const acts = {
  chips: (app) => app.screen.open("chips", { kind: "fill", pieces: proposed(app.state) }),
  "chips-kind": (app, { kind }) => app.screen.change({ kind, pieces: kind === "fill" ? proposed(app.state) : {} }),
  "chips-piece": (app, { value }) =>
    app.screen.change({ pieces: withPieces(app.state.panel.pieces, Number(value), RACK) }),
  "chips-clear": (app) => app.screen.change({ pieces: {} }),
  "chips-ask": ask,
  "chips-withdraw": (app, { id }) => post(app, `chip-requests/${id}/withdraw/`, {}),
};

/** @param {State} state */
function proposed(state) {
  return { ...state.sheet.cash.proposed_fill };
}

/** @param {App} app */
function ask(app) {
  const { kind, pieces } = app.state.panel;
  return post(app, `tables/${app.state.config.table}/chip-requests/`, { kind, chips: pieces });
}

/**
 * A request waits in no queue: without a line nobody in the cage would see it.
 * @param {App} app
 */
async function post(app, path, body) {
  const { line, screen } = app;
  const when = { id: crypto.randomUUID(), at: new Date().toISOString() };
  const { status, body: said } = await line.api.post(path, body, when);
  if (status !== 200) return screen.refuse(said?.message ?? word("needs_line"));
  screen.close();
  screen.say(word("chips_asked"));
  await line.refresh();
}

/** @param {State} state */
export function drawChips(state) {
  const { kind, pieces } = state.panel;
  const { cash, table } = state.sheet;
  const waits = cash.requests.find((each) => each.kind === kind);
  return {
    title: word("chips_ask"),
    note: word(waits ? "chips_waits" : kind === "fill" ? "chips_fill_note" : "chips_credit_note"),
    body: h(
      "div.cash",
      { key: "chips" },
      drawSlips(state),
      h(
        "div.buttons.buttons-join",
        { key: "kinds" },
        KINDS.map((each) =>
          button("chips-kind", word(`chips_${each}`), {
            key: each,
            "data-kind": each,
            "aria-pressed": String(each === kind),
          }),
        ),
      ),
      h(
        "div.cash-pieces",
        { key: "pieces" },
        [...table.denominations]
          .sort((one, other) => other - one)
          .map((value) =>
            h(
              "button.button.chips-rack",
              {
                key: value,
                type: "button",
                "data-do": "chips-piece",
                "data-value": value,
                "aria-label": `${money(value)} ×${pieces[value] ?? 0}`,
              },
              chip(value, "s"),
              h("span.cash-count", {}, pieces[value] ? `×${pieces[value]}` : `+${RACK}`),
            ),
          ),
      ),
      h(
        "div.cash-given",
        { key: "total" },
        h("b.cash-total.money", { role: "status" }, money(worth(pieces))),
        button("chips-clear", [icon("backspace"), word("clear")], { disabled: !worth(pieces) }),
      ),
    ),
    main: waits
      ? mainButton("chips-withdraw", word("chips_withdraw", { amount: money(waits.total_cents) }), {
          "data-id": waits.request_id,
        })
      : mainButton("chips-ask", word("chips_ask_for", { amount: money(worth(pieces)) }), {
          disabled: !worth(pieces) || state.training,
        }),
    closes: true,
  };
}

/** @param {State} state */
function drawSlips(state) {
  const { slips, requests } = state.sheet.cash;
  const rows = [
    ...slips.map((slip) => [slip.slip_id, `${slip.label} ${slip.serial}`, slip.total_cents, slip.waits_for]),
    ...requests.map((each) => [`asked-${each.request_id}`, each.label, each.total_cents, time(each.at)]),
  ];
  return h(
    "ol.chips-slips",
    { key: "slips", "aria-label": word("chips_on_the_way") },
    rows
      .slice(-3)
      .map(([id, label, cents, detail]) =>
        h(
          "li",
          { key: id },
          h("b", {}, label),
          h("span.money", {}, money(Number(cents))),
          h("small", {}, detail),
          String(id).startsWith("asked")
            ? null
            : button("leave", word("chips_sign"), { "data-href": `/fills/${id}/`, disabled: state.unsent > 0 }),
        ),
      ),
  );
}
