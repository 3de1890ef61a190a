// A refused record is entered again where it failed. The round as it was before it lies on the same
// screens as ever; what is entered takes the record's place, and everything after it stays and is sent.

/** @import { Acts, State } from "./types.d.ts" */

import { refusalOf } from "../rules/guards.js";
import { applied } from "../rules/round.js";
import { offersOf } from "./betting.js";
import { newDraft } from "./draft.js";
import { button, icon, mainButton } from "./pieces.js";
import { sendWagers } from "./wagers.js";
import { hasWord, word } from "./words.js";

const REPAIRABLE = new Set([
  "seats",
  "wagers",
  "bank",
  "dealer-wager",
  "close",
  "roll",
  "delivery",
  "deal",
  "hands",
  "states",
  "community",
  "quick",
  "settle",
]);

/**
 * Whether a refused record can be entered again: its round is the one that the server waits for.
 * @param {State} state
 */
export function mayRepair({ outbox: { refused }, liveRound, training }) {
  return !training && Boolean(refused) && REPAIRABLE.has(refused.name) && liveRound?.id === refused.round;
}

/** @param {State} state */
export function isRepairing({ draft }) {
  return draft.later?.kind === "repair";
}

/** @type {Acts} */
export const acts = {
  "repair-begin": ({ state, play, screen }) => {
    const { refused } = state.outbox;
    const before = state.draft;
    const place = refused.name === "hands" ? refused.body.hands[0].place : null;
    const later = { kind: "repair", reason: "", round: state.liveRound, commands: [], before };
    screen.close();
    play.keep({ ...newDraft(state.liveRound.id, before), later, place });
  },
  "repair-done": (app) => {
    const { state, play } = app;
    if (state.step === "betting") sendWagers(app);
    const { commands, before } = state.draft.later;
    play.keep(before);
    state.outbox.repair(commands, versionSaid(state.outbox.refused));
  },
  "repair-cancel": ({ state, play, screen }) => {
    play.keep(state.draft.later.before);
    screen.open("outbox");
  },
};

function versionSaid({ refused }) {
  return refused.version ?? refused.sheet?.version;
}

/**
 * Why what was entered does not yet make the later records of the round right; null when it does.
 * @param {State} state
 */
function stillWrong(state) {
  const { refused, items } = state.outbox;
  const { commands, round } = state.draft.later;
  if (!commands.length && !Object.keys(state.draft.wagers).length) return { code: "nothing_entered" };
  const isKept = ["close", "deal", "settle"].includes(refused.name);
  const rest = items.slice(items.indexOf(refused) + (isKept ? 0 : 1)).filter((item) => item.round === refused.round);
  const at = { rules: state.rules, table: state.sheet.table, offers: offersOf(state), turns: [] };
  let now = round;
  for (const item of rest) {
    const wrong = item.name === "dealer-wager" ? null : refusalOf(now, item, at);
    if (wrong) return wrong;
    now = applied(now, item, state.rules);
  }
  return null;
}

/**
 * The step's own view, with what takes the record's place as its main act.
 * @param {State} state
 */
export function drawRepairing(state, view) {
  const wrong = stillWrong(state);
  const isStep = !["result", "betting"].includes(state.step);
  const reason = wrong && (hasWord(`wrong_${wrong.code}`) ? word(`wrong_${wrong.code}`) : word("wrong_other"));
  return {
    ...view,
    note: word("repairing", { n: state.round.number }),
    aside: [button("repair-cancel", [icon("close"), word("leave_as_it_was")], { key: "cancel" })],
    main:
      wrong && isStep
        ? view.main
        : mainButton("repair-done", [word("put_in_place"), reason], {
            key: "repair",
            class: "button-tall",
            disabled: Boolean(wrong),
          }),
  };
}
