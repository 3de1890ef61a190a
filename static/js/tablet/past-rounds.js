// The last rounds with their pay lists, from every screen: the server's where there is a line, else
// those that this tablet has seen.

/** @import { Round } from "../rules/types.d.ts" */
/** @import { Acts, App, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { button, icon } from "./pieces.js";
import { drawPastRow, drawTotals } from "./result.js";
import { outcomes } from "./result-rows.js";
import { roundOf } from "./sheet.js";
import { time, word } from "./words.js";

const SHOWN = 6;
const OVER = ["settled", "void"];

/**
 * Keep a settled round that leaves the screen.
 * @param {State} state
 * @param {Round | null} round
 */
export function remember(state, round) {
  if (round?.state !== "settled") return;
  state.past = [round, ...state.past.filter(({ id }) => id !== round.id)].slice(0, SHOWN);
}

/**
 * The round before the one on the screen, as far as it is known here.
 * @param {State} state
 */
export function roundsBefore({ past, round }) {
  return past.filter(({ id }) => id !== round?.id);
}

/**
 * Fetch the rounds that are over, the latest first, and keep what each came to.
 * @param {App} app
 */
export async function fetchPast({ state, line }) {
  const { status, body } = await line.api.get(`rounds/?table=${state.config.table}`);
  if (status !== 200) return;
  const over = body.results.filter((/** @type {any} */ each) => OVER.includes(each.state)).slice(0, SHOWN);
  const isKept = ({ id, version }) => state.past.some((kept) => kept.id === id && kept.version === version);
  const sheets = await Promise.all(
    over.map((/** @type {any} */ each) => (isKept(each) ? null : line.api.get(`rounds/${each.id}/`))),
  );
  const fetched = sheets.filter((each) => each?.status === 200).map((each) => /** @type {any} */ (roundOf(each.body)));
  const kept = state.past.filter(({ id }) => !fetched.some((each) => each.id === id));
  state.past = [...fetched, ...kept].sort((one, other) => other.number - one.number).slice(0, SHOWN);
  line.keepPast();
}

/** @type {Acts} */
export const acts = {
  "past-rounds": async (app) => {
    app.screen.open("past-rounds", { id: null });
    if (app.state.training) return;
    await fetchPast(app);
    app.screen.redraw();
  },
  "past-round": (app, { id }) => app.screen.change({ id }),
};

/** @param {State} state */
export function drawPastRounds(state) {
  const { past, panel } = state;
  const shown = past.find(({ id }) => id === panel.id) ?? past[0];
  return {
    title: shown ? word("round_n", { n: shown.number }) : word("past_rounds"),
    note: shown ? noteOf(shown) : word("no_past_round"),
    body: [
      h(
        "nav.past-rounds",
        { key: "rounds", "aria-label": word("past_rounds") },
        past.map(({ id, number }) =>
          button("past-round", String(number), { key: id, "data-id": id, "aria-pressed": String(id === shown.id) }),
        ),
      ),
      shown?.state === "settled" && drawPaid(state, shown),
    ],
    main:
      shown?.state === "settled" &&
      !state.training &&
      button("dispute-about", [icon("dispute"), word("dispute_about", { n: shown.number })], {
        key: "dispute",
        class: "button-main",
        "data-id": shown.id,
      }),
    closes: true,
  };
}

/** @param {Round} round */
function noteOf({ state, settlement, isSimulated }) {
  const said = [word(`round_${state}`), settlement?.at && time(settlement.at), isSimulated && word("simulated")];
  return said.filter(Boolean).join(" · ");
}

/**
 * @param {State} state
 * @param {Round} round
 */
function drawPaid(state, round) {
  const result = outcomes(round, state.rules, state.sheet.table);
  return [
    h(
      "ol.result-rows",
      { key: `rows-${round.id}` },
      result.rows.map((row) => drawPastRow(row)),
    ),
    drawTotals({ rules: state.rules, result }),
  ];
}
