// A settled round is never edited. Tiles read later and corrections are entered on a copy of it,
// with the same screens as a live round; what differs is shown before anybody signs.

import { h } from "./dom.js";
import { newDraft } from "./draft.js";
import { button, chipCounts, chipsFor, icon, mainButton } from "./pieces.js";
import { drawPin, signPanel } from "./pin.js";
import { outcomes } from "./result-rows.js";
import { money, word } from "./words.js";

const PARTS = ["wagers", "hands", "states"];

/** Begin on a copy: for tiles with empty hands, for a correction with everything as it was. */
function begin(app, kind, reason = "") {
  const settled = app.sheet.round;
  const isQuick = kind === "correct" && Boolean(settled.facts.quick);
  const facts = kind === "tiles" ? { ...settled.facts, quick: null, hands: {} } : settled.facts;
  const copy = {
    ...settled,
    facts,
    settlement: null,
    state: kind === "tiles" || isQuick ? "dealt" : "set",
    depth: isQuick ? "quick" : "tiles",
  };
  const called = Object.fromEntries(
    (facts.quick?.outcomes ?? []).map(({ seat, outcome }) => [seat || "dealer", outcome]),
  );
  app.close();
  app.tap({ ...newDraft(settled.id, app.draft), later: { kind, reason, round: copy }, isQuick, quick: called });
}

function end(app) {
  app.draft = newDraft(app.sheet.round.id, app.draft);
  app.keep();
}

/** Hands as the server takes them, all of them or those that changed. */
function handsGiven(app, facts, before = {}) {
  const name = app.rules.game;
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

/** What a correction replaces; a part that stayed as it was is left out. */
export function changesOf(app) {
  const { facts } = app.draft.later.round;
  const before = app.sheet.round.facts;
  const given = {
    wagers: facts.wagers,
    hands: handsGiven(app, facts, before.hands),
    states: Object.entries(facts.states).map(([seat, state]) => ({ seat: Number(seat), state })),
  };
  const changed = PARTS.filter((part) => JSON.stringify(facts[part]) !== JSON.stringify(before[part]));
  const changes = Object.fromEntries(changed.map((part) => [part, given[part]]));
  const isCalled = facts.quick && JSON.stringify(facts.quick) !== JSON.stringify(before.quick);
  return isCalled ? { ...changes, outcomes: facts.quick.outcomes } : changes;
}

export const acts = {
  "add-tiles": (app) => begin(app, "tiles"),
  correct: (app) => app.open("correct"),
  "correct-because": (app, { reason }) => begin(app, "correct", reason),
  "later-wagers": (app) =>
    app.tap({ later: { ...app.draft.later, round: { ...app.draft.later.round, state: "betting" } } }, word("wagers")),
  "later-cancel": (app) => {
    end(app);
    app.feel.done();
    app.redraw();
  },
  "later-done": (app) => {
    const hands = handsGiven(app, app.draft.later.round.facts);
    end(app);
    app.command("tiles-later", { hands });
  },
  "later-sign": (app) => {
    const { reason } = app.draft.later;
    const changes = changesOf(app);
    const path = `rounds/${app.round.id}/corrections/`;
    const second = (orderedBy) =>
      signPanel((who) => app.direct(path, { reason, ...changes, ordered_by: orderedBy, second: who }));
    const first = signPanel(null, app.sheet.floorperson?.badge);
    app.open("sign-correction", {
      ...first,
      next: (who) => app.open("sign-correction", { ...second(who), orderedBy: who.badge }),
    });
  },
};

/** What differs between the settlement on the record and the copy, by seat. */
export function amounts(app) {
  const recorded = new Map(app.sheet.round.settlement.seats.map((row) => [row.seat, row]));
  const { rows } = outcomes(app.draft.later.round, app.rules, app.sheet.table);
  return rows
    .filter(({ seat }) => seat)
    .map((row) => ({ place: `seat-${row.seat}`, was: recorded.get(row.seat), now: row }))
    .filter(({ was, now }) => was?.outcome !== now.outcome || was?.total !== now.total);
}

/** In place of "settle": what would differ, and who must sign for it. */
export function drawAmended(app, view) {
  const { kind, reason } = app.draft.later;
  const found = amounts(app).map(({ place, was, now }) => ({
    place,
    // biome-ignore lint/suspicious/noThenProperty: the server names the recorded side so
    outcome: { then: was?.outcome, now: now.outcome },
    // biome-ignore lint/suspicious/noThenProperty: the server names the recorded side so
    cents: { then: was?.total ?? 0, now: now.total },
  }));
  const hasChanges = Object.keys(changesOf(app)).length > 0;
  const isTiles = kind === "tiles";
  return {
    ...view,
    title: word(isTiles ? "tiles_later" : "correction"),
    note: isTiles ? word(found.length ? "tiles_differ_short" : "tiles_agree") : word(`correct_${reason}`),
    body: [
      drawDifferences(app, found, !isTiles),
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
      button("later-cancel", [icon("close"), word("leave_as_it_was")], { key: "cancel" }),
    ],
  };
}

/** Then and now, and for a correction the difference, which is all that is moved. */
function drawDifferences(app, found, isMoved) {
  if (!found.length) return h("p.delivery-plain", { key: "same" }, word("no_differences"));
  const row = (each, index) =>
    h(
      "tr",
      { key: `${each.place} ${index}` },
      h("th", { scope: "row" }, nameOf(app, each.place), isShared(found, each) && h("small", {}, ` ${each.player}`)),
      drawSide(each, "then"),
      drawSide(each, "now"),
      isMoved && drawMove(app, each),
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

function drawMove(app, { place, cents }) {
  const change = cents.now - cents.then;
  if (!place.startsWith("seat-") || !change)
    return h("td", {}, h("b.money", {}, change > 0 ? `+${money(change)}` : money(change)));
  const { counts, rest } = chipsFor(Math.abs(change), app.sheet.table.denominations);
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

function nameOf(app, place) {
  const seat = Number(place.split("-")[1]);
  return seat ? app.seatName(seat) : word(place);
}

/** What the server found when tiles came later or a correction was made. */
export function drawFound(app) {
  const { differences, wasCorrected } = app.panel;
  const note = wasCorrected ? "corrected" : differences.length ? "tiles_differ_short" : "tiles_agree";
  return {
    title: word(wasCorrected ? "correction" : "tiles_later"),
    note: word(note),
    body: [
      drawDifferences(app, differences, wasCorrected),
      !wasCorrected && differences.length > 0 && h("p.muted", { key: "how" }, word("tiles_differ")),
    ],
    closes: true,
  };
}

export function drawCorrect(app) {
  const reasons = app.config.correction_reasons;
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

export function drawSignCorrection(app) {
  const { orderedBy } = app.panel;
  const known = app.sheet.floorperson;
  const who = known?.badge === orderedBy ? `${known.name} (${orderedBy})` : orderedBy;
  const about = h("p.alert.alert-warn", {}, word(orderedBy ? "second_confirms" : "floor_orders", { badge: who }));
  return drawPin(app, {
    title: word("correction"),
    note: word(orderedBy ? "second_signature" : "first_signature"),
    about,
    label: word(orderedBy ? "sign_correction" : "go_on"),
  });
}
