// Who banked, and what the dealer had wagered: on the copy on which a settled round is corrected.

/** @import { BankKind } from "../rules/types.d.ts" */
/** @import { Acts, App, State } from "./types.d.ts" */

import { heldBy, isOccupied } from "../rules/round.js";
import { chipKey } from "./amount.js";
import { h } from "./dom.js";
import { seatName } from "./names.js";
import { button, icon, mainButton } from "./pieces.js";
import { chipsOnPad } from "./wagers.js";
import { money, word } from "./words.js";

/**
 * What of the bank a correction replaces; nothing where it stayed as it was.
 * @param {any} facts
 * @param {any} before
 */
export function bankChanges(facts, before) {
  const { kind, seat } = facts.bank;
  const isOther = kind !== before.bank.kind || seat !== before.bank.seat;
  const isMore = (facts.dealer_wager ?? 0) !== (before.dealer_wager ?? 0);
  return { ...(isOther && { bank: { kind, seat } }), ...(isMore && { dealer_wager: facts.dealer_wager ?? 0 }) };
}

/** @param {App} app */
function change(app, facts, undo) {
  const { later } = app.state.draft;
  app.play.tap({ later: { ...later, round: { ...later.round, facts } } }, undo);
}

/** @param {App} app */
function wagerOfDealer(app, amount, undo) {
  const { facts } = app.state.round;
  change(app, { ...facts, dealer_wager: amount(facts.dealer_wager ?? 0) || null }, undo);
}

/** @type {Acts} */
export const acts = {
  "later-bank": (app) => app.screen.open("later-bank"),
  "bank-was": (app, { kind, seat }) => {
    const held = { kind: /** @type {BankKind} */ (kind), seat: seat ? Number(seat) : null };
    change(app, heldBy(app.state.round.facts, held), word("bank"));
  },
  "dealer-chip": (app, { value }) =>
    wagerOfDealer(app, (/** @type {number} */ cents) => cents + Number(value), money(Number(value))),
  "dealer-clear": (app) => wagerOfDealer(app, () => 0, word("clear")),
};

/** @param {State} state */
export function mayAmendBank({ rules }) {
  return Boolean(rules.hasBank);
}

/** @param {State} state */
export function drawAmendBank(state) {
  const { round, rules } = state;
  const { bank, dealer_wager: dealers } = round.facts;
  const seats = state.seats.filter((seat) => isOccupied(round, seat) || seat === bank.seat);
  const kinds = ["player", ...(rules.offersCoBank ? ["co-bank"] : [])];
  const choice = (kind, seat, label) =>
    button("bank-was", label, {
      key: `${kind} ${seat}`,
      "data-kind": kind,
      "data-seat": seat,
      "aria-pressed": String(bank.kind === kind && bank.seat === seat),
    });
  return {
    title: word("who_banked"),
    note: word("who_banked_note"),
    body: h(
      "div.wager-pad",
      { key: "bank" },
      h(
        "div.wager-kinds",
        { key: "banks", role: "group", "aria-label": word("who_banked") },
        choice("house", null, word("house_banks")),
        kinds.flatMap((kind) =>
          seats.map((seat) =>
            choice(kind, seat, word(kind === "player" ? "banks" : "co_banks", { seat: seatName(state, seat) })),
          ),
        ),
      ),
      bank.kind === "player" &&
        rules.hasDealerWager && [
          h("p.share-total", { key: "dealer" }, word("dealer_wager"), h("b.money", {}, money(dealers ?? 0))),
          h(
            "div.chip-pad",
            { key: "chips" },
            chipsOnPad(state).map((value) => chipKey(value, "dealer-chip")),
          ),
          button("dealer-clear", [icon("backspace"), word("clear")], { key: "clear", class: "button-wide" }),
        ],
    ),
    main: mainButton("close-panel", word("go_on"), { key: "main" }),
    closes: true,
  };
}
