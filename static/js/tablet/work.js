// The side under the thumb: one question, its answers, one main act; undo beside it.

/** @import { State } from "./types.d.ts" */

import { drawAmended, drawCorrect, drawFound, drawSignCorrection } from "./amend.js";
import { drawAmendBank } from "./amend-bank.js";
import { drawBank } from "./bank.js";
import { drawBankCut } from "./bank-cut.js";
import { drawBoxDice, drawBoxOff, drawSignBox } from "./box-off.js";
import { drawCallFloor } from "./call-floor.js";
import { drawCash, drawCashLatest, drawSignCash } from "./cash.js";
import { drawChips } from "./chips.js";
import { drawCommunity } from "./community.js";
import { drawDeliveryChoice } from "./delivery.js";
import { drawDice, drawGenerator, drawNoRoll } from "./dice.js";
import { drawDispute, drawHeld } from "./dispute.js";
import { h } from "./dom.js";
import { drawSeatState, drawSignReturn } from "./hand-ends.js";
import { drawHands } from "./hands.js";
import { drawDeal, drawElsewhere, drawIdle, drawLoading } from "./idle.js";
import { drawIrregularity, drawRuling, drawSignRuling, drawSignVoid, drawVoid } from "./irregularity.js";
import { drawNextLimits, drawSignOutside } from "./limits.js";
import { drawMenu } from "./menu.js";
import { drawDrop, drawOutbox } from "./outbox-panel.js";
import { drawPastRounds } from "./past-rounds.js";
import { icon } from "./pieces.js";
import { drawQuick } from "./quick.js";
import { drawRelief, isRelief } from "./relief.js";
import { drawRepairing, isRepairing } from "./repair.js";
import { drawResult } from "./result.js";
import { drawSignStepBack, drawStepBack, earlierSteps } from "./step-back.js";
import { drawSuspended } from "./suspended.js";
import { drawBetting } from "./wager-pad.js";
import { drawWhy } from "./why.js";
import { word } from "./words.js";

/** @param {State} state */
function isAmended(state) {
  return Boolean(state.draft.later) && !isRepairing(state);
}

const STEPS = {
  loading: drawLoading,
  idle: drawIdle,
  held: drawHeld,
  betting: drawBetting,
  bank: drawBank,
  dice: drawDice,
  deal: drawDeal,
  hands: drawHands,
  community: drawCommunity,
  quick: drawQuick,
  result: (state) => (isAmended(state) ? drawAmended(state, drawResult(state)) : drawResult(state)),
};

const PANELS = {
  "no-roll": drawNoRoll,
  generator: drawGenerator,
  delivery: drawDeliveryChoice,
  "seat-state": drawSeatState,
  "sign-return": drawSignReturn,
  "box-dice": drawBoxDice,
  "box-off": drawBoxOff,
  "sign-box": drawSignBox,
  why: drawWhy,
  outbox: drawOutbox,
  drop: drawDrop,
  menu: drawMenu,
  "call-floor": drawCallFloor,
  cash: drawCash,
  "cash-latest": drawCashLatest,
  "sign-cash": drawSignCash,
  chips: drawChips,
  "sign-outside": drawSignOutside,
  "past-rounds": drawPastRounds,
  irregularity: drawIrregularity,
  ruling: drawRuling,
  "sign-ruling": drawSignRuling,
  void: drawVoid,
  "sign-void": drawSignVoid,
  dispute: drawDispute,
  "bank-cut": drawBankCut,
  "step-back": drawStepBack,
  "sign-step-back": drawSignStepBack,
  correct: drawCorrect,
  "later-bank": drawAmendBank,
  "sign-correction": drawSignCorrection,
  found: drawFound,
  elsewhere: drawElsewhere,
};

/**
 * What is on the screen: the relief, what lies over the step, or the step.
 * @param {State} state
 */
export function shownStep(state) {
  return isRelief(state) ? "relief" : (state.panel?.name ?? state.step);
}

/** @param {State} state */
export function drawWork(state) {
  const panel = isRelief(state) ? drawRelief : state.panel && PANELS[state.panel.name];
  const step = panel ? panel(state) : STEPS[state.step](state);
  const view = !panel && isRepairing(state) ? drawRepairing(state, step) : step;
  return [
    h(
      "header.work-head",
      { key: "head" },
      h(
        "div",
        {},
        h("h1", {}, view.title),
        h("p", { role: "status", "data-alarm": Boolean(view.alarm) || undefined }, view.alarm || view.note),
        drawSuspended(state),
        drawNextLimits(state),
      ),
      view.aside,
      view.closes &&
        h(
          "button.icon-button",
          { type: "button", "data-do": "close-panel", "aria-label": word("close_panel") },
          icon("close"),
        ),
    ),
    h("div.work-body", { key: "body", "data-step": shownStep(state) }, view.body),
    h(
      "footer.work-acts",
      { key: "acts" },
      view.back ?? drawUndo(state, view),
      h("div.work-main", {}, view.main ?? h("span.work-nothing", {})),
    ),
  ];
}

/** @param {State} state */
function drawUndo(state, view) {
  if (state.panel?.name === "elsewhere") return h("span", { key: "none" });
  if (view.closes)
    return h(
      "button.button.button-main.work-undo",
      { key: "back", type: "button", "data-do": "close-panel" },
      icon("left"),
      word("back"),
    );
  const last = state.undoable;
  const isRecorded = !last && earlierSteps(state).length > 0;
  const caption = last?.undo ?? word(isRecorded ? "undo_with_floor" : "nothing_to_undo");
  return h(
    "button.button.button-main.button-tall.work-undo",
    {
      key: "undo",
      type: "button",
      "data-do": isRecorded ? "step-back" : "undo",
      disabled: !last && !isRecorded,
      "aria-label": last ? word("undo_what", { what: last.undo }) : word("undo"),
    },
    h("span.undo-head", {}, icon("undo"), word("undo")),
    h("small", { key: caption }, caption),
  );
}
