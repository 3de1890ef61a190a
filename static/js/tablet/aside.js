// Below the table: what is needed at any time.

/** @import { State } from "./types.d.ts" */

import { sideWagered } from "../rules/guards.js";
import { disputesHere, disputeWords } from "./dispute.js";
import { h } from "./dom.js";
import { waiting } from "./irregularity.js";
import { button, icon } from "./pieces.js";
import { word } from "./words.js";

/**
 * Outcomes only; where that cannot be, the button says why.
 * @param {State} state
 */
function drawQuickButton(state) {
  const isTime = state.step === "hands" && !state.draft.later;
  const needsTiles = isTime && sideWagered(state.round);
  const label = h("span", {}, word("quick"), needsTiles && h("small", {}, word("quick_needs_tiles")));
  return button("quick", [icon("quick"), label], { disabled: !isTime || needsTiles, key: "quick" });
}

/**
 * Whether there is a round to disagree about: this one, or one before it.
 * @param {State} state
 */
function hasRounds({ round, past, sheet }) {
  return Boolean(round && round.state !== "void") || past.length > 0 || sheet.last_round?.state === "settled";
}

/** @param {State} state */
export function drawAside(state) {
  const playing = state.isOpen;
  const isSettled = Boolean(state.sheet.round?.settlement) && !state.unsent && !state.training;
  return h(
    "nav.table-acts",
    { "aria-label": word("other_acts") },
    isSettled
      ? button("correct", [icon("edit"), h("span", {}, word("correction"))], {
          disabled: Boolean(state.draft.later),
          key: "irregularity",
        })
      : button("irregularity", [icon("warn"), h("span", {}, word(waiting(state) ? "ruling_waits" : "irregularity"))], {
          disabled: !playing,
          key: "irregularity",
          "data-waits": String(Boolean(waiting(state))),
        }),
    button("dispute", [icon("dispute"), h("span", {}, disputeWords(state))], {
      disabled: !hasRounds(state) || Boolean(state.draft.later) || state.training,
      key: "dispute",
      "data-waits": String(disputesHere(state).length > 0),
    }),
    isSettled && state.sheet.round.depth === "quick"
      ? button("add-tiles", [icon(state.rules.game), h("span", {}, word("add_tiles"))], {
          disabled: Boolean(state.draft.later),
          key: "quick",
        })
      : drawQuickButton(state),
    button("cash", [icon("chips"), h("span", {}, word("cash"))], { disabled: !state.sheet.cash, key: "cash" }),
  );
}
