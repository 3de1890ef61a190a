// A step that the server has taken already is taken back by somebody of the floor; both ways stay
// on the record.

import { h } from "./dom.js";
import { drawPin, signPanel } from "./pin.js";
import { word } from "./words.js";

const EARLIER = { closed: ["betting"], dealt: ["closed", "betting"], set: ["dealt", "closed", "betting"] };

export function earlierSteps(app) {
  return app.training ? [] : (EARLIER[app.round?.state] ?? []);
}

export const acts = {
  "step-back": (app) => app.open("step-back"),
  "step-back-to": (app, { to }) => {
    const path = `rounds/${app.round.id}/step-back/`;
    app.open("sign-step-back", {
      to,
      ...signPanel((second) => app.direct(path, { to, second }), app.sheet.floorperson?.badge),
    });
  },
};

export function drawStepBack(app) {
  return {
    title: word("step_back"),
    note: word("step_back_note"),
    body: h(
      "div.choices-list",
      {},
      earlierSteps(app).map((to) =>
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

export function drawSignStepBack(app) {
  const { to } = app.panel;
  return drawPin(app, {
    title: word(`back_to_${to}`),
    note: word("badge_and_pin"),
    about: h("p.alert.alert-warn", {}, word(`back_loses_${to}`)),
    label: word("step_back"),
  });
}
