// The bank goes round, seat by seat in the right order; a refused seat has its reason beside it.

/** @import { Acts, App, State } from "./types.d.ts" */

import { coverNeeded } from "../rules/cover.js";
import { askFunds, drawFunds } from "./bank-funds.js";
import { drawSharing, mayShare } from "./bank-shares.js";
import { lastBefore, offeredRound, offersOf, wagerTrouble } from "./betting.js";
import { h } from "./dom.js";
import { seatName } from "./names.js";
import { button, icon, mainButton } from "./pieces.js";
import { sendWagers } from "./wagers.js";
import { money, word } from "./words.js";

/**
 * Somebody takes the bank alone, or several of one box share it; what they show is known by now.
 * @param {App} app
 */
export function takeBank(app, taken) {
  if (app.state.draft.bank.isHeld) return showsAgain(app, taken);
  decide(app, [...app.state.draft.bank.answers, { seat: app.state.draft.bank.order[0], answer: "take", ...taken }]);
}

/**
 * Whoever banks shows more than before, because more is wagered by now. Whoever passed may have left since.
 * @param {App} app
 */
function showsAgain(app, taken) {
  const { bank, dealer_wager: dealers } = app.state.round.facts;
  app.play.command(
    "bank",
    { answers: [{ seat: bank.seat, answer: bank.answers.at(-1).answer, ...taken }], others_pass: true },
    {
      known: { last_cents: lastBefore(app.state, bank.seat) },
      undo: word("bank"),
      changes: { bank: null },
      reopens: { bank: offering(app.state), seat: null },
    },
  );
  if (dealers !== null) app.play.command("dealer-wager", { cents: dealers });
}

/**
 * Queue the answers; where the order is not the server's, it reads the rest as passes.
 * @param {App} app
 */
function decide(app, answers) {
  const isServers = app.state.draft.bank?.isServers ?? isTheServers(app.state);
  const body = isServers
    ? { answers }
    : { answers: answers.filter(({ answer }) => answer !== "pass"), others_pass: true };
  const taker = answers.find(({ answer }) => answer !== "pass");
  app.play.command("bank", body, {
    known: { last_cents: taker ? lastBefore(app.state, taker.seat) : 0 },
    undo: word("bank"),
    changes: { bank: null },
    reopens: { bank: offering(app.state), seat: null },
  });
}

/**
 * The order as it is known when the offering begins; it holds until somebody has answered.
 * @param {State} state
 */
function offering(state) {
  const { order, refused } = offersOf(state);
  return { order, refused, isServers: isTheServers(state), answers: [] };
}

/** @param {State} state */
function isTheServers(state) {
  const { isKnown, isOwn } = offersOf(state);
  return isKnown && !isOwn;
}

/** @param {App} app */
function answer(app, said = "pass") {
  const { bank } = app.state.draft;
  const [seat, ...order] = bank.order;
  const answers = [...bank.answers, { seat, answer: said }];
  if (!order.length) return decide(app, answers);
  app.play.tap({ bank: { ...bank, answers, order } }, word("passed", { seat: seatName(app.state, seat) }));
}

function passes(seats) {
  return seats.map((seat) => ({ seat, answer: "pass" }));
}

/**
 * The bank is offered against what lies there: a wager that may not stand is said first.
 * @param {App} app
 */
function areWagersSent(app) {
  const trouble = wagerTrouble(app.state);
  if (trouble) app.screen.refuse(trouble);
  else sendWagers(app);
  return !trouble;
}

/** @type {Acts} */
export const acts = {
  "offer-bank": (app) => {
    if (!areWagersSent(app)) return;
    app.play.tap({ bank: offering(app.state), seat: null }, word("bank"));
  },
  "bank-take": (app) => askFunds(app, "take"),
  "bank-co": (app) => askFunds(app, "co_bank"),
  "bank-pass": (app) => answer(app),
  "bank-nobody": (app) => {
    if (!areWagersSent(app)) return;
    decide(app, passes(offersOf(app.state).order));
  },
  "bank-all-pass": (app) => decide(app, [...app.state.draft.bank.answers, ...passes(app.state.draft.bank.order)]),
  "bank-shows": (app) => {
    const { seat, answers } = app.state.round.facts.bank;
    if (!areWagersSent(app)) return;
    const held = { ...offering(app.state), order: [seat], isHeld: true };
    app.play.tap({ bank: { ...held, funds: { said: answers.at(-1).answer, cents: 0 } }, seat: null }, word("bank"));
  },
  "bank-cancel": (app) => app.play.tap({ bank: null }),
  "dealer-wager": (app, { cents, usual }) =>
    app.play.command(
      "dealer-wager",
      { cents: Number(cents) },
      {
        undo: word("dealer_wager"),
        changes: { dealerUsual: Number(usual) },
        inverse: [["dealer-wager", { cents: app.state.round.facts.dealer_wager ?? 0 }]],
      },
    ),
};

/** @param {State} state */
export function drawBank(state) {
  const { bank } = state.draft;
  const { facts } = offeredRound(state);
  if (bank.shares) return drawSharing(state);
  if (bank.funds) return drawFunds(state);
  const seat = bank.order[0] ?? null;
  return {
    title: word("the_bank"),
    note: seat === null ? word("house_banks") : word("offered_to", { seat: seatName(state, seat) }),
    body: [
      offersOf(state).isOwn && state.connection !== "live" && h("p.muted", { key: "own" }, word("record_decides")),
      seat !== null && drawOffer(state, seat),
      h(
        "ol.offers",
        { key: "offers", "aria-label": word("order_of_offers") },
        bank.answers.map(({ seat: other }) =>
          h(
            "li.offer",
            { key: other, "data-state": "passed" },
            h("b", {}, seatName(state, other)),
            h("span", {}, word("pass")),
          ),
        ),
        bank.order.map((other, index) =>
          h(
            "li.offer",
            { key: other, "data-state": index ? "waits" : "asked" },
            h("b", {}, seatName(state, other)),
            h("span", {}, money(coverNeeded(facts, { seat: other, answer: "take" })), " ", word("to_cover")),
          ),
        ),
        bank.refused.map(({ seat: other, reason, rule }) =>
          h(
            "li.offer",
            { key: `no-${other}`, "data-state": "refused" },
            h("b", {}, seatName(state, other)),
            h("span", {}, icon("info", "s"), word(`no_bank_${reason}`), h("small.rule", {}, rule)),
          ),
        ),
      ),
    ],
    main: seat !== null && mainButton("bank-all-pass", word("all_pass"), {}),
    back: button("bank-cancel", word("back")),
  };
}

/** @param {State} state */
function drawOffer(state, seat) {
  const { facts } = offeredRound(state);
  const half = state.rules.offersCoBank;
  return h(
    "div.offer-now",
    { key: "now" },
    h(
      "p",
      {},
      word("must_cover", {
        seat: seatName(state, seat),
        amount: money(coverNeeded(facts, { seat, answer: "take" })),
      }),
    ),
    h(
      "div.offer-answers",
      {},
      h(
        "button.button.button-main.button-felt",
        { type: "button", "data-do": "bank-take" },
        icon("bank"),
        word("takes_bank"),
      ),
      half &&
        h(
          "button.button.button-main.button-felt",
          { type: "button", "data-do": "bank-co" },
          icon("co-bank"),
          h(
            "span",
            {},
            word("co_bank"),
            h("small", {}, word("half_to_cover", { amount: money(coverNeeded(facts, { seat, answer: "co_bank" })) })),
          ),
        ),
      mayShare(state, seat) &&
        h(
          "button.button.button-main.button-felt",
          { type: "button", "data-do": "bank-share" },
          icon("co-bank"),
          word("share_bank"),
        ),
      h("button.button.button-main", { type: "button", "data-do": "bank-pass" }, word("pass")),
    ),
  );
}

/**
 * The dealer may wager against a player's bank: as much as is usual, half, or nothing.
 * @param {State} state
 */
export function drawDealerWager(state) {
  const now = state.round.facts.dealer_wager ?? 0;
  const usual = Math.max(now, state.draft.dealerUsual ?? 0);
  const { denominations, minimum_cents: least } = state.sheet.table;
  const chip = Math.max(...denominations.filter((cents) => cents <= least), Math.min(...denominations));
  const half = Math.floor(usual / 2 / chip) * chip;
  const choices = [...new Set([usual, half, 0])];
  const other = (cents, sign, name) =>
    button("dealer-wager", icon(sign), {
      key: sign,
      "aria-label": word(name, { amount: money(chip) }),
      "data-cents": cents,
      "data-usual": usual,
      disabled: cents < 0 || cents > usual,
    });
  return h(
    "div.dealer-wager",
    { key: "dealer-wager", role: "group", "aria-label": word("dealer_wager") },
    h("span", {}, word("dealer_wager"), !choices.includes(now) && h("b.money", {}, ` ${money(now)}`)),
    other(now - chip, "minus", "less_by"),
    choices.map((cents) =>
      button("dealer-wager", money(cents), {
        key: cents,
        "data-cents": cents,
        "data-usual": usual,
        "aria-pressed": String(now === cents),
      }),
    ),
    other(now + chip, "plus", "more_by"),
  );
}
