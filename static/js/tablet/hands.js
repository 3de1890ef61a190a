// Tiles as they are exposed: four taps a hand, the first two the high hand. The dealer's and the
// co-bank's hands are checked against the house way before they are taken.

/** @import { Acts, App, State } from "./types.d.ts" */

import { isBanks, isFreelySet, isSetByHouse } from "../rules/areas.js";
import { DEALER, openPlaces } from "../rules/round.js";
import { h } from "./dom.js";
import { rankName } from "./hand-names.js";
import { lineName, placeName } from "./names.js";
import { drawOrderOfSetting } from "./other-areas.js";
import { drawPicker } from "./picker.js";
import { button, held, heldName, icon } from "./pieces.js";
import { mainWords, sideWords } from "./result.js";
import { word } from "./words.js";

/** @param {State} state */
function handSize(state) {
  return state.rules.handSize;
}

/** The taps of a full hand as a setting: the better two are the high hand. */
export function settingOf(rules, names) {
  const [high, low] = [names.slice(0, 2), names.slice(2)];
  return rules.game === "tiles" && rules.isHigher(low, high) ? { high: low, low: high } : { high, low };
}

/** @param {App} app */
function take(app, place, names, setting, setBy) {
  const held_ = app.state.rules.game === "tiles" ? { tiles: names } : { cards: names };
  const hands = [{ place, ...held_, high: setting.high, low: setting.low, set_by: setBy }];
  app.play.command(
    "hands",
    { hands },
    {
      undo: word("hand_of", { place: placeName(app.state, place) }),
      changes: { place: null, held: [], rank: null, asksHouseWay: false, turned: place },
    },
  );
  app.feel.handDone();
  fillLast(app);
}

/**
 * When every other hand is known, the last one can only hold what is left of the set.
 * @param {App} app
 */
function fillLast(app) {
  const open = openPlaces(app.state.round);
  const left = app.state.rules.left(app.state.taken);
  const names = [...left].flatMap(([name, count]) => Array(count).fill(name));
  if (
    app.state.round.depth !== "quick" &&
    open.length === 1 &&
    names.length === handSize(app.state) &&
    app.state.rules.game === "tiles"
  ) {
    app.play.tap({ place: open[0], held: names, isFilled: true }, word("filled_in"));
  }
}

/**
 * Take one more tile or card of the current hand; the last one completes it where that is sure.
 * @param {App} app
 */
export function enter(app, name) {
  const place = app.state.currentPlace;
  const before = app.state.draft.held;
  if (place === null || before.length >= handSize(app.state)) return;
  if (!app.state.rules.left(app.state.taken).get(name))
    return app.screen.refuse(word("none_left", { tile: heldName(name) }));
  const names = [...before, name];
  const ending = names.length === handSize(app.state) ? endingOf(app.state, place, names) : null;
  if (ending) return take(app, place, names, ending.setting, ending.setBy);
  app.play.tap({ held: names, place, isFilled: false, rank: null }, heldName(name));
  if (names.length === handSize(app.state) && app.state.rules.game === "tiles") app.feel.refused();
}

/**
 * How a full hand is set without a further question; null where one must be asked.
 * @param {State} state
 */
function endingOf(state, place, names) {
  const { rules, round, draft } = state;
  if (draft.asksHouseWay && isBanks(round, place) && place !== DEALER) {
    // A banker confirms what the dealer sets; by ruling it stands as it was set (NZ 10.4(c), 12.8).
    return round.facts.stands ? { setting: settingOf(rules, names), setBy: "house_way" } : null;
  }
  if (draft.asksHouseWay) return { setting: rules.houseWay(names), setBy: "house_way" };
  if (rules.game === "cards") return null;
  const setting = settingOf(rules, names);
  if (!isSetByHouse(round, place, rules)) return { setting, setBy: "player" };
  if (!isBanks(round, place)) return { setting: rules.houseWay(names), setBy: "house_way" };
  if (isFreelySet(round, place, rules)) return { setting, setBy: "dealer" };
  return rules.isHouseWay(names, setting) ? { setting, setBy: "dealer" } : null;
}

/** @type {Acts} */
export const acts = {
  tile: (app, { tile }) => enter(app, tile),
  "ask-house-way": (app) => app.play.tap({ asksHouseWay: !app.state.draft.asksHouseWay }),
  "take-setting": (app, { high }) => {
    const place = app.state.currentPlace;
    const names = app.state.draft.held;
    const chosen = high.split(" ");
    const low = [...names];
    for (const name of chosen) low.splice(low.indexOf(name), 1);
    const setBy =
      isBanks(app.state.round, place) && isSetByHouse(app.state.round, place, app.state.rules)
        ? "dealer"
        : app.state.draft.asksHouseWay
          ? "house_way"
          : "player";
    take(app, place, names, { high: chosen, low }, setBy);
  },
  "enter-again": (app) => app.play.tap({ held: [], isFilled: false }, word("enter_again")),
  "keep-hand": (app) => app.play.tap({ place: null, held: [], isFilled: false }),
};

/**
 * Open a hand that was entered, to set it otherwise or to enter it again.
 * @param {App} app
 */
export function reopen(app, place) {
  const hand = app.state.round.facts.hands[place];
  app.play.tap(
    { place, held: hand?.held ? [...hand.held] : [], isFilled: false },
    word("hand_of", { place: placeName(app.state, place) }),
  );
}

/** @param {State} state */
export function drawHands(state) {
  const place = state.currentPlace;
  const full = state.draft.held.length === handSize(state);
  const done = state.places.filter((other) => state.round.facts.hands[other]).length;
  const states = place === DEALER || Number(place) === state.round.facts.bank.seat ? [] : state.rules.states;
  return {
    title: placeName(state, place),
    note: noteOf(state, place, full),
    aside: drawTurned(state),
    body: [
      !full && drawOrderOfSetting(state),
      !(full && state.rules.game === "cards") && drawSlots(state),
      full ? drawSettings(state, place) : drawPicker(state),
    ],
    main: h(
      "div.hands-main",
      {},
      h(
        "button.button.button-main.button-tall",
        {
          type: "button",
          "data-do": "ask-house-way",
          "aria-pressed": String(Boolean(state.draft.asksHouseWay)),
          disabled: full,
        },
        icon("book"),
        word("house_way"),
      ),
      states.length > 0 &&
        h(
          "button.button.button-main.button-tall",
          { type: "button", "data-do": "seat-state" },
          icon("more"),
          word("other_ends"),
        ),
      h(
        "div.progress-main",
        {},
        h("b", {}, word("hands_done", { done, all: state.places.length })),
        h("progress.bar", { max: state.places.length, value: done, "aria-label": word("progress") }),
      ),
    ),
  };
}

/**
 * How the hand that was just turned over ended, and what to take or pay for it.
 * @param {State} state
 */
function drawTurned(state) {
  const row = state.draft.turned ? state.rowOf(state.draft.turned) : null;
  if (!row) return null;
  return h(
    "p.hand-turned",
    { key: "turned", role: "status", "data-outcome": row.outcome },
    h("b", {}, `${placeName(state, row.place)}: ${word(`outcome_${row.outcome}`)}`),
    h("span.money", {}, [mainWords(row), ...row.sides.map(sideWords)].join(" · ")),
  );
}

/** @param {State} state */
function noteOf(state, place, full) {
  if (state.rules.game === "cards") return word(full ? "which_low_card" : "three_cards");
  if (full) return word("which_setting");
  return word(place === DEALER ? "dealer_tiles" : "first_two_high");
}

/** @param {State} state */
function drawSlots(state) {
  const names = state.draft.held;
  const { high, low } = { high: names.slice(0, 2), low: names.slice(2, 4) };
  const size = handSize(state);
  const slot = (index) =>
    h(
      "span.slot",
      { key: index, "data-next": String(index === names.length) },
      names[index] && held(names[index], "l"),
    );
  return h(
    "div.slots",
    { key: "slots" },
    h(
      "div.slot-hand",
      { key: "high" },
      h("span.slot-pair", {}, slot(0), slot(1)),
      h(
        "span.slot-name",
        {},
        h("small", {}, word("high_hand")),
        h("b", {}, high.length === 2 ? rankName(state.rules, high) : ""),
      ),
    ),
    h(
      "div.slot-hand",
      { key: "low" },
      h("span.slot-pair", {}, slot(2), size === 4 && slot(3)),
      h(
        "span.slot-name",
        {},
        h("small", {}, word("low_hand")),
        h("b", {}, low.length === size - 2 && low.length ? rankName(state.rules, low) : ""),
      ),
    ),
  );
}

/**
 * Every way to set a full hand, as one tap each.
 * @param {State} state
 */
function drawSettings(state, place) {
  const names = state.draft.held;
  const isAsked = state.draft.asksHouseWay;
  const mustBeWay = !isFreelySet(state.round, place, state.rules, isAsked ? "house_way" : undefined);
  const why = isAsked && isBanks(state.round, place) ? "banker_confirms" : "not_house_way";
  const way = { ...state.rules.houseWay(names), mustBe: mustBeWay };
  const entered = state.round.facts.hands[place];
  return h(
    "div.settings",
    { key: "settings" },
    mustBeWay &&
      state.rules.game === "tiles" &&
      h(
        "p.settings-why",
        { role: "alert" },
        icon("warn"),
        h("span", {}, word(why), " ", h("span.rule", {}, lineName(way.rule))),
      ),
    state.draft.isFilled && h("p.settings-why", {}, icon("info"), word("only_these_left")),
    state.rules.game === "tiles"
      ? state.rules.settings(names).map((setting) => drawTileSetting(state, setting, way))
      : drawLowCards(state, names, way),
    h(
      "div.settings-more",
      {},
      button("enter-again", [icon("backspace"), word("enter_again")]),
      entered && button("keep-hand", [icon("check"), word("keep_as_is")]),
    ),
  );
}

/**
 * Whether the hand lies so already.
 * @param {State} state
 */
function isSetSo({ round, currentPlace }, { high }) {
  const now = round.facts.hands[currentPlace ?? ""]?.high ?? [];
  return now.length > 0 && [...now].sort().join() === [...high].sort().join();
}

/** @param {State} state */
function settingButton(state, setting, way, attributes, ...children) {
  const isWay = state.rules.isHouseWay(state.draft.held, setting);
  const given = {
    key: setting.high.join(),
    type: "button",
    "data-do": "take-setting",
    "data-high": setting.high.join(" "),
    disabled: way.mustBe && !isWay,
    "data-way": String(isWay),
    "aria-pressed": String(isSetSo(state, setting)),
  };
  return h(
    "button.setting",
    { ...given, ...attributes },
    children,
    isWay &&
      h(
        "span.setting-way",
        {},
        icon("book", "s"),
        h("span", {}, word("house_way"), h("small", {}, lineName(way.rule))),
      ),
    setting.isFoul && h("span.setting-way.setting-foul", {}, icon("warn", "s"), word("foul")),
  );
}

/** @param {State} state */
function drawTileSetting(state, setting, way) {
  const part = (names) =>
    h(
      "span.hand-part",
      {},
      names.map((name, index) => h("span", { key: index }, held(name, "s"))),
    );
  return settingButton(
    state,
    setting,
    way,
    {},
    h("span.hand", {}, part(setting.high), part(setting.low)),
    h(
      "span.setting-words",
      {},
      h("b", {}, rankName(state.rules, setting.high)),
      h("span", {}, rankName(state.rules, setting.low)),
    ),
  );
}

/**
 * Three cards in the order they were shown: a tap on one makes it the low hand.
 * @param {State} state
 */
function drawLowCards(state, names, way) {
  const byLow = new Map(state.rules.settings(names).map((setting) => [setting.low[0], setting]));
  return h(
    "div.low-cards",
    { key: "low-cards" },
    names.map((name) => {
      const setting = byLow.get(name);
      return settingButton(
        state,
        setting,
        way,
        { key: name, class: "low-card", "data-low": name },
        held(name, "l"),
        h(
          "span.setting-words",
          {},
          h("b", {}, word("low_is", { rank: rankName(state.rules, setting.low) })),
          h("span", {}, rankName(state.rules, setting.high)),
        ),
      );
    }),
  );
}
