// Always in view: table, round, who deals, what the clocks say, what has not been sent.

/** @import { State } from "./types.d.ts" */

import { callButton } from "./call-floor.js";
import { h } from "./dom.js";
import { icon } from "./pieces.js";
import { drawDealerClock } from "./shift.js";
import { time, word } from "./words.js";

// What is done with a settled round is no state of it.
const LATER = { tiles: "tiles_later", correct: "correction", repair: "repair" };

/** @param {State} state */
export function drawTop(state) {
  const { sheet, round } = state;
  return [
    h("strong.top-table", { key: "table" }, sheet ? word("table_n", { n: sheet.table.number }) : ""),
    h(
      "button.top-round",
      { key: "round", type: "button", "data-do": "past-rounds", disabled: state.training, title: word("past_rounds") },
      h("span", {}, round ? word("round_n", { n: round.number }) : word("no_round")),
      icon("round", "s"),
    ),
    h(
      "span.top-state",
      { key: "state", "data-state": round?.state ?? "none" },
      round ? word(state.draft.later ? LATER[state.draft.later.kind] : `round_${round.state}`) : "",
    ),
    h("time.top-time", { key: "time", "aria-label": word("time_now") }, time(sheet ? state.serverNow : Date.now())),
    state.training ? h("strong.top-training", { key: "training" }, word("training_note")) : drawLive(state),
    callButton(state),
    h(
      "button.icon-button",
      { key: "menu", type: "button", "data-do": "menu", "aria-label": word("menu") },
      icon("menu"),
    ),
  ];
}

/** @param {State} state */
function drawLive(state) {
  const { sheet } = state;
  return [
    (sheet?.clocks ?? []).filter(hasLimit).map((clock) => drawClock(state, clock)),
    h("span.top-space", { key: "space" }),
    drawDealerClock(state),
    drawConnection(state),
  ];
}

/** Where neither the rules nor the house limit a set, no clock runs. */
function hasLimit({ expires_at: end }) {
  return Boolean(end);
}

/** @param {State} state */
function drawClock(state, { kind, verified_at: start, expires_at: end }) {
  const left = Date.parse(end) - state.serverNow;
  const all = Date.parse(end) - Date.parse(start);
  const minutes = Math.max(0, Math.floor(left / 60000));
  const urgency = left <= 0 ? "due" : minutes < 30 ? "warn" : "well";
  const text =
    left <= 0
      ? word("clock_due")
      : word("clock_left", { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, "0") });
  return h(
    "span.top-clock",
    { key: kind, "data-state": urgency, role: "timer", "aria-label": word(`clock_${kind}`, { left: text }) },
    icon(kind === "dice" ? "dice" : kind === "deck" ? "cards" : "tiles", "s"),
    h("span", {}, text),
    h("progress.bar", {
      max: 1000,
      value: all > 0 ? Math.round((1000 * Math.max(0, left)) / all) : 0,
      "aria-hidden": "true",
    }),
  );
}

/**
 * Offline is said as long as it is so, with what waits; what is on its way is nothing to tell.
 * @param {State} state
 */
function connectionWords({ unsent, connection, outbox }) {
  if (outbox.refused) return word("refused_n");
  const waits = unsent && connection !== "live" ? ` · ${word("unsent_n", { n: unsent })}` : "";
  return `${word(`connection_${connection}`)}${waits}`;
}

/** @param {State} state */
function drawConnection(state) {
  const { unsent, connection, outbox } = state;
  return h(
    "button.top-connection",
    {
      key: "connection",
      type: "button",
      "data-do": "outbox",
      "data-state": connection,
      "data-count": unsent,
      "data-refused": String(Boolean(outbox.refused)),
    },
    h("i", { "aria-hidden": "true" }),
    h("span", {}, connectionWords(state)),
  );
}
