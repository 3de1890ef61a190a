// The bank goes round, seat by seat in the right order; a refused seat has its reason beside it.

import { drawSharing, mayShare } from "./bank-shares.js";
import { h } from "./dom.js";
import { button, icon, mainButton } from "./pieces.js";
import { sendWagers } from "./wagers.js";
import { money, word } from "./words.js";

/** Somebody takes the bank alone, or several of one box share it. */
export function takeBank(app, taken) {
  decide(app, [...app.draft.bank.answers, { seat: app.draft.bank.order[0], answer: "take", ...taken }]);
}

/** Queue the answers; where the order is not the server's, it reads the rest as passes. */
function decide(app, answers) {
  const isServers = app.draft.bank?.isServers ?? isTheServers(app);
  const body = isServers
    ? { answers }
    : { answers: answers.filter(({ answer }) => answer !== "pass"), others_pass: true };
  app.command("bank", body, {
    undo: word("bank"),
    changes: { bank: null },
    reopens: { bank: offering(app), seat: null },
  });
}

/** The order as it is known when the offering begins; it holds until somebody has answered. */
function offering(app) {
  const { order, refused } = app.offers;
  return { order, refused, isServers: isTheServers(app), answers: [] };
}

function isTheServers({ offers: { isKnown, isOwn } }) {
  return isKnown && !isOwn;
}

function answer(app, said) {
  const { bank } = app.draft;
  const [seat, ...order] = bank.order;
  const funds = said === "pass" ? {} : { funds_cents: app.coverNeeded(seat, said) };
  const answers = [...bank.answers, { seat, answer: said, ...funds }];
  if (said !== "pass" || !order.length) return decide(app, answers);
  app.tap({ bank: { ...bank, answers, order } }, word("passed", { seat: app.seatName(seat) }));
}

function passes(seats) {
  return seats.map((seat) => ({ seat, answer: "pass" }));
}

export const acts = {
  "offer-bank": (app) => {
    sendWagers(app);
    app.tap({ bank: offering(app), seat: null }, word("bank"));
  },
  "bank-take": (app) => answer(app, "take"),
  "bank-co": (app) => answer(app, "co_bank"),
  "bank-pass": (app) => answer(app, "pass"),
  "bank-nobody": (app) => {
    sendWagers(app);
    decide(app, passes(app.offers.order));
  },
  "bank-all-pass": (app) => decide(app, [...app.draft.bank.answers, ...passes(app.draft.bank.order)]),
  "bank-shows": (app, { cents }) => {
    const { bank, dealer_wager: dealers } = app.round.facts;
    sendWagers(app);
    app.command(
      "bank",
      { answers: [...bank.answers.slice(0, -1), { ...bank.answers.at(-1), funds_cents: Number(cents) }] },
      { undo: word("bank"), reopens: { bank: offering(app), seat: null } },
    );
    if (dealers !== null) app.command("dealer-wager", { cents: dealers });
  },
  "bank-cancel": (app) => app.tap({ bank: null }),
  "dealer-wager": (app, { cents, usual }) =>
    app.command(
      "dealer-wager",
      { cents: Number(cents) },
      {
        undo: word("dealer_wager"),
        changes: { dealerUsual: Number(usual) },
        inverse: [["dealer-wager", { cents: app.round.facts.dealer_wager ?? 0 }]],
      },
    ),
};

export function drawBank(app) {
  const { bank } = app.draft;
  if (bank.shares) return drawSharing(app);
  const seat = bank.order[0] ?? null;
  return {
    title: word("the_bank"),
    note: seat === null ? word("house_banks") : word("offered_to", { seat: app.seatName(seat) }),
    body: [
      app.offers.isOwn && h("p.muted", { key: "own" }, word("record_decides")),
      seat !== null && drawOffer(app, seat),
      h(
        "ol.offers",
        { key: "offers", "aria-label": word("order_of_offers") },
        bank.answers.map(({ seat: other }) =>
          h(
            "li.offer",
            { key: other, "data-state": "passed" },
            h("b", {}, app.seatName(other)),
            h("span", {}, word("pass")),
          ),
        ),
        bank.order.map((other, index) =>
          h(
            "li.offer",
            { key: other, "data-state": index ? "waits" : "asked" },
            h("b", {}, app.seatName(other)),
            h("span", {}, money(app.coverNeeded(other, "take")), " ", word("to_cover")),
          ),
        ),
        bank.refused.map(({ seat: other, reason, rule }) =>
          h(
            "li.offer",
            { key: `no-${other}`, "data-state": "refused" },
            h("b", {}, app.seatName(other)),
            h("span", {}, icon("info", "s"), word(`no_bank_${reason}`), h("small.rule", {}, rule)),
          ),
        ),
      ),
    ],
    main: mainButton("bank-all-pass", word("all_pass"), {}),
    back: button("bank-cancel", word("back")),
  };
}

function drawOffer(app, seat) {
  const half = app.rules.offersCoBank;
  return h(
    "div.offer-now",
    { key: "now" },
    h("p", {}, word("must_cover", { seat: app.seatName(seat), amount: money(app.coverNeeded(seat, "take")) })),
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
            h("small", {}, word("half_to_cover", { amount: money(app.coverNeeded(seat, "co_bank")) })),
          ),
        ),
      mayShare(app, seat) &&
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

/** The dealer may wager against a player's bank: as much as is usual, half, or nothing. */
export function drawDealerWager(app) {
  const now = app.round.facts.dealer_wager ?? 0;
  const usual = Math.max(now, app.draft.dealerUsual ?? 0);
  const { denominations, minimum_cents: least } = app.sheet.table;
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
