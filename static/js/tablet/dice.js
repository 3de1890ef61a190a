// Three dice or the generator's number, the count round the table, and how the tiles are delivered.

import { canCut, cutName } from "./bank-cut.js";
import { deliveryName, drawDelivery } from "./delivery.js";
import { h } from "./dom.js";
import { button, die, icon, mainButton } from "./pieces.js";
import { word } from "./words.js";

const FACES = [1, 2, 3, 4, 5, 6];
const NO_ROLLS = ["dice-not-flat", "die-left-shaker", "lid-lifted"];

export const acts = {
  die: (app, { face }) => {
    const { dice } = app.draft;
    if (dice.length === 3) return;
    app.tap({ dice: [...dice, Number(face)], generator: null }, word("die_n", { n: face }));
  },
  "clear-die": (app, { index }) =>
    app.tap({ dice: app.draft.dice.filter((_, place) => place !== Number(index)) }, word("die")),
  adjust: (app, { by }) => app.tap({ adjust: Number(by) }, word("adjustment")),
  "no-roll": (app) => app.open("no-roll"),
  "no-roll-because": (app, { reason }) => {
    app.close();
    app.command("roll", { no_roll: reason }, { changes: { dice: [], generator: null } });
    app.say(word("no_roll_recorded"));
  },
  generator: (app) => app.open("generator"),
  "generator-number": (app, { total }) => {
    app.close();
    app.tap({ generator: Number(total), dice: [] }, word("generator"));
  },
  laja: (app) => app.tap({ hasLaja: !app.draft.hasLaja }, word("laja")),
  delivered: (app) => {
    const { dice, generator, adjust, delivery, bankCut, hasLaja } = app.draft;
    const roll = generator ? { generator, device: app.sheet.options.generator_approval ?? "" } : { dice };
    const positions = app.rules.positions(app.totalTapped, app.round.facts.bank.seat, adjust);
    app.command("roll", adjust ? { ...roll, adjust } : roll);
    const extras = { ...(bankCut && { bank_cut: bankCut }), ...(hasLaja && { laja: true }) };
    app.command("delivery", { ...(delivery ?? app.defaultDelivery), ...extras });
    app.command("deal", { start: positions[0] }, { changes: { dice: [], generator: null, adjust: 0 } });
  },
};

export function drawDice(app) {
  const { dice, generator, adjust } = app.draft;
  const total = app.totalTapped;
  const start = total && app.rules.positions(total, app.round.facts.bank.seat, adjust)[0];
  const canAdjust = app.rules.takesAdjustment && app.round.facts.bank.seat !== null;
  return {
    title: word("dice"),
    note: start ? word("first_hand_to", { place: app.positionName(start) }) : word("tap_three_dice"),
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
        ? drawDelivery(app)
        : [
            h(
              "div.die-pad",
              { key: "pad" },
              FACES.map((face) =>
                h(
                  "button.die-key",
                  {
                    key: face,
                    type: "button",
                    "data-do": "die",
                    "data-face": face,
                    "aria-label": word("die_n", { n: face }),
                  },
                  die(face, "l"),
                ),
              ),
            ),
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
                  }),
                ),
              canCut(app) &&
                button(
                  "bank-cut",
                  [icon("swap"), h("span", {}, app.draft.bankCut ? cutName(app.draft.bankCut) : word("bank_cut"))],
                  { key: "cut", "aria-pressed": String(Boolean(app.draft.bankCut)) },
                ),
              app.rules.hasLaja &&
                button("laja", word("laja"), { key: "laja", "aria-pressed": String(Boolean(app.draft.hasLaja)) }),
              button("no-roll", [icon("refused"), word("no_roll")]),
              app.rules.hasGenerator && button("generator", [icon("dice"), word("generator")]),
            ),
          ],
    ],
    main: mainButton("delivered", [word("delivered"), h("small", {}, deliveryName(app))], {
      disabled: !total,
      class: "button-tall",
    }),
  };
}

export function drawNoRoll() {
  return {
    title: word("no_roll"),
    note: word("why_no_roll"),
    body: h(
      "div.choices-list",
      {},
      NO_ROLLS.map((reason) =>
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

export function drawGenerator() {
  const totals = Array.from({ length: 16 }, (_, index) => index + 3);
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
