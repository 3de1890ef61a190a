// What is needed now and then: thumb, view, sound, light, training, hand over.

/** @import { Acts, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { button, icon } from "./pieces.js";
import { word } from "./words.js";

/** @type {Acts} */
export const acts = {
  menu: (app) => app.screen.open("menu"),
  view: (app, { view }) => app.session.prefer({ view }),
  sound: (app) => app.session.prefer({ sound: !app.state.prefs.sound }),
  training: (app) => app.session.train(!app.state.training),
  leave: (app, { href }) => app.session.leave(href),
  language: (app, { code }) => app.session.speakIn(code),
  lock: (app) => app.session.lock(),
};

/** @param {State} state */
export function drawMenu(state) {
  const { prefs, training, config } = state;
  const hand = document.documentElement.dataset.hand ?? "right";
  return {
    title: word("menu"),
    note: "",
    body: h(
      "div.tablet-menu",
      {},
      group(
        word("main_buttons_under"),
        h(
          "div.buttons.buttons-join",
          { "data-mirror-switch": true },
          ["left", "right"].map((side) =>
            h(
              "button.button",
              { key: side, type: "button", value: side, "data-do": "redraw", "aria-pressed": String(hand === side) },
              word(`thumb_${side}`),
            ),
          ),
        ),
      ),
      group(
        word("table_seen_by"),
        h(
          "div.buttons.buttons-join",
          {},
          ["dealer", "players"].map((view) =>
            button("view", word(`view_${view}`), {
              key: view,
              "data-view": view,
              "aria-pressed": String(prefs.view === view),
            }),
          ),
        ),
      ),
      group(
        word("brightness"),
        h(
          "div.buttons.buttons-join",
          { "data-brightness-switch": true },
          h(
            "button.button",
            { type: "button", value: "-1", "data-do": "redraw", "aria-label": word("darker") },
            icon("minus"),
          ),
          h("output.button", {}, document.documentElement.dataset.brightness ?? ""),
          h(
            "button.button",
            { type: "button", value: "1", "data-do": "redraw", "aria-label": word("brighter") },
            icon("plus"),
          ),
        ),
      ),
      group(
        word("sound"),
        button("sound", [icon(prefs.sound ? "sound" : "silent"), word(prefs.sound ? "sound_on" : "sound_off")], {
          "aria-pressed": String(prefs.sound),
        }),
      ),
      group(
        word("language"),
        h(
          "div.buttons.buttons-join",
          {},
          config.languages.map(({ code, name }) =>
            button("language", name, {
              key: code,
              lang: code,
              "data-code": code,
              "aria-pressed": String(config.locale === code),
            }),
          ),
        ),
      ),
      group(
        word("training"),
        button(
          "training",
          [
            icon("training"),
            h(
              "span",
              {},
              word(training ? "end_training" : "start_training"),
              !training && state.isOpen && h("small", {}, word("training_between_rounds")),
            ),
          ],
          {
            disabled: !training && state.isOpen,
          },
        ),
      ),
      group(
        word("this_table"),
        config.links.map(({ name, href }) =>
          button("leave", word(`link_${name}`), { key: name, "data-href": href, disabled: state.unsent > 0 }),
        ),
        button("lock", [icon("sign-out"), word("lock_screen")], { key: "lock", disabled: state.unsent > 0 }),
      ),
      state.unsent > 0 && h("p.act-reason", {}, icon("warn"), word("send_first", { n: state.unsent })),
    ),
    closes: true,
  };
}

function group(name, ...controls) {
  return h("section.menu-group", { key: name }, h("h3", {}, name), controls);
}
