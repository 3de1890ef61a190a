// A settled round is never edited. Tiles read later and corrections are entered on a copy of it,
// with the same screens as a live round; what differs is shown before anybody signs.

/** @import { Acts, App, State } from "./types.d.ts" */

import { bankChanges, mayAmendBank } from "./amend-bank.js";
import { h } from "./dom.js";
import { newDraft } from "./draft.js";
import { seatName } from "./names.js";
import { button, chipCounts, chipsFor, icon, mainButton } from "./pieces.js";
import { drawPin, signPanel } from "./pin.js";
import { outcomes } from "./result-rows.js";
import { money, word } from "./words.js";

const WAGER_WRONG = "wager_wrong";
const PARTS = ["wagers", "hands", "states"];

/**
 * Begin on a copy: for tiles with empty hands, for a correction with everything as it was.
 * @param {App} app
 */
function begin(app, kind, reason = "") {
  const settled = app.state.sheet.round;
  const isQuick = kind === "correct" && Boolean(settled.facts.quick);
  const facts = kind === "tiles" ? { ...settled.facts, quick: null, hands: {} } : settled.facts;
  // After the round every hand is exposed: where the rules then let the bank's stand, it is taken as it lay.
  const stands = facts.stands || Boolean(app.state.rules.tables.lets_stand);
  const copy = {
    ...settled,
    facts: { ...facts, stands },
    settlement: null,
    state: kind === "tiles" || isQuick ? "dealt" : "set",
    depth: isQuick ? "quick" : "tiles",
  };
  const called = Object.fromEntries(
    (facts.quick?.outcomes ?? []).map(({ seat, outcome }) => [seat || "dealer", outcome]),
  );
  // A wager that was recorded wrongly is changed where wagers are.
  const round = reason === WAGER_WRONG ? { ...copy, state: "betting" } : copy;
  app.screen.close();
  app.play.tap({
    ...newDraft(settled.id, app.state.draft),
    later: { kind, reason, round },
    isQuick,
    quick: called,
  });
}

/** @param {App} app */
function end(app) {
  app.play.keep(newDraft(app.state.sheet.round.id, app.state.draft));
}

/**
 * Hands as the server takes them, all of them or those that changed.
 * @param {State} state
 */
function handsGiven(state, facts, before = {}) {
  const name = state.rules.game;
  return Object.entries(facts.hands)
    .filter(([place, hand]) => hand !== before[place])
    .map(([place, { held, high, low, set_by: setBy }]) => ({
      place,
      [name]: held,
      high,
      low,
      set_by: setBy || "player",
    }));
}

/**
 * What a correction replaces; a part that stayed as it was is left out.
 * @param {State} state
 */
export function changesOf(state) {
  const { facts } = state.draft.later.round;
  const before = state.sheet.round.facts;
  const given = {
    wagers: facts.wagers,
    hands: handsGiven(state, facts, before.hands),
    states: Object.entries(facts.states).map(([seat, state]) => ({ seat: Number(seat), state })),
  };
  const changed = PARTS.filter((part) => JSON.stringify(facts[part]) !== JSON.stringify(before[part]));
  const changes = Object.fromEntries(changed.map((part) => [part, given[part]]));
  const isCalled = facts.quick && JSON.stringify(facts.quick) !== JSON.stringify(before.quick);
  const all = { ...changes, ...bankChanges(facts, before) };
  return isCalled ? { ...all, outcomes: facts.quick.outcomes } : all;
}

/** @type {Acts} */
export const acts = {
  "add-tiles": (app) => begin(app, "tiles"),
  correct: (app) => app.screen.open("correct"),
  "correct-because": (app, { reason }) => begin(app, "correct", reason),
  "later-wagers": (app) =>
    app.play.tap(
      { later: { ...app.state.draft.later, round: { ...app.state.draft.later.round, state: "betting" } } },
      word("wagers"),
    ),
  "later-cancel": (app) => {
    end(app);
    app.feel.done();
    app.screen.redraw();
  },
  "later-done": (app) => {
    const hands = handsGiven(app.state, app.state.draft.later.round.facts);
    end(app);
    app.play.command("tiles-later", { hands });
  },
  "later-sign": (app) => {
    const { reason } = app.state.draft.later;
    const changes = changesOf(app.state);
    const path = `rounds/${app.state.round.id}/corrections/`;
    const second = (orderedBy) =>
      signPanel((who) => app.line.direct(path, { reason, ...changes, ordered_by: orderedBy, second: who }));
    const first = signPanel(null, app.state.sheet.floorperson?.badge);
    app.screen.open("sign-correction", {
      ...first,
      next: (who) => app.screen.open("sign-correction", { ...second(who), orderedBy: who.badge }),
    });
  },
};

/**
 * What differs between the settlement on the record and the copy, by seat.
 * @param {State} state
 */
export function amounts(state) {
  const { settlement: settled } = state.sheet.round;
  const recorded = new Map(settled.seats.map((row) => [row.seat, row]));
  const { rows, outcome } = outcomes(state.draft.later.round, state.rules, state.sheet.table);
  const seats = rows
    .filter(({ seat }) => seat)
    .map((row) => ({ place: `seat-${row.seat}`, was: recorded.get(row.seat), now: row }));
  const sums = ["bank", "house"].map((place) => ({ place, was: sumOf(settled[place]), now: sumOf(outcome[place]) }));
  return [...seats, ...sums].filter(({ was, now }) => was?.outcome !== now.outcome || was?.total !== now.total);
}

function sumOf({ net }) {
  return { outcome: undefined, total: net };
}

/**
 * In place of "settle": what would differ, and who must sign for it.
 * @param {State} state
 */
export function drawAmended(state, view) {
  const { kind, reason } = state.draft.later;
  const found = amounts(state).map(({ place, was, now }) => ({
    place,
    // biome-ignore lint/suspicious/noThenProperty: the server names the recorded side so
    outcome: { then: was?.outcome, now: now.outcome },
    // biome-ignore lint/suspicious/noThenProperty: the server names the recorded side so
    cents: { then: was?.total ?? 0, now: now.total },
  }));
  const hasChanges = Object.keys(changesOf(state)).length > 0;
  const isTiles = kind === "tiles";
  return {
    ...view,
    title: word(isTiles ? "tiles_later" : "correction"),
    note: isTiles ? word(found.length ? "tiles_differ_short" : "tiles_agree") : word(`correct_${reason}`),
    body: [
      drawDifferences(state, found, !isTiles),
      (found.length > 0 || !isTiles) && h("p.muted", { key: "how" }, word(isTiles ? "tiles_differ" : "correction_how")),
    ],
    main: isTiles
      ? mainButton("later-done", word("record_tiles"), { key: "main" })
      : mainButton("later-sign", [word("sign_correction"), !hasChanges && h("small", {}, word("nothing_changed"))], {
          key: "main",
          class: "button-tall",
          disabled: !hasChanges,
        }),
    aside: [
      !isTiles && button("later-wagers", [icon("chips"), word("wagers")], { key: "wagers" }),
      !isTiles && mayAmendBank(state) && button("later-bank", [icon("bank"), word("bank")], { key: "bank" }),
      button("later-cancel", [icon("close"), word("leave_as_it_was")], { key: "cancel" }),
    ],
  };
}

/**
 * Then and now, and for a correction the difference, which is all that is moved.
 * @param {State} state
 */
function drawDifferences(state, found, isMoved) {
  if (!found.length) return h("p.delivery-plain", { key: "same" }, word("no_differences"));
  const row = (each, index) =>
    h(
      "tr",
      { key: `${each.place} ${index}` },
      h("th", { scope: "row" }, nameOf(state, each.place), isShared(found, each) && h("small", {}, ` ${each.player}`)),
      drawSide(each, "then"),
      drawSide(each, "now"),
      isMoved && drawMove(state, each),
    );
  return h(
    "table.differences",
    { key: "differences" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", {}, ""),
        h("th", {}, word("recorded_then")),
        h("th", {}, word("now_found")),
        isMoved && h("th", {}, word("to_move")),
      ),
    ),
    h("tbody", {}, found.map(row)),
  );
}

function isShared(found, { place, player }) {
  return player && found.filter((other) => other.place === place).length > 1;
}

/** @param {State} state */
function drawMove(state, { place, cents }) {
  const change = cents.now - cents.then;
  if (!place.startsWith("seat-") || !change)
    return h("td", {}, h("b.money", {}, change > 0 ? `+${money(change)}` : money(change)));
  const { counts, rest } = chipsFor(Math.abs(change), state.sheet.table.denominations);
  return h(
    "td",
    {},
    h("b.money", {}, word(change > 0 ? "pay_amount" : "take_amount", { amount: money(Math.abs(change)) })),
    chipCounts(counts, rest),
  );
}

function drawSide({ outcome, cents }, side) {
  return h(
    "td",
    {},
    outcome[side] && h("span", {}, word(`outcome_${outcome[side]}`)),
    h("b.money", {}, cents[side] > 0 ? `+${money(cents[side])}` : money(cents[side])),
  );
}

/** @param {State} state */
function nameOf(state, place) {
  const seat = Number(place.split("-")[1]);
  return seat ? seatName(state, seat) : word(place);
}

/**
 * What the server found when tiles came later or a correction was made.
 * @param {State} state
 */
export function drawFound(state) {
  const { differences, wasCorrected } = state.panel;
  const note = wasCorrected ? "corrected" : differences.length ? "tiles_differ_short" : "tiles_agree";
  return {
    title: word(wasCorrected ? "correction" : "tiles_later"),
    note: word(note),
    body: [
      drawDifferences(state, differences, wasCorrected),
      !wasCorrected && differences.length > 0 && h("p.muted", { key: "how" }, word("tiles_differ")),
    ],
    closes: true,
  };
}

/** @param {State} state */
export function drawCorrect(state) {
  const reasons = state.config.correction_reasons;
  return {
    title: word("correction"),
    note: word("why_correct"),
    body: h(
      "div.choices-list",
      {},
      reasons.map((reason) =>
        h(
          "button.button.button-wide",
          { key: reason, type: "button", "data-do": "correct-because", "data-reason": reason },
          word(`correct_${reason}`),
        ),
      ),
    ),
    closes: true,
  };
}

/** @param {State} state */
export function drawSignCorrection(state) {
  const { orderedBy } = state.panel;
  const known = state.sheet.floorperson;
  const who = known?.badge === orderedBy ? `${known.name} (${orderedBy})` : orderedBy;
  const about = h("p.alert.alert-warn", {}, word(orderedBy ? "second_confirms" : "floor_orders", { badge: who }));
  return drawPin(state, {
    title: word("correction"),
    note: word(orderedBy ? "second_signature" : "first_signature"),
    about,
    label: word(orderedBy ? "sign_correction" : "go_on"),
  });
}
