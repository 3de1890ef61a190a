// A player does not agree: about which round, what is claimed, who claims it, how much it is about,
// then one button to record it. The floor and surveillance go on from there; the round waits until they
// let it go, or until the dealer takes back what nobody has taken up yet.

/** @import { Round } from "../rules/types.d.ts" */
/** @import { Acts, App, State } from "./types.d.ts" */

import { places, sideAt, wagerAt } from "../rules/round.js";
import { wagerTrouble } from "./betting.js";
import { h } from "./dom.js";
import { seatName } from "./names.js";
import { fetchPast, roundsBefore } from "./past-rounds.js";
import { button, chip, icon, mainButton } from "./pieces.js";
import { outcomes } from "./result-rows.js";
import { chipsOnPad, sendWagers } from "./wagers.js";
import { money, time, word } from "./words.js";

const SIDES = ["pair_fortunes", "three_card", "four_card"];
const NO_SEAT = "none";
// What is claimed here is seldom about money; an amount can still be tapped.
const WITHOUT_AMOUNT = new Set(["bank_turn", "conduct"]);

// What can be claimed while no hand lies there, and before the tiles do.
const BEFORE_HANDS = {
  betting: ["wager_disputed", "bank_turn", "conduct", "other"],
  closed: ["wager_disputed", "late_wager", "bank_turn", "wrong_deal", "tiles_mixed", "conduct", "other"],
};
const ROUNDS_OFFERED = 3;

/** @type {Acts} */
export const acts = {
  dispute: async (app) => {
    const { state, screen } = app;
    if (state.step === "betting" && !wagerTrouble(state)) sendWagers(app);
    screen.open("dispute", { about: usualRound(state) });
    if (roundsBefore(state).length) return;
    await fetchPast(app);
    if (state.panel?.name === "dispute" && !state.panel.claim) screen.change({ about: usualRound(state) });
  },
  "dispute-about": (app, { id }) => app.screen.open("dispute", { about: id === app.state.liveRound?.id ? null : id }),
  "dispute-claim": (app, { claim }) =>
    app.screen.open("dispute", { about: app.state.panel.about, claim, seat: null, cents: 0 }),
  "dispute-withdraw": withdraw,
  "dispute-seat": (app, { seat }) => app.screen.change({ seat, cents: usualAmount(app.state, seat) }),
  "dispute-amount": (app, { cents }) => app.screen.change({ cents: Number(cents) }),
  "dispute-chip": (app, { value }) => app.screen.change({ cents: app.state.panel.cents + Number(value) }),
  "dispute-record": (app) => {
    const { claim, seat, cents, about } = app.state.panel;
    const body = { claim, seat: seat === NO_SEAT ? null : Number(seat), amount_cents: cents || null };
    const disputed = roundOf(app.state);
    app.screen.close();
    if (about) app.play.aside(disputed, "disputes", body);
    else app.play.command("disputes", body);
    app.screen.say(`${word("disputed_round", { n: disputed.number })}: ${word("dispute_recorded")}`, "warn");
  },
};

/**
 * A player complains after having been paid, so before the next hands lie it is about the round before.
 * @param {State} state
 */
function usualRound(state) {
  const isNew = !state.liveRound || state.liveRound.state in BEFORE_HANDS || state.liveRound.state === "void";
  return isNew ? (roundsBefore(state)[0]?.id ?? null) : null;
}

/**
 * The round that the open panel is about.
 * @param {State} state
 */
function roundOf(state) {
  return state.past.find(({ id }) => id === state.panel.about) ?? state.liveRound;
}

/**
 * Take back a dispute that nobody reviews yet.
 * @param {App} app
 * @param {Record<string, string>} data
 */
function withdraw(app, { n, round }) {
  const { state, play, screen } = app;
  const name = `disputes/${n}/withdraw`;
  screen.close();
  if (!round || round === state.liveRound?.id) play.command(name, {});
  else play.aside({ id: round, version: state.sheet.disputes.find((each) => each.round === round).version }, name, {});
  screen.say(word("dispute_withdrawn"), "warn");
}

function usualAmount(state, seat) {
  return seat === NO_SEAT || WITHOUT_AMOUNT.has(state.panel.claim) ? 0 : wagerAt(roundOf(state), Number(seat));
}

/** Disputes about the round on the screen that nobody has decided yet. */
function openDisputes({ liveRound: round }) {
  return round?.disputes.filter((each) => !each.decided_at) ?? [];
}

/**
 * Every open dispute of the table, also about rounds that are over.
 * @param {State} state
 */
export function disputesHere(state) {
  if (state.training) return [];
  const others = (state.sheet?.disputes ?? []).filter(({ round }) => round !== state.liveRound?.id);
  return [...openDisputes(state), ...others];
}

/**
 * The button below the table: how many are open, and when the player may expect an answer.
 * @param {State} state
 */
export function disputeWords(state) {
  const open = disputesHere(state);
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
  const open = disputesHere(state);
  if (!open.length) return null;
  return h(
    "ul.open-disputes",
    { key: "open" },
    open.map((each) =>
      h(
        "li",
        { key: each.id },
        h("b", {}, disputed(state, each)),
        h("span", {}, reviewTimes(each)),
        drawWithdraw(state, each),
      ),
    ),
  );
}

/**
 * Whoever opened a dispute may take it back until somebody reviews it; else it says why not.
 * @param {State} state
 */
function drawWithdraw({ config }, { n, round, review_began_at: began, opened_by: opener = config.person.badge }) {
  if (began) return h("small", {}, word("review_is_on"));
  if (opener !== config.person.badge && config.person.relieves) return h("small", {}, word("only_opener_withdraws"));
  return button("dispute-withdraw", [icon("undo"), word("withdraw_dispute")], {
    key: "withdraw",
    "data-n": n,
    "data-round": round,
  });
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
    drawWithdraw(state, each),
  );
}

/**
 * "Seat 2 · A hand was read wrongly · $25".
 * @param {State} state
 */
function disputed(state, { seat, claim, amount_cents: cents, number, round }) {
  const about = round && round !== state.liveRound?.id && word("disputed_round", { n: number });
  return [about, seat && seatName(state, seat), word(`claim_${claim}`), cents && money(cents)]
    .filter(Boolean)
    .join(" · ");
}

/** @param {State} state */
export function drawDispute(state) {
  return state.panel.claim ? drawClaim(state) : drawClaims(state);
}

/** @param {State} state */
function drawClaims(state) {
  const { state: reached = "void" } = roundOf(state) ?? {};
  const claims = (BEFORE_HANDS[reached] ?? state.config.claims).map((claim) =>
    h(
      "button.button.button-wide",
      { key: claim, type: "button", "data-do": "dispute-claim", "data-claim": claim },
      word(`claim_${claim}`),
    ),
  );
  return {
    title: word("dispute"),
    note: word("what_is_claimed"),
    body: [drawOpen(state), drawRounds(state), h("div.event-list.claims", { key: "claims" }, claims)],
    closes: true,
  };
}

/**
 * Which round is meant: the one on the screen, or one of those before it.
 * @param {State} state
 */
function drawRounds(state) {
  const live = state.liveRound && state.liveRound.state !== "void" ? [state.liveRound] : [];
  const before = roundsBefore(state).filter((each) => each.state === "settled");
  const about = roundOf(state)?.id;
  return h(
    "div.dispute-rounds",
    { key: "rounds", role: "group", "aria-label": word("about_which_round") },
    h("p", { key: "ask" }, word("about_which_round")),
    [...live, ...before].slice(0, ROUNDS_OFFERED).map(({ id, number }) =>
      button("dispute-about", word(id === live[0]?.id ? "this_round_n" : "disputed_round", { n: number }), {
        key: id,
        "data-id": id,
        "aria-pressed": String(id === about),
      }),
    ),
  );
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
    note: `${word("disputed_round", { n: roundOf(state).number })} · ${word("who_and_how_much")}`,
    body: [drawSeats(state), drawAmount(state)],
    main: mainButton("dispute-record", label, { key: "main", class: "button-tall", disabled: !seat }),
    closes: true,
  };
}

/** @param {State} state */
function drawSeats(state) {
  const round = roundOf(state);
  const seats = places(round).filter((place) => place !== "dealer");
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
        wagerAt(round, Number(seat)) > 0 && money(wagerAt(round, Number(seat))),
      ),
    ),
    choice(NO_SEAT, word("no_seat")),
  );
}

/** What the claim may be about: the wager, what was paid or taken, a side wager; or chips. */
function amounts(state, round) {
  const seat = Number(state.panel.seat);
  const row = rowOf(state, round, String(seat));
  const found = [[word("wager"), wagerAt(round, seat)]];
  if (row?.main.cents) found.push([word(row.main.cents > 0 ? "paid" : "taken"), Math.abs(row.main.cents)]);
  for (const name of SIDES) found.push([word(name), sideAt(round, seat, name)]);
  return found.filter(([, cents]) => cents > 0);
}

/**
 * What a seat got or gave in a round; nothing while that is not known.
 * @param {State} state
 * @param {Round} round
 */
function rowOf(state, round, place) {
  if (round.id === state.liveRound?.id) return state.rowOf(place);
  return outcomes(round, state.rules, state.sheet.table).rows.find((row) => row.place === place);
}

/** @param {State} state */
function drawAmount(state) {
  const { seat, cents } = state.panel;
  const picks = seat && seat !== NO_SEAT ? amounts(state, roundOf(state)) : [];
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
