// Three dice or the generator's number, the count round the table, and how the tiles are delivered.

/** @import { Acts, State } from "./types.d.ts" */

import { canCut, cutName } from "./bank-cut.js";
import { chooserNow, deliveryButton, deliveryName, drawDelivery, isCutOpen } from "./delivery.js";
import { h } from "./dom.js";
import { positionName } from "./names.js";
import { button, die, diePad, icon, mainButton } from "./pieces.js";
import { word } from "./words.js";

const NO_ROLLS = ["dice-not-flat", "die-left-shaker", "lid-lifted"];

/** @type {Acts} */
export const acts = {
  die: (app, { face }) => {
    const { dice } = app.state.draft;
    if (dice.length === 3) return;
    app.play.tap({ dice: [...dice, Number(face)], generator: null }, word("die_n", { n: face }));
  },
  "clear-die": (app, { index }) =>
    app.play.tap({ dice: app.state.draft.dice.filter((_, place) => place !== Number(index)) }, word("die")),
  adjust: (app, { by }) => app.play.tap({ adjust: Number(by) }, word("adjustment")),
  "no-roll": (app) => app.screen.open("no-roll"),
  "no-roll-because": (app, { reason }) => {
    app.screen.close();
    app.play.command("roll", { no_roll: reason }, { changes: { dice: [], generator: null } });
    app.screen.say(word("no_roll_recorded"));
  },
  generator: (app) => app.screen.open("generator"),
  "generator-number": (app, { total }) => {
    app.screen.close();
    app.play.tap({ generator: Number(total), dice: [] }, word("generator"));
  },
  laja: (app) => app.play.tap({ hasLaja: !app.state.draft.hasLaja }, word("laja")),
  delivered: (app) => {
    const { dice, generator, adjust, delivery, bankCut, hasLaja } = app.state.draft;
    const roll = generator ? { generator, device: app.state.sheet.options.generator_approval ?? "" } : { dice };
    const positions = app.state.rules.positions(app.state.totalTapped, app.state.round.facts.bank.seat, adjust);
    const extras = { ...(bankCut && { bank_cut: bankCut }), ...(hasLaja && { laja: true }) };
    const chosen_by = delivery ? chooserNow(app.state) : "";
    app.play.command("delivery", { ...(delivery ?? app.state.rules.firstDelivery), ...extras, chosen_by });
    app.play.command("roll", adjust ? { ...roll, adjust } : roll);
    app.play.command("deal", { start: positions[0] }, { changes: { dice: [], generator: null, adjust: 0 } });
  },
};

/** @param {State} state */
export function drawDice(state) {
  const { dice, generator, adjust } = state.draft;
  const total = state.totalTapped;
  const start = total && state.rules.positions(total, state.round.facts.bank.seat, adjust)[0];
  const canAdjust = state.rules.takesAdjustment && state.round.facts.bank.seat !== null;
  return {
    title: word("dice"),
    note: start
      ? word("first_hand_to", { place: positionName(state, start) })
      : word(isCutOpen(state) ? "cut_before_dice" : "tap_three_dice"),
    body: [
      h(
        "div.dice-now",
        { key: "now" },
        [0, 1, 2].map((index) =>
          dice[index]
            ? h(
                "button.die-slot",
                {
                  key: index,
                  type: "button",
                  "data-do": "clear-die",
                  "data-index": index,
                  "aria-label": word("remove_die", { n: dice[index] }),
                },
                die(dice[index], "l"),
              )
            : h("span.die-slot", { key: index }, generator && index === 1 ? h("b", {}, generator) : ""),
        ),
        h(
          "output.dice-total",
          { "aria-live": "polite" },
          total ? `= ${total}${adjust ? ` ${adjust > 0 ? "+" : "−"} 4` : ""}` : "",
        ),
      ),
      total
        ? drawDelivery(state)
        : [
            diePad("die", { disabled: isCutOpen(state) }),
            deliveryButton(state),
            h(
              "div.dice-more",
              { key: "more" },
              canAdjust &&
                [-4, 0, 4].map((by) =>
                  button("adjust", by ? (by > 0 ? "+4" : "−4") : "±0", {
                    key: `by${by}`,
                    "data-by": by,
                    "aria-pressed": String(adjust === by),
                    "aria-label": word("adjust_by", { n: by }),
                    disabled: dice.length > 0, // before the dice are shown (NZ 9.6)
                  }),
                ),
              canCut(state) &&
                button(
                  "bank-cut",
                  [icon("swap"), h("span", {}, state.draft.bankCut ? cutName(state.draft.bankCut) : word("bank_cut"))],
                  {
                    key: "cut",
                    "aria-pressed": String(Boolean(state.draft.bankCut)),
                    disabled: dice.length > 0, // before the dice are shown (MD 9 §G, §J)
                  },
                ),
              state.rules.hasLaja &&
                button("laja", word("laja"), {
                  key: "laja",
                  "aria-pressed": String(Boolean(state.draft.hasLaja)),
                  disabled: !isCutOpen(state), // NZ 9.2
                }),
              button("no-roll", [icon("refused"), word("no_roll")]),
              state.rules.hasGenerator &&
                state.round.facts.bank.seat === null &&
                button("generator", [icon("dice"), word("generator")]),
            ),
          ],
    ],
    main: mainButton("delivered", [word("delivered"), h("small", {}, deliveryName(state))], {
      disabled: !total,
      class: "button-tall",
    }),
  };
}

/** Only what the table's own rules know: of a lid that is lifted Maryland speaks alone. */
export function drawNoRoll({ sheet }) {
  const known = sheet.irregularities.map(({ event }) => event);
  return {
    title: word("no_roll"),
    note: word("why_no_roll"),
    body: h(
      "div.choices-list",
      {},
      NO_ROLLS.filter((reason) => known.includes(reason)).map((reason) =>
        h(
          "button.button.button-wide",
          { key: reason, type: "button", "data-do": "no-roll-because", "data-reason": reason },
          word(`event_${reason}`),
        ),
      ),
    ),
    closes: true,
  };
}

export function drawGenerator({ rules }) {
  const totals = rules.generatorNumbers;
  return {
    title: word("generator"),
    note: word("generator_number"),
    body: h(
      "div.number-pad",
      {},
      totals.map((total) =>
        h(
          "button.button.number-key",
          { key: total, type: "button", "data-do": "generator-number", "data-total": total },
          total,
        ),
      ),
    ),
    closes: true,
  };
}
