// A hand that does not play: surrendered, conceded, abandoned; or that plays after all. A choice is
// tapped and then recorded with the main button, and can be taken back.

import { wagerAt } from "../rules/round.js";
import { h } from "./dom.js";
import { icon, mainButton } from "./pieces.js";
import { money, word } from "./words.js";

const PLAYED = "played";

export const acts = {
  "seat-state": (app) => app.open("seat-state", { place: app.currentPlace, state: null }),
  "choose-state": (app, { state }) => app.open("seat-state", { ...app.panel, state }),
  "set-state": (app) => {
    const { place, state } = app.panel;
    const seat = Number(place);
    const before = app.round.facts.states[place] ?? PLAYED;
    app.close();
    app.command(
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

export function drawSeatState(app) {
  const { place, state: chosen } = app.panel;
  const now = app.round.facts.states[place];
  const states = [...app.rules.states.filter((state) => state !== now), ...(now ? [PLAYED] : [])];
  const stake = money(wagerAt(app.round, Number(place)));
  return {
    title: app.placeName(place),
    note: word("what_happened_hand"),
    body: [
      h("p.state-stake", { key: "stake" }, word("at_stake", { amount: stake })),
      h(
        "div.choices-list.choices-top",
        { key: "states", role: "group" },
        states.map((state) => drawState(app, state, chosen)),
      ),
    ],
    main: mainButton(
      "set-state",
      chosen
        ? [word(`state_${chosen}`), h("small", {}, word("record_for", { seat: app.seatName(Number(place)) }))]
        : word("tap_what_happened"),
      { key: "main", class: "button-tall", disabled: !chosen },
    ),
    closes: true,
  };
}

function drawState(app, state, chosen) {
  return h(
    "button.button.button-wide",
    {
      key: state,
      type: "button",
      "data-do": "choose-state",
      "data-state": state,
      "aria-pressed": String(state === chosen),
    },
    icon(state === PLAYED ? "undo" : "void"),
    h(
      "span",
      {},
      word(`state_${state}`),
      h("small", {}, word(`about_${state}`), " ", h("span.rule", {}, app.rules.tables.cites?.[state])),
    ),
  );
}
