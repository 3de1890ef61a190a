// A hand that does not play: surrendered, conceded, abandoned; or that plays after all. A choice is
// tapped and then recorded with the main button, and can be taken back.

/** @import { Acts, State } from "./types.d.ts" */

import { wagerAt } from "../rules/round.js";
import { h } from "./dom.js";
import { placeName, seatName } from "./names.js";
import { icon, mainButton } from "./pieces.js";
import { money, word } from "./words.js";

const PLAYED = "played";

/** @type {Acts} */
export const acts = {
  "seat-state": (app) => app.screen.open("seat-state", { place: app.state.currentPlace, state: null }),
  "choose-state": (app, { state }) => app.screen.change({ state }),
  "set-state": (app) => {
    const { place, state } = app.state.panel;
    const seat = Number(place);
    const before = app.state.round.facts.states[place] ?? PLAYED;
    app.screen.close();
    app.play.command(
      "states",
      { seat, state },
      {
        undo: word(`state_${state}`),
        changes: { place: null, held: [] },
        inverse: [["states", { seat, state: before }]],
      },
    );
  },
};

/** @param {State} state */
export function drawSeatState(state) {
  const { place, state: chosen } = state.panel;
  const now = state.round.facts.states[place];
  const states = [...state.rules.states.filter((each) => each !== now), ...(now ? [PLAYED] : [])];
  const stake = money(wagerAt(state.round, Number(place)));
  return {
    title: placeName(state, place),
    note: word("what_happened_hand"),
    body: [
      h("p.state-stake", { key: "stake" }, word("at_stake", { amount: stake })),
      h(
        "div.choices-list.choices-top",
        { key: "states", role: "group" },
        states.map((each) => drawState(state, each, chosen)),
      ),
    ],
    main: mainButton(
      "set-state",
      chosen
        ? [word(`state_${chosen}`), h("small", {}, word("record_for", { seat: seatName(state, Number(place)) }))]
        : word("tap_what_happened"),
      { key: "main", class: "button-tall", disabled: !chosen },
    ),
    closes: true,
  };
}

function drawState({ rules }, end, chosen) {
  return h(
    "button.button.button-wide",
    {
      key: end,
      type: "button",
      "data-do": "choose-state",
      "data-state": end,
      "aria-pressed": String(end === chosen),
    },
    icon(end === PLAYED ? "undo" : "void"),
    h(
      "span",
      {},
      word(`state_${end}`),
      h("small", {}, word(`about_${end}`), " ", h("span.rule", {}, rules.tables.cites?.[end])),
    ),
  );
}
