// What whoever takes the bank has on the table: the chips are counted and tapped, or the dealer says that they
// cover all other wagers, which is recorded as the dealer's word (MD 9 §D(2), MBS 3.20, NZ 5.3(c)).

/** @import { Acts, App, State } from "./types.d.ts" */

import { coverNeeded } from "../rules/cover.js";
import { chipKey } from "./amount.js";
import { takeBank } from "./bank.js";
import { offeredRound } from "./betting.js";
import { h } from "./dom.js";
import { seatName } from "./names.js";
import { button, icon, mainButton } from "./pieces.js";
import { chipsOnPad } from "./wagers.js";
import { money, word } from "./words.js";

/**
 * Somebody takes the bank: what they show is asked before it is theirs.
 * @param {App} app
 * @param {"take" | "co_bank"} said
 */
export function askFunds(app, said) {
  app.play.tap({ bank: { ...app.state.draft.bank, funds: { said, cents: 0 } } }, word("the_bank"));
}

/** @param {App} app */
function count(app, change, undo) {
  const { bank } = app.state.draft;
  app.play.tap({ bank: { ...bank, funds: { ...bank.funds, cents: change(bank.funds.cents) } } }, undo);
}

/** @type {Acts} */
export const acts = {
  "funds-chip": (app, { value }) => count(app, (cents) => cents + Number(value), money(Number(value))),
  "funds-clear": (app) => count(app, () => 0, word("clear")),
  "funds-counted": (app) => {
    const { said, cents } = app.state.draft.bank.funds;
    takeBank(app, { answer: said, funds_cents: cents });
  },
  "funds-word": (app) => takeBank(app, { answer: app.state.draft.bank.funds.said, covers_all: true }),
  "funds-cancel": (app) => {
    const { funds, isHeld, ...bank } = app.state.draft.bank;
    app.play.tap({ bank: isHeld ? null : bank });
  },
};

/** @param {State} state */
export function drawFunds(state) {
  const { funds, order } = state.draft.bank;
  const needed = coverNeeded(offeredRound(state).facts, { seat: order[0], answer: funds.said });
  const isEnough = funds.cents >= needed;
  return {
    title: word("funds_shown"),
    note: word(funds.said === "co_bank" ? "must_cover_half" : "must_cover", {
      seat: seatName(state, order[0]),
      amount: money(needed),
    }),
    body: h(
      "div.wager-pad",
      { key: "funds" },
      h(
        "p.share-total",
        { "data-enough": String(isEnough) },
        word("counted"),
        h("b.money", {}, `${money(funds.cents)} / ${money(needed)}`),
      ),
      h(
        "div.chip-pad",
        {},
        chipsOnPad(state).map((value) => chipKey(value, "funds-chip")),
      ),
      h(
        "div.wager-more",
        {},
        button("funds-clear", [icon("backspace"), word("clear")], { key: "clear" }),
        button("funds-word", [icon("check"), word("covers_by_word", { amount: money(needed) })], { key: "word" }),
      ),
    ),
    main: mainButton("funds-counted", word("record_counted", { amount: money(funds.cents) }), {
      key: "main",
      disabled: !isEnough || !funds.cents,
    }),
    back: button("funds-cancel", word("back")),
  };
}
