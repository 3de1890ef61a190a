// Quick entry: one tap a seat for the outcome. The bank's tiles can be entered before it, the
// others later, from the video or in a dispute.

/** @import { Acts, State } from "./types.d.ts" */

import { DEALER, wagerAt } from "../rules/round.js";
import { h } from "./dom.js";
import { placeName } from "./names.js";
import { button, icon, mainButton } from "./pieces.js";
import { money, word } from "./words.js";

const OUTCOMES = ["win", "lose", "push"];

/**
 * The hands that were played against the bank; a hand that was given up has its outcome.
 * @param {State} state
 */
function seatsToJudge(state) {
  const { bank, states } = state.round.facts;
  const against = bank.seat === null ? DEALER : String(bank.seat);
  return state.places.filter((place) => place !== against && !states[place]);
}

/** @type {Acts} */
export const acts = {
  quick: (app) => app.play.tap({ isQuick: true, place: null, held: [] }, word("quick_entry")),
  "full-entry": (app) => app.play.tap({ isQuick: false }),
  outcome: (app, { place, outcome }) =>
    app.play.tap({ quick: { ...app.state.draft.quick, [place]: outcome } }, word(`outcome_${outcome}`)),
  "quick-rest": (app, { outcome }) => {
    const rest = seatsToJudge(app.state).filter((place) => !app.state.draft.quick[place]);
    app.play.tap(
      { quick: { ...app.state.draft.quick, ...Object.fromEntries(rest.map((place) => [place, outcome])) } },
      word(`outcome_${outcome}`),
    );
  },
  "quick-done": (app) => {
    const judged = seatsToJudge(app.state).map((place) => ({
      seat: place === DEALER ? 0 : Number(place),
      outcome: app.state.draft.quick[place],
    }));
    const ended = Object.entries(app.state.round.facts.states).map(([seat, state]) => ({
      seat: Number(seat),
      outcome: state,
    }));
    app.play.command(
      "quick",
      { outcomes: [...judged, ...ended] },
      { undo: word("quick_entry"), changes: { isQuick: false } },
    );
  },
};

/** @param {State} state */
export function drawQuick(state) {
  const seats = seatsToJudge(state);
  const judged = seats.filter((place) => state.draft.quick[place]).length;
  return {
    title: word("quick_entry"),
    note: word("quick_note"),
    body: h(
      "ol.quick-rows",
      { "data-rows": seats.length },
      seats.map((place) =>
        h(
          "li.quick-row",
          { key: place },
          h("b.result-seat", {}, place === DEALER ? word("dealer_short") : place),
          h(
            "span.money",
            {},
            money(place === DEALER ? state.round.facts.dealer_wager : wagerAt(state.round, Number(place))),
          ),
          OUTCOMES.map((outcome) =>
            button("outcome", [icon(outcome), h("span", {}, word(`outcome_${outcome}`))], {
              key: outcome,
              "data-place": place,
              "data-outcome": outcome,
              class: `outcome-key outcome-${outcome}`,
              "aria-pressed": String(state.draft.quick[place] === outcome),
              "aria-label": `${placeName(state, place)}: ${word(`outcome_${outcome}`)}`,
            }),
          ),
        ),
      ),
    ),
    main: [
      h(
        "button.button.button-main.button-tall",
        {
          key: "rest",
          type: "button",
          "data-do": "quick-rest",
          "data-outcome": "lose",
          disabled: judged === seats.length,
        },
        icon("lose"),
        word("all_lose"),
      ),
      mainButton("quick-done", word("take_outcomes"), { key: "main", disabled: judged < seats.length }),
    ],
    aside: button("full-entry", [icon("tiles"), word("enter_tiles")]),
  };
}
