// An amount in few taps: double, half, the amount entered last, a key pad; a chip that is held down
// is put down again and again.

/** @import { Acts, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { button, chip, icon } from "./pieces.js";
import { centsOf, typedWith } from "./typed-amount.js";
import { amountsOf, chipsOnPad, playerNow, setAmount } from "./wagers.js";
import { money, word } from "./words.js";

const ROWS = ["789", "456", "123"];
const WHOLE = 100;

/** @param {State} state */
function amountNow(state) {
  const { seat, kind } = state.draft;
  return amountsOf(state, seat, playerNow(state))[kind] ?? 0;
}

/** What the smallest chip of the table can be of an amount. */
function inChips({ sheet: { table } }, cents) {
  const chip = table.options.smallest_chip || 1;
  return cents - (cents % chip);
}

/** @type {Acts} */
export const acts = {
  "double-amount": (app) => setAmount(app, (cents) => 2 * cents, word("double")),
  "half-amount": (app) => setAmount(app, (cents) => inChips(app.state, Math.floor(cents / 2)), word("half")),
  "same-amount": (app) => setAmount(app, () => app.state.draft.latest.cents, word("again")),
  "amount-keys": (app) => app.play.tap({ hasKeys: !app.state.draft.hasKeys, typed: "" }),
  "amount-key": (app, { key }) => {
    const before = app.state.draft.typed ?? "";
    const typed = typedWith(before, key);
    if (typed === before && key !== "delete") return app.feel.refused();
    setAmount(app, () => centsOf(typed), word("amount"), { typed });
  },
};

/**
 * Beside the amount: half of it, twice of it, the keys.
 * @param {State} state
 */
export function drawAmountTools(state) {
  const cents = amountNow(state);
  const { hasKeys } = state.draft;
  return h(
    "div.amount-tools",
    {},
    button("half-amount", "½", { key: "half", "aria-label": word("half"), disabled: inChips(state, cents / 2) < 1 }),
    button("double-amount", "×2", { key: "double", "aria-label": word("double"), disabled: !cents }),
    button("amount-keys", "123", {
      key: "keys",
      "aria-label": word("key_pad"),
      "aria-pressed": String(Boolean(hasKeys)),
    }),
  );
}

/**
 * The chips, or the keys instead of them.
 * @param {State} state
 */
export function drawAmountPad(state) {
  if (state.draft.hasKeys) return drawKeys(state);
  const chips = chipsOnPad(state);
  return h(
    "div.chip-pad",
    { key: "chips", "data-many": chips.length > 6 || undefined },
    chips.map((value) => chipKey(value)),
  );
}

/** A chip that is added with a tap: to a wager, or to what a bank shows; held down, again and again. */
export function chipKey(value, act = "chip") {
  return h(
    "button.chip-key",
    {
      key: value,
      type: "button",
      "data-do": act,
      "data-value": value,
      "data-repeats": "",
      "aria-label": word("add_chip", { amount: money(value) }),
    },
    chip(value, "l"),
  );
}

/** @param {State} state */
function drawKeys({ sheet: { table } }) {
  const last = (table.options.smallest_chip || 1) % WHOLE ? "." : "00";
  const ends = ["delete", last, "0"];
  return h(
    "div.amount-keys",
    { key: "keys", role: "group", "aria-label": word("key_pad") },
    ROWS.flatMap((row, index) => [...row, ends[index]]).map((key) =>
      h(
        "button.button.amount-key",
        {
          key,
          type: "button",
          "data-do": "amount-key",
          "data-key": key,
          "aria-label": key === "delete" ? word("delete_digit") : undefined,
        },
        key === "delete" ? icon("backspace") : key,
      ),
    ),
  );
}

/**
 * What was just entered at another seat, as one tap.
 * @param {State} state
 */
export function drawSame(state) {
  const { latest, kind, seat } = state.draft;
  if (!latest?.cents || kind !== "cents" || latest.seat === seat || latest.cents === amountNow(state)) return null;
  return button("same-amount", [icon("copy"), money(latest.cents)], {
    key: "same",
    "aria-label": word("again_amount", { amount: money(latest.cents) }),
  });
}
