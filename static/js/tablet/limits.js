// Limits that were announced: how long until they hold, and a wager that stands outside them.

/** @import { Acts, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { seatName } from "./names.js";
import { icon } from "./pieces.js";
import { drawPin, signPanel } from "./pin.js";
import { amountsOf, playerNow } from "./wagers.js";
import { money, time, word } from "./words.js";

/** @type {Acts} */
export const acts = {
  "accept-outside": (app) => {
    const { state, screen, line } = app;
    const { seat } = state.draft;
    const wager = amountsOf(state, seat, playerNow(state));
    const path = `rounds/${state.liveRound.id}/outside-limits/`;
    const sign = async (second) => {
      const answer = await line.direct(path, { wager, second });
      if (answer.status === 200) {
        const outside = [...(state.draft.outside ?? []), wager];
        const { [`${wager.seat} ${wager.player}`]: _, ...wagers } = state.draft.wagers;
        app.play.keep({ ...state.draft, outside, wagers, seat: null });
      }
      return answer;
    };
    screen.open("sign-outside", { wager, ...signPanel(sign, state.sheet.floorperson?.badge ?? "") });
  },
};

/** @param {State} state */
export function drawNextLimits(state) {
  const next = state.sheet?.table.limits_next;
  if (!next || state.training) return null;
  const minutes = Math.ceil((Date.parse(next.at) - state.serverNow) / 60000);
  const limits = `${money(next.minimum_cents)} – ${money(next.maximum_cents)}`;
  const says =
    minutes > 0
      ? word("limits_in", { limits, minutes, time: time(next.at) })
      : word("limits_with_next_round", { limits });
  return h("p.work-suspended", { key: "limits", role: "status" }, icon("clock", "s"), h("span", {}, says));
}

/** @param {State} state */
export function drawSignOutside(state) {
  const { wager } = state.panel;
  const { minimum_cents: least, maximum_cents: most } = state.sheet.table;
  return drawPin(state, {
    title: word("outside_stands"),
    note: word("outside_note", { limits: `${money(least)} – ${money(most)}` }),
    about: h("p.cash-signed", {}, h("b.money", {}, money(wager.cents)), " ", seatName(state, wager.seat)),
    label: word("sign_and_record"),
  });
}
