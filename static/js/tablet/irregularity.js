// Something went wrong: one question a screen, the ruling that the rules propose, and the
// floorperson's PIN. The ruling comes from the server; the report itself can wait for the network.

/** @import { Acts, App, State } from "./types.d.ts" */

import { bankHands, isBanks } from "../rules/areas.js";
import { DEALER, places, wagerAt } from "../rules/round.js";
import { boxToDraw } from "./box-off.js";
import { h } from "./dom.js";
import { placeName, seatName } from "./names.js";
import { button, icon, mainButton } from "./pieces.js";
import { drawPin, signPanel } from "./pin.js";
import { earlierSteps } from "./step-back.js";
import { hasWord, money, word } from "./words.js";

// What must be known before the rules can rule, by event; the rest the server sees for itself.
const QUESTIONS = {
  "player-tile-exposed": ["seat", "tiles_exposed", "player_has_looked"],
  "bank-tile-exposed": ["whose", "tiles_exposed", "by", "player_has_looked"],
  "wrong-distribution": ["player_has_looked"],
  "tiles-exposed-laja": ["tiles_exposed"],
  "late-wager": ["seat", "change"],
  "player-left": ["seat"],
  "hand-knocked-over": ["seat"],
  "hands-mixed": ["hands", "can_be_rebuilt"],
  "not-house-way": ["whose_set", "first_hand_exposed"],
};

// Where tiles of several hands may have been seen.
const MORE_THAN_A_HAND = new Set(["tiles-exposed-laja", "bank-tile-exposed"]);

// Rulings after which wagers go back: all of them, or those of the hands concerned.
const VOIDS_ROUND = new Set(["void-round", "bank-may-void"]);
const VOIDS_HANDS = new Set(["void-hands", "player-may-void", "player-may-withdraw"]);

const ANSWERS = {
  tiles_exposed: [1, 2, 3, 4],
  by: ["dealer", "bank", "player"],
  change: ["placed", "raised", "withdrawn"],
  player_has_looked: [false, true],
  first_hand_exposed: [false, true],
  can_be_rebuilt: [true, false],
};

/** @param {State} state */
export function waiting(state) {
  return state.round?.irregularities.find((each) => !each.ruling) ?? null;
}

// What happened is always told; the rest is asked where the ruling depends on it.
const IF_IT_DECIDES = { player_has_looked: 1, first_hand_exposed: 1, can_be_rebuilt: 1, whose_set: 1 };
const FACTS = { whose_set: "whose" };

/**
 * What may be answered; only hands and places that are there.
 * @param {State} state
 * @param {string} name
 */
function answersTo(state, name) {
  if (name === "seat") return state.places.filter((place) => place !== DEALER).map(Number);
  if (name === "whose_set") return bankHands(state.round);
  if (name !== "whose") return ANSWERS[name];
  return [...bankHands(state.round), ...(state.rules.hasDeadHand ? ["dead-hand"] : []), "empty"];
}

/**
 * What is asked about an event; neither what the table shows already nor what decides nothing by these rules.
 * @param {State} state
 * @param {string} event
 */
function questionsOf(state, event) {
  const { round, rules } = state;
  const deciding = rules.tables.facts_asked?.[event];
  const isExposed = Object.keys(round.facts.hands).some((place) => !isBanks(round, place));
  return (QUESTIONS[event] ?? []).filter((name) => {
    if (name === "first_hand_exposed" && isExposed) return false;
    if (name === "whose_set" && bankHands(state.round).length < 2) return false;
    return !deciding || !(name in IF_IT_DECIDES) || deciding.includes(FACTS[name] ?? name);
  });
}

// What cannot have happened yet, or any more; all else may at any time.
const STACKED = ["betting", "closed"];
const DEALT = ["dealt", "set"];
const WHEN = {
  "dice-not-flat": ["closed"],
  "die-left-shaker": ["closed"],
  "lid-lifted": ["closed"],
  "tile-exposed-stacking": STACKED,
  "tiles-exposed-laja": STACKED,
  "wrong-distribution": ["closed", ...DEALT],
  "player-tile-exposed": DEALT,
  "bank-tile-exposed": DEALT,
  "not-house-way": DEALT,
  "late-wager": ["closed", ...DEALT],
  "hand-knocked-over": DEALT,
  "hands-mixed": DEALT,
  "suspected-viewing": DEALT,
};

/** Whether an event can have happened as the round stands. */
function mayHappen({ round }, event) {
  return !WHEN[event] || WHEN[event].includes(round.state);
}

/**
 * The words of a question: by some rules it counts whether anybody at all has looked.
 * @param {State} state
 * @param {string} event
 * @param {string} name
 */
function asks({ rules }, event, name) {
  const isAnybody = rules.tables.any_player_looked || event === "wrong-distribution";
  return word(name === "player_has_looked" && isAnybody ? "ask_any_has_looked" : `ask_${name}`);
}

/** @param {App} app */
function report(app, event, facts) {
  const { whose_set: whose, seat, hands, ...rest } = facts;
  const seats = hands ? hands.filter((place) => place !== DEALER).map(Number) : seat ? [seat] : null;
  const scene = {
    ...rest,
    ...((whose || event === "not-house-way") && { whose: whose ?? bankHands(app.state.round).at(-1) }),
    ...(seats && { seats }),
    ...(hands?.includes(DEALER) && { house: true }),
  };
  app.play.command("irregularities", { event, facts: scene });
  app.screen.open("ruling");
}

/** @type {Acts} */
export const acts = {
  irregularity: (app) => {
    const due = boxToDraw(app.state);
    if (waiting(app.state)) return app.screen.open("ruling");
    return due ? app.screen.open("box-dice", { n: due.n, dice: [] }) : app.screen.open("irregularity");
  },
  "irregular-hand": (app, { place }) => {
    const { chosen = [] } = app.state.panel;
    const isChosen = chosen.includes(place);
    app.screen.change({ chosen: isChosen ? chosen.filter((other) => other !== place) : [...chosen, place] });
  },
  "irregular-hands": (app) => {
    const { event, facts, chosen } = app.state.panel;
    app.screen.open("irregularity", { event, facts: { ...facts, hands: chosen } });
  },
  "irregular-event": (app, { event }) => {
    app.screen.open("irregularity", { event, facts: {} });
  },
  "irregular-report": (app) => report(app, app.state.panel.event, app.state.panel.facts),
  "irregular-back": (app) => {
    const { event, facts } = app.state.panel;
    const answered = Object.keys(facts);
    if (!answered.length) return app.screen.open("irregularity");
    const { [answered.at(-1)]: _, ...before } = facts;
    app.screen.open("irregularity", { event, facts: before });
  },
  "irregular-withdraw": (app) => {
    const { n } = waiting(app.state);
    app.screen.close();
    app.play.command(`irregularities/${n}/withdraw`, {});
    app.screen.say(word("irregularity_withdrawn"), "warn");
  },
  "irregular-fact": (app, { name, value }) => {
    const { event } = app.state.panel;
    const facts = { ...app.state.panel.facts, [name]: JSON.parse(value) };
    app.screen.open("irregularity", { event, facts });
  },
  "confirm-ruling": (app, { choice }) => {
    const each = waiting(app.state);
    const path = `rounds/${app.state.round.id}/irregularities/${each.n}/confirm/`;
    const extra = choice ? { ruling: choice } : {};
    app.screen.open("sign-ruling", {
      signs: choice ? { event: each.event, proposed: { says: word("not_chosen"), cite: each.proposed.cite } } : each,
      ...signPanel((who) => app.line.direct(path, { ...extra, ...who }), app.state.sheet.floorperson?.badge),
    });
  },
  "void-round": (app) => app.screen.open("void"),
  "void-because": (app, { reason }) => {
    const path = `rounds/${app.state.round.id}/void/`;
    app.screen.open("sign-void", {
      reason,
      ...signPanel((second) => app.line.direct(path, { reason, second }), app.state.sheet.floorperson?.badge),
    });
  },
};

/**
 * A tap on the felt answers the question which seat or which hands; the question stays otherwise.
 * @param {App} app
 * @param {string} place
 */
export function answersSeat(app, place) {
  const { panel } = app.state;
  if (panel?.name !== "irregularity" || !panel.event) return false;
  const asked = questionsOf(app.state, panel.event).find((name) => !(name in panel.facts));
  const isThere = places(app.state.round).includes(place);
  if (asked === "seat" && place !== DEALER && isThere) acts["irregular-fact"](app, { name: "seat", value: place });
  if (asked === "hands" && isThere) acts["irregular-hand"](app, { place });
  return true;
}

function choice(act, label, attributes) {
  return h("button.button.button-wide", { type: "button", "data-do": act, ...attributes }, label);
}

/** @param {State} state */
export function drawIrregularity(state) {
  const { event, facts } = state.panel;
  if (!event) {
    return {
      title: word("irregularity"),
      note: word("what_happened"),
      body: h(
        "div.event-list",
        {},
        state.sheet.irregularities
          .filter(({ event: code }) => mayHappen(state, code))
          .map(({ event: code, says }) =>
            choice("irregular-event", hasWord(`event_${code}`) ? word(`event_${code}`) : says, {
              key: code,
              "data-event": code,
            }),
          ),
        earlierSteps(state).length > 0 && choice("step-back", [icon("undo"), word("step_back")], { key: "back" }),
        choice("void-round", [icon("void"), word("void_round")], {
          key: "void",
          class: "button-danger",
          disabled: !state.isOpen,
        }),
      ),
      closes: true,
    };
  }
  const name = questionsOf(state, event).find((question) => !(question in facts));
  if (!name) return drawReport(state, event, facts);
  if (name === "hands") return drawWhichHands(state, event);
  const answers = answersTo(state, name);
  return {
    title: word(`event_${event}`),
    note: asks(state, event, name),
    body: h(
      "div.choices-list",
      { key: name },
      answers.map((value) =>
        choice("irregular-fact", answerName(state, name, value), {
          key: String(value),
          "data-name": name,
          "data-value": JSON.stringify(value),
        }),
      ),
    ),
    back: backButton(),
    closes: true,
  };
}

/**
 * Every hand whose tiles were mixed, the house's among them.
 * @param {State} state
 * @param {string} event
 */
function drawWhichHands(state, event) {
  const { chosen = [] } = state.panel;
  return {
    title: word(`event_${event}`),
    note: word("ask_hands"),
    body: h(
      "div.choices-list",
      { key: "hands", role: "group" },
      places(state.round).map((place) =>
        choice("irregular-hand", placeName(state, place), {
          key: place,
          "data-place": place,
          "aria-pressed": String(chosen.includes(place)),
        }),
      ),
    ),
    main: mainButton("irregular-hands", word("go_on"), { key: "main", disabled: chosen.length < 2 }),
    back: backButton(),
    closes: true,
  };
}

/**
 * Nothing is recorded before this: what is reported, once more.
 * @param {State} state
 */
function drawReport(state, event, facts) {
  return {
    title: word(`event_${event}`),
    note: word("report_note"),
    body: h(
      "dl.report",
      { key: "report" },
      Object.entries(facts).map(([name, value]) =>
        h("div", { key: name }, h("dt", {}, asks(state, event, name)), h("dd", {}, answerName(state, name, value))),
      ),
    ),
    main: mainButton("irregular-report", word("report_it"), { key: "main" }),
    back: backButton(),
    closes: true,
  };
}

function backButton() {
  return h(
    "button.button.button-main.work-undo",
    { key: "back", type: "button", "data-do": "irregular-back" },
    icon("left"),
    word("back"),
  );
}

function answerName(state, name, value, event = state.panel?.event) {
  if (name === "seat") return seatName(state, value);
  if (name === "hands") return value.map((/** @type {string} */ place) => placeName(state, place)).join(", ");
  if (typeof value === "boolean") return word(value ? "yes" : "no");
  if (typeof value === "number")
    return value === 4 && MORE_THAN_A_HAND.has(event) ? word("four_or_more") : String(value);
  return word(`answer_${value.replace("-", "_")}`);
}

/** @param {State} state */
export function drawRuling(state) {
  const each = waiting(state);
  if (!each?.proposed) {
    return {
      title: word("irregularity"),
      note: each ? word(`event_${each.event}`) : "",
      body: [
        h("p.muted", { key: "waits" }, word(each ? "ruling_waits_network" : "no_ruling_waits")),
        each && withdrawButton(),
      ],
      closes: true,
    };
  }
  const { proposed } = each;
  return {
    title: word("ruling"),
    note: word(`event_${each.event}`),
    body: h(
      "div.ruling",
      { key: "ruling" },
      h("p.ruling-says", {}, rulingWords(proposed)),
      h("p.rule", {}, proposed.cite, proposed.reading && ` (${word("reading")})`),
      proposed.choice_of && h("p", {}, word("choice_of", { who: word(`answer_${proposed.choice_of}`) })),
      h("p.alert.alert-warn", {}, word("call_floor", { name: state.sheet.floorperson?.name ?? "" })),
      proposed.choice_of && button("confirm-ruling", word("not_chosen"), { "data-choice": "play-on" }),
      withdrawButton(),
    ),
    main: mainButton("confirm-ruling", [word("floor_confirms"), h("small", {}, effectOf(state, each))], {
      class: "button-tall",
    }),
    closes: true,
  };
}

/**
 * What the confirmation does, in few words: which wagers go back.
 * @param {State} state
 */
function effectOf(state, { proposed, facts }) {
  if (VOIDS_ROUND.has(proposed.code)) return word("ruling_voids_round");
  const seats = facts?.seats ?? [];
  if (!VOIDS_HANDS.has(proposed.code) || !seats.length) return "";
  const cents = seats.reduce((sum, seat) => sum + wagerAt(state.round, seat), 0);
  const names = seats.map((seat) => seatName(state, seat)).join(", ");
  return word("ruling_voids_hand", { seat: names, amount: money(cents) });
}

/** The ruling as the rules have it. */
function rulingWords({ code, says }) {
  return hasWord(`ruling_${code}`) ? word(`ruling_${code}`) : says;
}

function withdrawButton() {
  return button("irregular-withdraw", [icon("undo"), word("withdraw_report")], {
    key: "withdraw",
    class: "button-wide",
  });
}

/** @param {State} state */
export function drawSignRuling(state) {
  const { event, proposed } = state.panel.signs ?? {};
  const about =
    proposed &&
    h("div.sign-about", { key: "about" }, h("p.ruling-says", {}, proposed.says), h("p.rule", {}, proposed.cite));
  return drawPin(state, {
    title: word("floor_confirms"),
    note: event ? word(`event_${event}`) : word("badge_and_pin"),
    about,
    label: word("confirm_ruling"),
  });
}

/** @param {State} state */
export function drawVoid(state) {
  return {
    title: word("void_round"),
    note: word("void_note"),
    body: h(
      "div.event-list",
      {},
      state.config.void_reasons.map((reason) =>
        choice("void-because", word(`void_${reason}`), { key: reason, "data-reason": reason }),
      ),
    ),
    closes: true,
  };
}

/** @param {State} state */
export function drawSignVoid(state) {
  return drawPin(state, {
    title: word("void_round"),
    note: word(`void_${state.panel.reason}`),
    about: h("p.alert.alert-warn", {}, word("void_returns")),
    label: word("void_round"),
  });
}
