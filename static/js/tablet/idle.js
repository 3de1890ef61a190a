// Between rounds, before the first answer of the server, and in a window that another one replaced.

/** @import { State } from "./types.d.ts" */

import { DEALER } from "../rules/round.js";
import { carriedWagers } from "./betting.js";
import { exposedButton, isDisplayed } from "./display.js";
import { h } from "./dom.js";
import { seatName } from "./names.js";
import { button, held, icon, mainButton } from "./pieces.js";
import { word } from "./words.js";

// What is done with tiles or cards before a round can open.
const BEFORE = { tiles: ["mix", "stack", "face_down"], cards: ["shuffle", "face_down"] };
const BEFORE_AT = { maryland: ["mix_circles", "stack", "face_down"] };

/** @param {State} state */
export function drawLoading(state) {
  return {
    title: word("loading"),
    note: state.connection === "offline" ? word("first_start_needs_network") : "",
    body: [h("p", { key: "why" }, word("still_loading")), h("div.skeleton.skeleton-box", { key: "box" })],
    main: mainButton("send-now", word("try_again"), {}),
  };
}

/** @param {State} state */
export function drawIdle(state) {
  const { sheet } = state;
  const may = sheet.can_open ?? { ok: true };
  const carried = Boolean(carriedWagers(state).length);
  return {
    title: word(may.ok ? "ready" : "not_ready"),
    aside:
      sheet.last_round?.state === "settled" &&
      !state.training &&
      button("last-round", [icon("round"), word("round_n", { n: sheet.last_round.number })], { key: "last" }),
    note: may.ok ? word(`ready_note_${state.rules.game}`) : "",
    body: may.ok
      ? h(
          "div.idle",
          {},
          state.rules.game === "tiles" && drawWall(),
          h(
            "ol",
            {},
            (BEFORE_AT[state.rules.profile] ?? BEFORE[state.rules.game]).map((name) =>
              h("li", { key: name }, word(`before_${name}`)),
            ),
          ),
          carried && h("p.muted", {}, word(carriedHow(state), { n: carriedWagers(state).length })),
          exposedButton(state),
        )
      : h("div.alert.alert-warn", { role: "alert" }, h("p", {}, may.message), may.rule && h("p.rule", {}, may.rule)),
    main: isDisplayed(may)
      ? mainButton("begin-play", word("face_down_and_mixed"), {})
      : [
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

/** @param {State} state */
function carriedHow({ sheet, round }) {
  return (round ?? sheet.last_round)?.state === "void" ? "wagers_void_again" : "wagers_will_carry";
}

/** The stacks as they lie before the wagers: eight of four, face down. */
function drawWall() {
  const backs = (count, kind) =>
    Array.from({ length: count }, (_, index) =>
      h(kind, { key: index }, kind === "div.wall-stack" ? backs(4, "span") : held("back", "s", false)),
    );
  return h("div.wall", { key: "wall", "aria-hidden": "true" }, backs(8, "div.wall-stack"));
}

export function drawElsewhere() {
  return {
    title: word("another_window"),
    note: "",
    body: null,
    main: mainButton("use-window", word("use_this_window"), {}),
  };
}

/**
 * Who gets cards: every seat that wagers, the dealer, and the middle of the table.
 * @param {State} state
 */
export function drawDeal(state) {
  const backs = (count) =>
    Array.from({ length: count }, (_, index) => h("span", { key: index }, held("card-back", "s", false)));
  const row = (key, name, count) => h("li", { key }, h("b", {}, name), h("span.hand-part", {}, backs(count)));
  return {
    title: word("deal_cards"),
    note: word("deal_cards_note"),
    body: h(
      "ul.deal-rows",
      { key: "deal" },
      state.rules.tables.dealing_order
        .map(String)
        .filter((place) => state.places.includes(place))
        .map((place) => row(place, seatName(state, Number(place)), state.rules.handSize)),
      row(DEALER, word("dealer"), state.rules.handSize),
      row("community", word("community_card"), 1),
    ),
    main: mainButton("cards-dealt", word("dealt"), {}),
  };
}
