// The side under the thumb: one question, its answers, one main act; undo beside it.

import { DEALER } from "../rules/round.js";
import { acts as amendActs, drawAmended, drawCorrect, drawFound, drawSignCorrection } from "./amend.js";
import { acts as bankActs, drawBank } from "./bank.js";
import { acts as cutActs, drawBankCut } from "./bank-cut.js";
import { acts as shareActs } from "./bank-shares.js";
import { acts as deliveryActs, drawDeliveryChoice } from "./delivery.js";
import { acts as diceActs, drawDice, drawGenerator, drawNoRoll } from "./dice.js";
import { acts as disputeActs, disputeWords, drawDispute, drawHeld } from "./dispute.js";
import { h } from "./dom.js";
import { drawSeatState, acts as endActs } from "./hand-ends.js";
import { drawHands, acts as handActs, reopen } from "./hands.js";
import {
  drawIrregularity,
  drawRuling,
  drawSignRuling,
  drawSignVoid,
  drawVoid,
  acts as irregularActs,
} from "./irregularity.js";
import { drawMenu, acts as menuActs } from "./menu.js";
import { drawOutbox, acts as outboxActs } from "./outbox-panel.js";
import { drawCommunity, acts as pickerActs } from "./picker.js";
import { button, held, icon, mainButton } from "./pieces.js";
import { acts as pinActs } from "./pin.js";
import { drawQuick, acts as quickActs } from "./quick.js";
import { drawResult, acts as resultActs } from "./result.js";
import { drawSignStepBack, drawStepBack, acts as stepActs } from "./step-back.js";
import { drawBetting } from "./wager-pad.js";
import { sendWagers, acts as wagerActs } from "./wagers.js";
import { drawWhy } from "./why.js";
import { word } from "./words.js";

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
  result: (app) => (app.draft.later ? drawAmended(app, drawResult(app)) : drawResult(app)),
};

const PANELS = {
  "no-roll": drawNoRoll,
  generator: drawGenerator,
  delivery: drawDeliveryChoice,
  "seat-state": drawSeatState,
  why: drawWhy,
  outbox: drawOutbox,
  menu: drawMenu,
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
  "sign-correction": drawSignCorrection,
  found: drawFound,
  elsewhere: drawElsewhere,
};

// What is done with tiles or cards before a round can open.
const BEFORE = { tiles: ["mix", "stack", "face_down"], cards: ["shuffle", "face_down"] };
const BEFORE_AT = { maryland: ["mix_circles", "stack", "face_down"] };

export const acts = {
  ...wagerActs,
  ...bankActs,
  ...shareActs,
  ...diceActs,
  ...deliveryActs,
  ...handActs,
  ...endActs,
  ...pickerActs,
  ...quickActs,
  ...resultActs,
  ...irregularActs,
  ...disputeActs,
  ...pinActs,
  ...amendActs,
  ...cutActs,
  ...stepActs,
  ...outboxActs,
  ...menuActs,
  undo: (app) => app.undo(),
  "close-panel": (app) => app.panel?.name !== "elsewhere" && app.close(),
  "use-window": (app) => app.useThisWindow(),
  redraw: (app) => requestAnimationFrame(() => app.redraw()),
  "last-round": (app) => app.showLast(),
  "open-round": (app, { carry }) => app.openRound(carry === "true"),
  "cards-dealt": (app) => app.command("deal", {}),
  seat: tapSeat,
  "wager-seat": tapSeat,
};

/** A tap on the table: a seat's wager before the deal, its hand after it. */
function tapSeat(app, { seat }) {
  if (app.step === "betting") {
    if (seat === DEALER) return;
    app.close();
    if (!app.wagerTrouble) sendWagers(app);
    if (app.rules.houseSeat === Number(seat) && app.round.facts.bank.seat === null)
      return app.refuse(word("house_box"));
    app.tap({ seat: app.draft.seat === Number(seat) ? null : Number(seat), player: null, kind: "cents" });
  } else if (
    ["hands", "community", "result"].includes(app.step) &&
    app.round.state !== "settled" &&
    app.round.facts.states[seat]
  ) {
    app.open("seat-state", { place: seat, state: null });
  } else if (
    ["hands", "community", "result"].includes(app.step) &&
    app.round.state !== "settled" &&
    app.places.includes(seat)
  ) {
    app.close();
    reopen(app, seat);
  }
}

export function drawWork(app) {
  const panel = app.panel && PANELS[app.panel.name];
  const view = panel ? panel(app) : STEPS[app.step](app);
  return [
    h(
      "header.work-head",
      { key: "head" },
      h(
        "div",
        {},
        h("h1", {}, view.title),
        h("p", { role: "status", "data-alarm": Boolean(view.alarm) || undefined }, view.alarm || view.note),
      ),
      view.aside,
      view.closes &&
        h(
          "button.icon-button",
          { type: "button", "data-do": "close-panel", "aria-label": word("close_panel") },
          icon("close"),
        ),
    ),
    h("div.work-body", { key: "body", "data-step": panel ? app.panel.name : app.step }, view.body),
    h(
      "footer.work-acts",
      { key: "acts" },
      view.back ?? drawUndo(app, view),
      h("div.work-main", {}, view.main ?? h("span.work-nothing", {})),
    ),
  ];
}

function drawUndo(app, view) {
  if (app.panel?.name === "elsewhere") return h("span", { key: "none" });
  if (view.closes)
    return h(
      "button.button.button-main.work-undo",
      { key: "back", type: "button", "data-do": "close-panel" },
      icon("left"),
      word("back"),
    );
  const last = app.undoable;
  return h(
    "button.button.button-main.button-tall.work-undo",
    {
      key: "undo",
      type: "button",
      "data-do": "undo",
      disabled: !last,
      "aria-label": last ? word("undo_what", { what: last.undo }) : word("undo"),
    },
    h("span.undo-head", {}, icon("undo"), word("undo")),
    h("small", { key: last?.undo ?? "nothing" }, last?.undo),
  );
}

function drawLoading(app) {
  return {
    title: word("loading"),
    note: app.connection === "offline" ? word("first_start_needs_network") : "",
    body: [h("p", { key: "why" }, word("still_loading")), h("div.skeleton.skeleton-box", { key: "box" })],
    main: mainButton("send-now", word("try_again"), {}),
  };
}

function drawIdle(app) {
  const { sheet } = app;
  const may = sheet.can_open ?? { ok: true };
  const carried = Boolean(app.carriedWagers.length);
  return {
    title: word("ready"),
    aside:
      sheet.last_round?.state === "settled" &&
      !app.training &&
      button("last-round", [icon("round"), word("round_n", { n: sheet.last_round.number })], { key: "last" }),
    note: may.ok ? word(`ready_note_${app.rules.game}`) : may.message,
    body: may.ok
      ? h(
          "div.idle",
          {},
          app.rules.game === "tiles" && drawWall(),
          h(
            "ol",
            {},
            (BEFORE_AT[app.rules.profile] ?? BEFORE[app.rules.game]).map((name) =>
              h("li", { key: name }, word(`before_${name}`)),
            ),
          ),
          carried && h("p.muted", {}, word("wagers_will_carry", { n: app.carriedWagers.length })),
        )
      : h("div.alert.alert-warn", { role: "alert" }, h("p", {}, may.message), may.rule && h("p.rule", {}, may.rule)),
    main: [
      carried &&
        h(
          "button.button.button-main",
          { key: "fresh", type: "button", "data-do": "open-round", "data-carry": "false", disabled: !may.ok },
          word("new_wagers"),
        ),
      mainButton("open-round", word(carried ? "same_wagers" : "open_round"), {
        key: "main",
        "data-carry": String(carried),
        disabled: !may.ok,
      }),
    ],
  };
}

/** The stacks as they lie before the wagers: eight of four, face down. */
function drawWall() {
  const backs = (count, kind) =>
    Array.from({ length: count }, (_, index) =>
      h(kind, { key: index }, kind === "div.wall-stack" ? backs(4, "span") : held("back", "s", false)),
    );
  return h("div.wall", { key: "wall", "aria-hidden": "true" }, backs(8, "div.wall-stack"));
}

function drawElsewhere() {
  return {
    title: word("another_window"),
    note: "",
    body: null,
    main: mainButton("use-window", word("use_this_window"), {}),
  };
}

/** Who gets cards: every seat that wagers, the dealer, and the middle of the table. */
function drawDeal(app) {
  const backs = (count) =>
    Array.from({ length: count }, (_, index) => h("span", { key: index }, held("card-back", "s", false)));
  const row = (key, name, count) => h("li", { key }, h("b", {}, name), h("span.hand-part", {}, backs(count)));
  return {
    title: word("deal_cards"),
    note: word("deal_cards_note"),
    body: h(
      "ul.deal-rows",
      { key: "deal" },
      app.places
        .filter((place) => place !== DEALER)
        .map((place) => row(place, app.seatName(Number(place)), app.rules.handSize)),
      row(DEALER, word("dealer"), app.rules.handSize),
      row("community", word("community_card"), 1),
    ),
    main: mainButton("cards-dealt", word("dealt"), {}),
  };
}

/** Below the table: what is needed at any time. */
export function drawAside(app) {
  const playing = app.isOpen;
  const isSettled = Boolean(app.sheet.round?.settlement) && !app.unsent && !app.training;
  return h(
    "nav.table-acts",
    { "aria-label": word("other_acts") },
    isSettled
      ? button("correct", [icon("edit"), h("span", {}, word("correction"))], {
          disabled: Boolean(app.draft.later),
          key: "irregularity",
        })
      : button("irregularity", [icon("warn"), h("span", {}, word("irregularity"))], {
          disabled: !playing,
          key: "irregularity",
        }),
    button("dispute", [icon("dispute"), h("span", {}, disputeWords(app))], {
      disabled: !app.round || app.round.state === "void" || Boolean(app.draft.later) || app.training,
      key: "dispute",
    }),
    isSettled && app.sheet.round.depth === "quick"
      ? button("add-tiles", [icon(app.rules.game), h("span", {}, word("add_tiles"))], {
          disabled: Boolean(app.draft.later),
          key: "quick",
        })
      : button("quick", [icon("quick"), h("span", {}, word("quick"))], {
          disabled: app.step !== "hands" || Boolean(app.draft.later),
          key: "quick",
        }),
  );
}
