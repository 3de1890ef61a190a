// The result in the order the dealer pays; a tap ticks a seat, one tap settles all. What the
// preview showed and what the server says stand in the same place, so nothing moves.

/** @import { Acts, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { waiting } from "./irregularity.js";
import { seatName } from "./names.js";
import { button, chipCounts, icon, mainButton } from "./pieces.js";
import { previewReasons } from "./why.js";
import { money, time, word } from "./words.js";

// A coupon is played once: won or lost, it goes.
const OVER = new Set(["win", "lose", "foul", "surrendered", "conceded", "abandoned"]);

/** @type {Acts} */
export const acts = {
  paid: (app, { place }) => {
    const paid = isPaid(app.state, place)
      ? app.state.draft.paid.filter((other) => other !== place)
      : [...app.state.draft.paid, place];
    app.play.tap({ paid });
  },
  moved: (app, { index }) => {
    const { moved = [] } = app.state.draft;
    const isDone = moved.includes(Number(index));
    app.play.tap({ moved: isDone ? moved.filter((each) => each !== Number(index)) : [...moved, Number(index)] });
  },
  steps: (app) => app.play.tap({ showsSteps: !app.state.draft.showsSteps }),
  why: async (app) => {
    app.screen.open("why", { reasons: previewReasons(app.state) });
    if (app.state.round.state !== "settled" || app.state.training) return;
    const { status, body } = await app.line.api.get(`rounds/${app.state.round.id}/why/`);
    if (app.state.panel?.name === "why" && status === 200) app.screen.open("why", { reasons: body.reasons });
  },
};

/** Whether the dealer has ticked a place off. */
export function isPaid({ draft }, place) {
  return !draft.later && draft.paid.includes(place);
}

/** @param {State} state */
export function drawResult(state) {
  const { round, result } = state;
  const settled = round.state === "settled";
  const hasSteps = state.rules.game === "tiles" && !round.correction;
  return {
    title: word(round.correction ? "round_corrected" : settled ? "settled" : "result"),
    note: resultNote(state),
    alarm: (state.differs && word("preview_differs")) || payoutAlarm(state),
    body: [
      state.draft.showsSteps && hasSteps
        ? drawMovements(state)
        : h(
            "ol.result-rows",
            { key: "rows" },
            result.rows.map((row) => drawRow(state, row)),
          ),
      drawTotals(state),
    ],
    main: settled
      ? [
          h("button.button.button-main", { key: "fresh", type: "button", "data-do": "new-wagers" }, word("new_wagers")),
          mainButton("next-round", word("next_round"), { key: "main" }),
        ]
      : [
          h("span.work-nothing", { key: "later" }),
          waiting(state)
            ? mainButton("irregularity", [word("ruling_waits"), h("small", {}, word("ruling_first"))], {
                class: "button-tall button-waits",
                key: "ruling",
              })
            : mainButton("settle", [word("settle"), h("small", {}, word("settle_all_paid"))], {
                class: "button-tall",
                key: "main",
              }),
        ],
    aside: [
      hasSteps &&
        button("steps", [icon("chips"), word("step_by_step")], {
          key: "steps",
          "aria-pressed": String(Boolean(state.draft.showsSteps)),
        }),
      button("why", [icon("why"), word("why")], { key: "why" }),
    ],
  };
}

/**
 * Which seats are paid so much that a document is signed, known before the server says so (COMAR 36.05.03.23).
 * @param {State} state
 */
function payoutAlarm({ sheet, training, result, round }) {
  const { payout_cents: most, side_payout_cents: mostSide } = sheet.cash;
  const isPlayers = result.outcome.bank.kind === "player";
  const isLarge = ({ outcome, amount, sides }) =>
    (outcome === "win" && !isPlayers && amount >= most) ||
    sides.some(({ cents, jackpot }) => jackpot > 0 || cents >= mostSide);
  const seats = result.rows.filter(isLarge).map(({ place }) => place);
  const settled = result.isPreview ? "payout_document_waits" : "payout_document_told";
  const said = round.state === "settled" ? settled : "payout_document";
  return !training && seats.length > 0 && word(said, { seats: seats.join(", ") });
}

function resultNote({ result, round }) {
  if (round.correction)
    return word("move_the_difference", { name: round.correction.ordered_by, time: time(round.correction.at) });
  if (round.facts.quick) return word("quick_result");
  return result.isPreview ? word("pay_in_order") : word("recorded_pay_in_order");
}

/** @param {State} state */
function drawRow(state, row) {
  const done = isPaid(state, row.place);
  return h(
    "li",
    { key: row.place },
    h(
      "button.result-row",
      {
        type: "button",
        "data-do": "paid",
        "data-place": row.place,
        "aria-pressed": String(done),
        "data-outcome": row.outcome,
      },
      rowParts(row),
      h("span.result-tick", { "data-done": done || undefined }, done && icon("check")),
    ),
  );
}

/** A row of a round that is over: there is nothing to tick off. */
export function drawPastRow(row) {
  return h("li", { key: row.place }, h("div.result-row", { "data-outcome": row.outcome }, rowParts(row), h("span")));
}

function rowParts(row) {
  return [
    h("b.result-seat", {}, row.place === "dealer" ? word("dealer_short") : row.place),
    h(
      "span.result-outcome",
      {},
      icon(signOf(row.outcome)),
      h(
        "span",
        {},
        h("b", {}, word(`outcome_${row.outcome}`)),
        row.high && h("small", {}, word("high_low", { high: word(`half_${row.high}`), low: word(`half_${row.low}`) })),
        row.sides.length > 0 && h("small.result-net", {}, word("net_amount", { amount: signed(row.total) })),
      ),
    ),
    row.change
      ? h("span.result-moves", {}, drawChange(row))
      : h(
          "span.result-moves",
          {},
          drawMain(row),
          row.players.length > 1 && drawPlayers(row.players),
          row.sides.map((side) => drawSide(side)),
        ),
  ];
}

/** The wager's own movement: what the dealer's hands do first, so it is the largest. */
function drawMain(row) {
  const parts = [];
  if (row.vigorish) parts.push(word("less_vigorish", { won: money(row.won), vigorish: money(row.vigorish) }));
  if (row.returned) parts.push(word("returned", { amount: money(row.returned) }));
  if (row.coupon) parts.push(word(OVER.has(row.outcome) ? "coupon_taken" : "coupon_stays"));
  return h(
    "span.result-move",
    { key: "main" },
    h("span", {}, h("b.money", {}, mainWords(row)), parts.length > 0 && h("small", {}, parts.join(" · "))),
    row.players.length < 2 && chipCounts(row.main.counts, row.main.rest),
  );
}

/** After a correction only what differs from what was paid before it is moved. */
function drawChange({ place, change: { then, now, cents, counts, rest } }) {
  const text = cents ? word(actOf(place, cents), { amount: money(Math.abs(cents)) }) : word("bank_even");
  return h(
    "span.result-move",
    { key: "change" },
    h("span", {}, h("b.money", {}, text), cents !== 0 && h("small", {}, `${signed(then)} → ${signed(now)}`)),
    chipCounts(counts, rest),
  );
}

/** What each player of a box gets or gives of it. */
function drawPlayers(players) {
  return h(
    "span.result-players",
    { key: "players" },
    players.map(({ player, net, counts = [], rest = 0 }) =>
      h("span", { key: player }, h("b", {}, player), ` ${signed(net)}`, net > 0 && chipCounts(counts, rest)),
    ),
  );
}

export function mainWords({ place, outcome, main, wager }) {
  if (!main.cents)
    return outcome === "bank" ? word("bank_even") : word(restOf(place, outcome), { amount: money(wager) });
  return word(actOf(place, main.cents), { amount: money(Math.abs(main.cents)) });
}

/** What becomes of a wager that neither wins nor loses. */
function restOf(place, outcome) {
  if (place === "dealer") return "back_to_tray";
  return outcome === "void" ? "give_back" : "stays";
}

function actOf(place, cents) {
  const acts = place === "dealer" ? ["tray_gives", "tray_gets"] : ["take_amount", "pay_amount"];
  return acts[Number(cents > 0)];
}

/** A side wager is against the house whoever banks, and moves by itself. */
function sideMoved({ cents, stake }) {
  return cents
    ? word(cents > 0 ? "pay_amount" : "take_amount", { amount: money(Math.abs(cents)) })
    : word("stays", { amount: money(stake) });
}

/** A side wager in few words: "Pair Fortunes Take $5". */
export function sideWords(side) {
  return `${word(side.name)} ${sideMoved(side)}`;
}

function drawSide(side) {
  const { name, cents, stake, counts, rest, jackpot } = side;
  const text = sideMoved(side);
  return h(
    "span.result-move.result-side",
    { key: name },
    h(
      "span",
      {},
      `${word(name)} `,
      h("b.money", {}, text),
      jackpot > 0
        ? h("small.result-jackpot", {}, word("with_jackpot", { amount: money(jackpot) }))
        : cents > 0 && h("small", {}, word("stays", { amount: money(stake) })),
    ),
    chipCounts(counts, rest),
  );
}

function signOf(outcome) {
  return { win: "win", lose: "lose", push: "push", bank: "bank", foul: "warn" }[outcome] ?? "void";
}

function signed(cents) {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/** @param {State} state */
function drawMovements(state) {
  return h(
    "ol.movements",
    { key: "movements", "aria-label": word("movements") },
    state.result.movements.map((move, index) =>
      h(
        "li",
        { key: index },
        h(
          "button.movement",
          {
            type: "button",
            "data-do": "moved",
            "data-index": index,
            "aria-pressed": String(Boolean(state.draft.moved?.includes(index))),
          },
          h(
            "span",
            {},
            `${ownerName(state, move.from)} → ${ownerName(state, move.to)}`,
            h("small", {}, word(`move_${move.reason}`)),
          ),
          h("b.money", {}, money(move.cents)),
        ),
      ),
    ),
  );
}

/** @param {State} state */
function ownerName(state, place) {
  const seat = Number(place.split("-")[1]);
  return seat ? seatName(state, seat) : word(`at_${place}`);
}

export function drawTotals({ rules, result: { outcome } }) {
  const { bank, house } = outcome;
  return h(
    "dl.result-totals",
    { key: "totals" },
    bank.kind !== "house" &&
      h(
        "div",
        {},
        h("dt", {}, word(bank.kind === "co-bank" ? "co_banker" : "bank")),
        h("dd.money", {}, signed(bank.net)),
      ),
    h("div", {}, h("dt", {}, word("house")), h("dd.money", {}, signed(house.net))),
    rules.tables.vigorish && h("div", {}, h("dt", {}, word("vigorish")), h("dd.money", {}, money(house.vigorish))),
  );
}
