// The bank goes round, seat by seat in the right order; a refused seat has its reason beside it.

import { h } from "./dom.js";
import { button, icon, mainButton } from "./pieces.js";
import { sendWagers } from "./wagers.js";
import { money, word } from "./words.js";

function answer(app, seat, said) {
  const { bank } = app.draft;
  const answers = [...bank.answers, { seat, answer: said, ...(said === "pass" ? {} : { funds_cents: bank.funds ?? app.coverNeeded(seat, said) }) }];
  const order = bank.order.filter((other) => other !== seat);
  if (said === "pass" && order.length) {
    app.tap({ bank: { ...bank, answers, order } }, word("passed", { seat: app.seatName(seat) }));
  } else {
    app.command("bank", { answers }, { undo: word("bank"), changes: { bank: null } });
  }
}

export const acts = {
  "offer-bank": (app) => {
    sendWagers(app);
    const { order, refused } = app.offers;
    app.tap({ bank: { order, refused, answers: [] }, seat: null }, word("bank"));
  },
  "bank-take": (app) => answer(app, app.draft.bank.order[0], "take"),
  "bank-co": (app) => answer(app, app.draft.bank.order[0], "co_bank"),
  "bank-pass": (app) => answer(app, app.draft.bank.order[0], "pass"),
  "bank-all-pass": (app) => {
    const { bank } = app.draft;
    const answers = [...bank.answers, ...bank.order.map((seat) => ({ seat, answer: "pass" }))];
    app.command("bank", { answers }, { undo: word("bank"), changes: { bank: null } });
  },
  "bank-cancel": (app) => app.tap({ bank: null }),
  "dealer-wager": (app, { cents }) => app.command("dealer-wager", { cents: Number(cents) }, { undo: word("dealer_wager") }),
};

export function drawBank(app) {
  const { bank } = app.draft;
  const seat = bank.order[0] ?? null;
  return {
    title: word("the_bank"),
    note: seat === null ? word("house_banks") : word("offered_to", { seat: app.seatName(seat) }),
    body: [
      seat !== null && drawOffer(app, seat),
      h(
        "ol.offers",
        { key: "offers", "aria-label": word("order_of_offers") },
        bank.answers.map(({ seat: other }) => h("li.offer", { key: other, "data-state": "passed" }, h("b", {}, app.seatName(other)), h("span", {}, word("pass")))),
        bank.order.map((other, index) => h("li.offer", { key: other, "data-state": index ? "waits" : "asked" }, h("b", {}, app.seatName(other)), h("span", {}, money(app.coverNeeded(other, "take")), " ", word("to_cover")))),
        Object.entries(bank.refused).map(([other, reason]) => h("li.offer", { key: `no-${other}`, "data-state": "refused" }, h("b", {}, app.seatName(Number(other))), h("span", {}, icon("info", "s"), word(`no_bank_${reason.replaceAll("-", "_")}`)))),
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
      h("button.button.button-main.button-felt", { type: "button", "data-do": "bank-take" }, icon("bank"), word("takes_bank")),
      half && h("button.button.button-main.button-felt", { type: "button", "data-do": "bank-co" }, icon("co-bank"), h("span", {}, word("co_bank"), h("small", {}, word("half_to_cover", { amount: money(app.coverNeeded(seat, "co_bank")) })))),
      h("button.button.button-main", { type: "button", "data-do": "bank-pass" }, word("pass")),
    ),
  );
}

/** The dealer may wager against a player's bank: what the banker wagered last, less, or nothing. */
export function drawDealerWager(app) {
  const suggested = app.suggestedDealerWager;
  return h(
    "div.dealer-wager",
    { key: "dealer-wager" },
    h("p", {}, word("dealer_wager_question")),
    [suggested, Math.floor(suggested / 2), 0].filter((cents, index, all) => all.indexOf(cents) === index).map((cents) => button("dealer-wager", money(cents), { key: cents, "data-cents": cents, "aria-pressed": String(app.round.facts.dealer_wager === cents) })),
  );
}

export function coverNeeded(round, seat, said) {
  const others = round.facts.wagers.filter((wager) => wager.seat !== seat).reduce((sum, wager) => sum + wager.cents, 0);
  return said === "co_bank" ? Math.ceil(others / 2) : others;
}
