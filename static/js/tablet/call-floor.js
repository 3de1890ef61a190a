// Call the floor in two taps: the bell, and what for. Whoever answers is named here at once.

/** @import { Acts, App, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { button, icon } from "./pieces.js";
import { drawShift } from "./shift.js";
import { word } from "./words.js";

const WHAT = ["fill", "ruling", "colour_change", "security", "relief"];

/** @type {Acts} */
export const acts = {
  "call-floor": (app) => app.screen.open("call-floor"),
  call,
};

/** @param {State} state */
function calls(state) {
  return state.training ? [] : (state.sheet?.calls ?? []);
}

function answer({ what, at, coming, escalated }) {
  const said = { what: word(`call_${what}`), name: coming, time: at };
  return word(coming ? "is_coming" : escalated ? "went_to_pit_manager" : "called_for", said);
}

/**
 * A call waits in no queue: without a line nobody would hear it, and the dealer must know that.
 * @param {App} app
 * @param {Record<string, string>} data
 */
async function call(app, { what }) {
  const { line, screen, state } = app;
  const when = { id: crypto.randomUUID(), at: new Date().toISOString() };
  const { status, body } = await line.api.post(`tables/${state.config.table}/calls/`, { what }, when);
  if (status !== 200) return screen.refuse(body?.message ?? word("needs_line"));
  screen.close();
  await line.refresh();
}

/** @param {State} state */
export function callButton(state) {
  const last = calls(state).at(-1);
  return h(
    "button.icon-button.top-call",
    {
      key: "call",
      type: "button",
      "data-do": "call-floor",
      "data-state": last ? (last.coming ? "coming" : "called") : "none",
      "aria-label": last ? answer(last) : word("ring_floor"),
    },
    icon("bell"),
    last && h("span", {}, answer(last)),
  );
}

/** @param {State} state */
export function drawCallFloor(state) {
  const waiting = calls(state).filter(({ coming }) => !coming);
  const isCalled = (what) => waiting.some((each) => each.what === what);
  return {
    title: word("ring_floor"),
    note: word("ring_floor_note"),
    body: h(
      "div.call-choices",
      {},
      drawShift(state),
      WHAT.map((what) =>
        button("call", word(`call_${what}`), {
          key: what,
          "data-what": what,
          disabled: state.training || isCalled(what),
        }),
      ),
      calls(state).map((each) => h("p.muted", { key: each.id, role: "status" }, answer(each))),
    ),
    closes: true,
  };
}
