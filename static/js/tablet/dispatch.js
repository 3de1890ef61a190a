// What a tap does: every screen brings its acts, by the name that stands on the element (`data-do`).

/** @import { Acts, App } from "./types.d.ts" */

import { DEALER } from "../rules/round.js";
import { acts as amendActs } from "./amend.js";
import { acts as amendBankActs } from "./amend-bank.js";
import { acts as amountActs } from "./amount.js";
import { acts as bankActs } from "./bank.js";
import { acts as cutActs } from "./bank-cut.js";
import { acts as fundsActs } from "./bank-funds.js";
import { acts as shareActs } from "./bank-shares.js";
import { wagerTrouble } from "./betting.js";
import { acts as boxActs, isOff } from "./box-off.js";
import { acts as callActs } from "./call-floor.js";
import { acts as cashActs } from "./cash.js";
import { acts as chipActs } from "./chips.js";
import { acts as communityActs } from "./community.js";
import { acts as deliveryActs } from "./delivery.js";
import { acts as diceActs } from "./dice.js";
import { acts as displayActs } from "./display.js";
import { acts as disputeActs } from "./dispute.js";
import { acts as endActs } from "./hand-ends.js";
import { acts as handActs, reopen } from "./hands.js";
import { answersSeat, acts as irregularActs } from "./irregularity.js";
import { acts as limitActs } from "./limits.js";
import { acts as menuActs } from "./menu.js";
import { acts as outboxActs } from "./outbox-panel.js";
import { acts as pastActs } from "./past-rounds.js";
import { acts as pinActs } from "./pin.js";
import { acts as quickActs } from "./quick.js";
import { acts as reliefActs } from "./relief.js";
import { acts as repairActs } from "./repair.js";
import { acts as resultActs } from "./result.js";
import { acts as stepActs } from "./step-back.js";
import { sendWagers, acts as wagerActs } from "./wagers.js";
import { word } from "./words.js";

/** @type {Acts} */
const acts = {
  ...wagerActs,
  ...amountActs,
  ...bankActs,
  ...fundsActs,
  ...shareActs,
  ...diceActs,
  ...deliveryActs,
  ...handActs,
  ...endActs,
  ...communityActs,
  ...boxActs,
  ...quickActs,
  ...resultActs,
  ...repairActs,
  ...reliefActs,
  ...irregularActs,
  ...displayActs,
  ...disputeActs,
  ...pastActs,
  ...pinActs,
  ...amendActs,
  ...amendBankActs,
  ...cutActs,
  ...stepActs,
  ...outboxActs,
  ...menuActs,
  ...callActs,
  ...cashActs,
  ...chipActs,
  ...limitActs,
  undo: (app) => app.play.undo(),
  "close-panel": (app) => app.state.panel?.name !== "elsewhere" && app.screen.close(),
  "use-window": (app) => app.session.useThisWindow(),
  redraw: (app) => requestAnimationFrame(() => app.screen.redraw()),
  "last-round": (app) => app.line.showLast(),
  "open-round": (app, { carry }) => app.play.openRound(carry === "true"),
  "next-round": (app) => app.play.openRound(true),
  "new-wagers": (app) => app.play.openRound(false),
  "cards-dealt": (app) => app.play.command("deal", {}),
  settle: (app) => app.play.command("settle", {}),
  seat: tapSeat,
  "wager-seat": tapSeat,
};

const HANDS_LIE = ["hands", "community", "result"];

/**
 * A tap on the table: a seat's wager before the deal, its hand after it.
 * @param {App} app
 * @param {Record<string, string>} data
 */
function tapSeat(app, { seat }) {
  const { step, round } = app.state;
  if (answersSeat(app, seat)) return;
  if (step === "betting" && seat !== DEALER) return tapWager(app, Number(seat));
  if (!HANDS_LIE.includes(step) || round.state === "settled") return;
  if (round.facts.states[seat]) return app.screen.open("seat-state", { place: seat, state: null });
  if (!app.state.places.includes(seat)) return;
  app.screen.close();
  reopen(app, seat);
}

/** @param {App} app */
function tapWager(app, seat) {
  const { rules, round, draft } = app.state;
  app.screen.close();
  if (!wagerTrouble(app.state)) sendWagers(app);
  if (rules.houseSeat === seat && round.facts.bank.seat === null) return app.screen.refuse(word("house_box"));
  if (isOff(app.state, seat)) return app.screen.open("box-off", { box: seat });
  app.play.tap({ seat: draft.seat === seat ? null : seat, player: null, kind: "cents", typed: "" });
}

/**
 * Do what was tapped and show it within the same turn; the frame that follows paints it.
 * @param {App} app
 */
export function dispatch(app, name, data = {}) {
  app.state.notice = null;
  acts[name]?.(app, data);
  app.screen.draw();
}
