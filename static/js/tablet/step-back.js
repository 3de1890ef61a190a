// A step that the server has taken already is taken back by somebody of the floor; both ways stay
// on the record.

/** @import { Acts, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { drawPin, signPanel } from "./pin.js";
import { word } from "./words.js";

const EARLIER = { closed: ["betting"], dealt: ["closed", "betting"], set: ["dealt", "closed", "betting"] };

/** @param {State} state */
export function earlierSteps(state) {
  return state.training ? [] : (EARLIER[state.round?.state] ?? []);
}

/** @type {Acts} */
export const acts = {
  "step-back": (app) => app.screen.open("step-back"),
  "step-back-to": (app, { to }) => {
    const path = `rounds/${app.state.round.id}/step-back/`;
    app.screen.open("sign-step-back", {
      to,
      ...signPanel((second) => app.line.direct(path, { to, second }), app.state.sheet.floorperson?.badge),
    });
  },
};

/** @param {State} state */
export function drawStepBack(state) {
  return {
    title: word("step_back"),
    note: word("step_back_note"),
    body: h(
      "div.choices-list",
      {},
      earlierSteps(state).map((to) =>
        h(
          "button.button.button-wide",
          { key: to, type: "button", "data-do": "step-back-to", "data-to": to },
          h("span", {}, word(`back_to_${to}`), h("small", {}, word(`back_loses_${to}`))),
        ),
      ),
    ),
    closes: true,
  };
}

/** @param {State} state */
export function drawSignStepBack(state) {
  const { to } = state.panel;
  return drawPin(state, {
    title: word(`back_to_${to}`),
    note: word("badge_and_pin"),
    about: h("p.alert.alert-warn", {}, word(`back_loses_${to}`)),
    label: word("step_back"),
  });
}
