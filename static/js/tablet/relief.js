// Somebody else deals here, or nobody: before anything can be tapped, whoever signed in takes the table
// over, and sees what waits there.

/** @import { Acts, App, State } from "./types.d.ts" */

import { disputesHere } from "./dispute.js";
import { h } from "./dom.js";
import { waiting } from "./irregularity.js";
import { button, icon, mainButton } from "./pieces.js";
import { time, word } from "./words.js";

// What may be tapped on this screen.
const HERE = new Set(["take-table", "lock", "leave", "redraw", "language"]);

/**
 * Whether the person at the screen is a dealer, but not the one of this table.
 * @param {State} state
 */
export function isRelief({ sheet, rules, config, training }) {
  if (!sheet || !rules || training || !config.person.relieves) return false;
  if (!sheet.dealer && sheet.table.state === "closed") return false; // nobody takes a closed table
  return sheet.dealer?.badge !== config.person.badge;
}

/**
 * Whether a tap may do anything now.
 * @param {State} state
 * @param {string} act
 */
export function mayTap(state, act) {
  return !isRelief(state) || HERE.has(act);
}

/** @type {Acts} */
export const acts = { "take-table": takeTable };

/**
 * Tap in with the shaker; the PIN was given at the lock screen.
 * @param {App} app
 */
async function takeTable({ state, line, screen, feel }) {
  if (state.isTaking) return;
  state.isTaking = true;
  screen.redraw();
  const { table } = state.sheet;
  const when = { id: crypto.randomUUID(), at: new Date().toISOString(), version: table.version };
  const body = { shaker: table.shaker };
  const { status, body: said } = await line.api.post(`tables/${state.config.table}/tap-in/`, body, when);
  state.isTaking = false;
  await line.refresh();
  if (status === 200) feel.handDone();
  else screen.refuse(status ? (said?.message ?? word("refused_plain")) : word("needs_network"));
}

/**
 * A scan of the table's shaker takes it over.
 * @param {App} app
 * @param {string} text
 */
export function scanShaker(app, text) {
  const { shaker } = app.state.sheet.table;
  const code = text.split(":").at(-1)?.trim().toUpperCase();
  if (shaker && code === shaker.toUpperCase()) takeTable(app);
  else app.screen.refuse(word("other_shaker", { shaker }));
}

/** @param {State} state */
export function drawRelief(state) {
  const { sheet, notice, config } = state;
  const { dealer, table, relief } = sheet;
  const isOther = relief && relief.badge !== config.person.badge;
  const label = word(table.shaker ? "take_with_shaker" : "take_table", { shaker: table.shaker });
  return {
    title: dealer ? word("deals_here", { name: dealer.name }) : word("nobody_deals"),
    note: dealer?.since ? word("deals_since", { time: time(dealer.since) }) : word("take_over_how"),
    body: h(
      "div.relief",
      { key: "relief" },
      notice && h("p.alert.alert-warn", { key: "notice", role: "alert" }, notice.text),
      isOther && h("p.alert.alert-warn", { key: "planned" }, word("relief_other", { name: relief.name })),
      h("h2", { key: "head" }, word("what_waits")),
      h(
        "ul.relief-waits",
        { key: "waits" },
        waits(state).map((text) => h("li", { key: text }, icon("warn", "s"), text)),
        !waits(state).length && h("li", { key: "nothing" }, icon("check", "s"), word("nothing_waits")),
      ),
    ),
    main: mainButton("take-table", [word("take_over_now"), h("small", {}, label)], {
      key: "main",
      class: "button-tall",
      disabled: Boolean(state.isTaking),
    }),
    back: button("lock", [icon("sign-out"), word("another_person")], { key: "lock", class: "button-main" }),
  };
}

/**
 * What the dealer before leaves open: the round, a ruling, disputes, a hold, records that wait.
 * @param {State} state
 * @returns {string[]}
 */
export function waits(state) {
  const { liveRound: round, sheet, outbox } = state;
  const open = disputesHere(state).length;
  return [
    round && state.isOpen && `${word("round_n", { n: round.number })}: ${word(`round_${round.state}`)}`,
    waiting(state) && `${word("ruling_waits")}: ${word(`event_${waiting(state).event}`)}`,
    open && word("disputes_open", { n: open }),
    round?.isHeld && word("round_waits"),
    sheet.table.hold && word("table_held", { why: sheet.table.hold_text }),
    outbox.foreign && word("unsent_of_another", { badge: outbox.foreign.person }),
  ].filter(Boolean);
}
