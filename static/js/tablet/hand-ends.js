// A hand that does not play: surrendered, conceded, abandoned; or that plays after all. A choice is
// tapped and then recorded with the main button, and can be taken back.

/** @import { Acts, App, State } from "./types.d.ts" */

import { wagerAt } from "../rules/round.js";
import { h } from "./dom.js";
import { placeName, seatName } from "./names.js";
import { icon, mainButton } from "./pieces.js";
import { drawPin, signPanel } from "./pin.js";
import { money, word } from "./words.js";

const PLAYED = "played";
const GIVEN_UP = ["surrendered", "conceded"];

/** @type {Acts} */
export const acts = {
  "seat-state": (app) => app.screen.open("seat-state", { place: app.state.currentPlace, state: null }),
  "choose-state": (app, { state }) => app.screen.change({ state }),
  "set-state": (app) => {
    const { place, state } = app.state.panel;
    const seat = Number(place);
    if (app.state.round.facts.states[place] === "void") return letPlay(app, seat);
    const before = app.state.round.facts.states[place] ?? PLAYED;
    app.screen.close();
    app.play.command(
      "states",
      { seat, state },
      {
        undo: word(`state_${state}`),
        changes: { place: null, held: [] },
        // What was conceded is not returned to play (NZ 10.13): a slip of the finger is taken back before it leaves.
        ...(state === "conceded" ? { hold: true } : { inverse: [["states", { seat, state: before }]] }),
      },
    );
  },
};

/**
 * A void hand plays again only when the floor signs for it.
 * @param {App} app
 * @param {number} seat
 */
function letPlay(app, seat) {
  const path = `rounds/${app.state.round.id}/states/return/`;
  const sign = (second) => app.line.direct(path, { seat, second });
  app.screen.open("sign-return", { seat, ...signPanel(sign, app.state.sheet.floorperson?.badge) });
}

/** @param {State} state */
export function drawSignReturn(state) {
  return drawPin(state, {
    title: seatName(state, state.panel.seat),
    note: word("floor_lets_play"),
    about: h("p.alert.alert-warn", {}, word("void_stays")),
    label: word("floor_lets_play"),
  });
}

/**
 * How a hand may end from here: nobody gives up what is exposed, what is conceded stays so, and a void
 * hand only plays again.
 * @param {State} state
 * @param {string} place
 * @returns {string[]}
 */
function endsOf({ rules, round }, place) {
  const now = round.facts.states[place];
  if (now === "conceded") return [];
  if (now === "void") return [PLAYED];
  const isTooLate = (/** @type {string} */ end) => GIVEN_UP.includes(end) && Boolean(round.facts.hands[place]);
  const ends = rules.states.filter((each) => each !== now && !isTooLate(each));
  return now ? [...ends, PLAYED] : ends;
}

/** @param {State} state */
function noteOf({ round }, place) {
  const now = round.facts.states[place];
  if (now === "conceded" || now === "void") return word(`${now}_stays`);
  return word(round.facts.hands[place] ? "hand_exposed" : "what_happened_hand");
}

/** @param {State} state */
export function drawSeatState(state) {
  const { place, state: chosen } = state.panel;
  const states = endsOf(state, place);
  const stake = money(wagerAt(state.round, Number(place)));
  return {
    title: placeName(state, place),
    note: noteOf(state, place),
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
