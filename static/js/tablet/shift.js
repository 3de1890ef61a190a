// The dealer's own clock: how long at this table, when the break is due, whether a relief is on the way.

/** @import { State } from "./types.d.ts" */

import { h } from "./dom.js";
import { icon } from "./pieces.js";
import { time, word } from "./words.js";

const MINUTE = 60000;

/** @param {State} state */
function minutesHere(state) {
  const since = state.sheet?.dealer?.since;
  return since ? Math.max(0, Math.floor((state.serverNow - Date.parse(since)) / MINUTE)) : null;
}

/** Write a duration as hours and minutes. */
function duration(minutes) {
  return word("clock_left", { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, "0") });
}

/** Who comes, and when, if a time is planned. */
function nextHere({ name, due_at: due }) {
  return due ? word("relief_next_at", { name, time: time(due) }) : word("relief_next", { name });
}

/** @param {State} state */
function isBreakDue(state) {
  const due = state.sheet?.break_at;
  return Boolean(due) && Date.parse(due) <= state.serverNow;
}

/**
 * Who deals, and for how long already.
 * @param {State} state
 */
export function drawDealerClock(state) {
  const { sheet, config } = state;
  const minutes = minutesHere(state);
  return h(
    "span.top-dealer",
    { key: "dealer", "data-due": isBreakDue(state) || undefined },
    icon("person", "s"),
    h("b", {}, sheet?.dealer?.name ?? config.person.name),
    minutes !== null && h("small", { title: word("at_this_table") }, duration(minutes)),
  );
}

/**
 * The shift in words, where a relief is called.
 * @param {State} state
 */
export function drawShift(state) {
  const minutes = minutesHere(state);
  if (minutes === null) return null;
  const { break_at: due, calls = [], relief } = state.sheet;
  const called = calls.find((/** @type {any} */ each) => each.what === "relief");
  return h(
    "div.shift",
    { key: "shift" },
    h("p", {}, word("at_table_for", { duration: duration(minutes), time: time(state.sheet.dealer.since) })),
    due && h("p", { "data-due": isBreakDue(state) || undefined }, word("break_due", { time: time(due) })),
    relief && h("p", {}, nextHere(relief)),
    called && h("p", {}, called.coming ? word("relief_coming", { name: called.coming }) : word("relief_called")),
  );
}
