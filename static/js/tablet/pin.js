// A second person signs on this screen with badge and PIN. Neither is ever kept: the act goes
// straight to the server or not at all.

/** @import { Acts, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { button, icon, mainButton } from "./pieces.js";
import { word } from "./words.js";

const LEAST = 6;
const MOST = 6;
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** @type {Acts} */
export const acts = {
  "pin-key": (app, { key }) => {
    const { pin, isBusy } = app.state.panel;
    if (isBusy || pin.length >= MOST) return;
    app.screen.change({ pin: pin + key, wrong: "" });
    if (pin.length + 1 === MOST) acts["sign-now"](app, {});
  },
  "pin-delete": (app) => app.screen.change({ pin: app.state.panel.pin.slice(0, -1) }),
  "badge-other": (app) => app.screen.change({ badge: "", typed: true }),
  "sign-now": async (app) => {
    const { badge, pin, sign, typed } = app.state.panel;
    const field = /** @type {HTMLInputElement} */ (document.getElementById("badge-field"));
    const given = typed ? field.value.trim() : badge;
    if (!given) return app.screen.change({ wrong: word("badge_missing"), pin: "" });
    if (app.state.panel.next) return app.state.panel.next({ badge: given, pin });
    app.screen.change({ isBusy: true, badge: given });
    const { status, body } = await sign({ badge: given, pin });
    if (status >= 200 && status < 300) return app.line.signed(body);
    app.feel.refused();
    const wrong = status === 0 ? word("needs_network") : (body?.message ?? word("refused_plain"));
    app.screen.change({ isBusy: false, pin: "", wrong });
  },
};

export function signPanel(sign, badge = "") {
  return { pin: "", badge, typed: !badge, wrong: "", isBusy: false, sign };
}

/** @param {State} state */
export function drawPin(state, { title, note, about, label }) {
  const { pin, badge, typed, wrong, isBusy } = state.panel;
  const known = state.sheet.floorperson;
  const name = known?.badge === badge ? known.name : badge;
  return {
    title,
    note,
    body: h(
      "div.sign",
      { key: "sign" },
      h(
        "div.sign-who",
        {},
        about,
        typed
          ? h(
              "label.field",
              { key: "badge" },
              h("span", {}, word("badge")),
              h("input.input", {
                id: "badge-field",
                autocomplete: "off",
                autocapitalize: "characters",
                spellcheck: "false",
              }),
            )
          : h(
              "div.sign-badge",
              { key: "badge" },
              h("span", {}, icon("badge"), h("b", {}, name)),
              button("badge-other", word("another_person")),
            ),
        h("p.sign-wrong", { role: "alert" }, wrong),
      ),
      h(
        "div.pin-pad",
        {},
        h(
          "div.pin-dots",
          { "aria-label": word("pin_digits", { n: pin.length }), role: "status" },
          Array.from({ length: MOST }, (_, index) =>
            h("i", { key: index, "data-filled": index < pin.length || undefined }),
          ),
        ),
        h(
          "div.pin-keys",
          {},
          KEYS.map((key) => h("button.button", { key, type: "button", "data-do": "pin-key", "data-key": key }, key)),
          h(
            "button.button",
            { key: "delete", type: "button", "data-do": "pin-delete", "aria-label": word("delete_digit") },
            icon("backspace"),
          ),
          h("button.button", { key: "0", type: "button", "data-do": "pin-key", "data-key": "0" }, "0"),
          h("span", { key: "gap" }),
        ),
      ),
    ),
    main: mainButton("sign-now", isBusy ? [icon("sync"), word("checking")] : label, {
      disabled: pin.length < LEAST || isBusy,
      "aria-busy": String(isBusy),
    }),
    closes: true,
  };
}
