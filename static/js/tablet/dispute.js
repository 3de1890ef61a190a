// A player does not agree: what is claimed, who claims it, how much it is about, then one button to
// record it. The floor and surveillance go on from there; the round waits until they let it go.

/** @import { Acts, State } from "./types.d.ts" */

import { places, sideAt, wagerAt } from "../rules/round.js";
import { wagerTrouble } from "./betting.js";
import { h } from "./dom.js";
import { seatName } from "./names.js";
import { chip, icon, mainButton } from "./pieces.js";
import { chipsOnPad, sendWagers } from "./wagers.js";
import { money, time, word } from "./words.js";

const SIDES = ["pair_fortunes", "three_card", "four_card"];
const NO_SEAT = "none";
// What is claimed here is seldom about money; an amount can still be tapped.
const WITHOUT_AMOUNT = new Set(["bank_turn", "conduct"]);

/** @type {Acts} */
export const acts = {
  dispute: (app) => {
    if (app.state.step === "betting" && !wagerTrouble(app.state)) sendWagers(app);
    app.screen.open("dispute");
  },
  "dispute-claim": (app, { claim }) => app.screen.open("dispute", { claim, seat: null, cents: 0 }),
  "dispute-seat": (app, { seat }) => app.screen.change({ seat, cents: usualAmount(app.state, seat) }),
  "dispute-amount": (app, { cents }) => app.screen.change({ cents: Number(cents) }),
  "dispute-chip": (app, { value }) => app.screen.change({ cents: app.state.panel.cents + Number(value) }),
  "dispute-record": (app) => {
    const { claim, seat, cents } = app.state.panel;
    app.screen.close();
    app.play.command("disputes", { claim, seat: seat === NO_SEAT ? null : Number(seat), amount_cents: cents || null });
    app.screen.say(word("dispute_recorded"), "warn");
  },
};

function usualAmount({ round, panel }, seat) {
  return seat === NO_SEAT || WITHOUT_AMOUNT.has(panel.claim) ? 0 : wagerAt(round, Number(seat));
}

/** Disputes that nobody has decided yet. */
function openDisputes({ round }) {
  return round?.disputes.filter((each) => !each.decided_at) ?? [];
}

/**
 * The button below the table: how many are open, and when the player may expect an answer.
 * @param {State} state
 */
export function disputeWords(state) {
  const open = openDisputes(state);
  if (!open.length) return word("dispute");
  return [word("disputes_open", { n: open.length }), h("small", {}, promise(open[0]))];
}

function promise({ opened_at: opened, review_began_at: began, expected_at: expected }) {
  if (expected) return word("review_expected", { time: time(expected) });
  return word(began ? "review_began" : "dispute_opened", { time: time(began ?? opened) });
}

/**
 * What is disputed already, with the times that the player may be told.
 * @param {State} state
 */
function drawOpen(state) {
  const open = openDisputes(state);
  if (!open.length) return null;
  return h(
    "ul.open-disputes",
    { key: "open" },
    open.map((each) => h("li", { key: each.id }, h("b", {}, disputed(state, each)), h("span", {}, reviewTimes(each)))),
  );
}

function reviewTimes({ opened_at: opened, review_began_at: began, expected_at: expected }) {
  const since = began ? word("review_began", { time: time(began) }) : word("dispute_opened", { time: time(opened) });
  return expected ? `${since} · ${word("review_expected", { time: time(expected) })}` : since;
}

/**
 * Nothing is entered while a dispute holds the round; the times are there to be told.
 * @param {State} state
 */
export function drawHeld(state) {
  return {
    title: word("round_waits"),
    note: word("round_waits_note"),
    body: [
      h(
        "ul.held",
        { key: "held" },
        openDisputes(state).map((each) => drawWaiting(state, each)),
      ),
      h("p.muted", { key: "goes-on" }, word("round_goes_on")),
    ],
  };
}

/** @param {State} state */
function drawWaiting(state, each) {
  const { opened_at: opened, review_began_at: began, expected_at: expected } = each;
  return h(
    "li",
    { key: each.id },
    h("b", {}, disputed(state, each)),
    h("span", {}, began ? word("review_began", { time: time(began) }) : word("dispute_opened", { time: time(opened) })),
    expected && h("strong", {}, word("review_expected", { time: time(expected) })),
  );
}

/**
 * "Seat 2 · A hand was read wrongly · $25".
 * @param {State} state
 */
function disputed(state, { seat, claim, amount_cents: cents }) {
  return [seat && seatName(state, seat), word(`claim_${claim}`), cents && money(cents)].filter(Boolean).join(" · ");
}

/** @param {State} state */
export function drawDispute(state) {
  return state.panel.claim ? drawClaim(state) : drawClaims(state);
}

/** @param {State} state */
function drawClaims(state) {
  const claims = state.config.claims.map((claim) =>
    h(
      "button.button.button-wide",
      { key: claim, type: "button", "data-do": "dispute-claim", "data-claim": claim },
      word(`claim_${claim}`),
    ),
  );
  return {
    title: word("dispute"),
    note: word("what_is_claimed"),
    body: [drawOpen(state), h("div.event-list", { key: "claims" }, claims)],
    closes: true,
  };
}

/** @param {State} state */
function drawClaim(state) {
  const { claim, seat, cents } = state.panel;
  const who = seat === NO_SEAT ? word("no_seat") : seat && seatName(state, Number(seat));
  const label = seat
    ? [word("record_dispute"), h("small", {}, [who, cents > 0 && money(cents)].filter(Boolean).join(" · "))]
    : word("record_dispute");
  return {
    title: word(`claim_${claim}`),
    note: word("who_and_how_much"),
    body: [drawSeats(state), drawAmount(state)],
    main: mainButton("dispute-record", label, { key: "main", class: "button-tall", disabled: !seat }),
    closes: true,
  };
}

/** @param {State} state */
function drawSeats(state) {
  const seats = places(state.round).filter((place) => place !== "dealer");
  const choice = (seat, name, about) =>
    h(
      "button.button.button-tall",
      {
        key: seat,
        type: "button",
        "data-do": "dispute-seat",
        "data-seat": seat,
        "aria-pressed": String(state.panel.seat === seat),
      },
      h("b", {}, name),
      about && h("small.money", {}, about),
    );
  return h(
    "div.dispute-seats",
    { key: "seats", role: "group", "aria-label": word("which_seat") },
    seats.map((seat) =>
      choice(
        seat,
        seatName(state, Number(seat)),
        wagerAt(state.round, Number(seat)) > 0 && money(wagerAt(state.round, Number(seat))),
      ),
    ),
    choice(NO_SEAT, word("no_seat")),
  );
}

/** What the claim may be about: the wager, what was paid or taken, a side wager; or chips. */
function amounts({ round, panel }, row) {
  const seat = Number(panel.seat);
  const found = [[word("wager"), wagerAt(round, seat)]];
  if (row?.main.cents) found.push([word(row.main.cents > 0 ? "paid" : "taken"), Math.abs(row.main.cents)]);
  for (const name of SIDES) found.push([word(name), sideAt(round, seat, name)]);
  return found.filter(([, cents]) => cents > 0);
}

/** @param {State} state */
function drawAmount(state) {
  const { seat, cents } = state.panel;
  const picks = seat && seat !== NO_SEAT ? amounts(state, state.rowOf(seat)) : [];
  const pick = (name, amount) =>
    h(
      "button.button.button-tall",
      {
        key: name,
        type: "button",
        "data-do": "dispute-amount",
        "data-cents": amount,
        "aria-pressed": String(cents === amount),
      },
      h("span", {}, name),
      amount > 0 && h("b.money", {}, money(amount)),
    );
  return h(
    "div.dispute-amount",
    { key: "amount", role: "group", "aria-label": word("amount_disputed") },
    h("p", {}, word("amount_disputed"), h("b.money", {}, cents > 0 ? money(cents) : "–")),
    h(
      "div.dispute-picks",
      {},
      picks.map(([name, amount]) => pick(name, amount)),
      pick(word("no_amount"), 0),
    ),
    h(
      "div.dispute-chips",
      {},
      chipsOnPad(state).map((value) =>
        h(
          "button.chip-key",
          {
            key: value,
            type: "button",
            "data-do": "dispute-chip",
            "data-value": value,
            "aria-label": word("add_chip", { amount: money(value) }),
          },
          icon("plus", "s"),
          chip(value),
        ),
      ),
    ),
  );
}
