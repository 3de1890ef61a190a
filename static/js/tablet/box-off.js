// A box that is taken out of play by ruling: the dice that name it, its marker on the felt, and its way
// back when the floor signs for it.

/** @import { Acts, App, State } from "./types.d.ts" */

import { h } from "./dom.js";
import { cited, seatName } from "./names.js";
import { die, diePad, icon, mainButton } from "./pieces.js";
import { drawPin, signPanel } from "./pin.js";
import { word } from "./words.js";

/**
 * The ruling for which the dice are still to be thrown, or null.
 * @param {State} state
 */
export function boxToDraw(state) {
  const all = state.round?.irregularities ?? [];
  return all.find(({ ruling, box }) => ruling?.code === "remove-box" && !box) ?? null;
}

/**
 * @param {State} state
 * @param {number} seat
 */
export function isOff({ sheet }, seat) {
  return Boolean(sheet.table.boxes_off?.includes(seat));
}

/** @type {Acts} */
export const acts = {
  "box-die": (app, { face }) => {
    const { dice } = app.state.panel;
    if (dice.length < 3) app.screen.change({ dice: [...dice, Number(face)] });
  },
  "box-clear": (app) => app.screen.change({ dice: [] }),
  "box-thrown": (app) => {
    const { n, dice } = app.state.panel;
    app.play.command(`irregularities/${n}/box`, { dice });
    app.screen.change({ dice: [] });
  },
  "box-return": (app) => {
    const { box } = app.state.panel;
    const badge = app.state.sheet.floorperson?.badge;
    app.screen.open("sign-box", { box, ...signPanel(null, badge), next: (who) => giveBack(app, box, who) });
  },
};

/**
 * @param {App} app
 * @param {number} box
 * @param {{ badge: string, pin: string }} who
 */
async function giveBack(app, box, who) {
  app.screen.change({ isBusy: true, badge: who.badge });
  const path = `tables/${app.state.config.table}/boxes/${box}/return/`;
  const { status, body } = await app.line.direct(path, { signatures: { floor: who } });
  if (status >= 200 && status < 300) {
    app.screen.close();
    app.feel.handDone();
    return app.line.refresh();
  }
  app.feel.refused();
  const wrong = status === 0 ? word("needs_network") : (body?.message ?? word("refused_plain"));
  app.screen.change({ isBusy: false, pin: "", wrong });
}

/** @param {State} state */
export function drawBoxDice(state) {
  const { n, dice } = state.panel;
  const ruling = state.round.irregularities.find((each) => each.n === n);
  const { box = null, throws = [] } = ruling ?? {};
  if (box !== null) return drawFoundBox(state, box);
  return {
    title: word("box_dice"),
    note: word(throws.length ? "box_again" : "box_dice_note"),
    body: [
      h(
        "div.dice-now",
        { key: "now" },
        [0, 1, 2].map((index) => h("span.die-slot", { key: index }, dice[index] && die(dice[index], "l"))),
      ),
      diePad("box-die"),
      h("p.rule", { key: "rule" }, cited(state, "box-drawn")),
    ],
    back: h(
      "button.button.button-main.work-undo",
      { key: "clear", type: "button", "data-do": "box-clear", disabled: !dice.length },
      icon("undo"),
      word("enter_again"),
    ),
    main: mainButton("box-thrown", word("box_thrown"), { disabled: dice.length < 3 }),
    closes: true,
  };
}

/**
 * @param {State} state
 * @param {number} box
 */
function drawFoundBox(state, box) {
  return {
    title: word("box_dice"),
    note: "",
    body: [
      h("p.ruling-says", { key: "says" }, word("box_is_off", { seat: seatName(state, box) })),
      h("p.rule", { key: "rule" }, cited(state, "box-removed")),
    ],
    closes: true,
  };
}

/** @param {State} state */
export function drawBoxOff(state) {
  const { box } = state.panel;
  return {
    title: seatName(state, box),
    note: word("box_off"),
    body: [h("p", { key: "how" }, word("box_return_note")), h("p.rule", { key: "rule" }, cited(state, "box-returned"))],
    main: mainButton("box-return", word("box_return"), { key: "main" }),
    closes: true,
  };
}

/** @param {State} state */
export function drawSignBox(state) {
  return drawPin(state, {
    title: word("box_return"),
    note: seatName(state, state.panel.box),
    about: h("p.rule", {}, cited(state, "box-returned")),
    label: word("box_return"),
  });
}
