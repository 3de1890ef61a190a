// What has not been sent and why, what the server refused, and what to do about it.

/** @import { Acts, State } from "./types.d.ts" */

import { DEALER } from "../rules/round.js";
import { shortWords } from "./betting.js";
import { h } from "./dom.js";
import { positionName, seatName } from "./names.js";
import { builtOn, droppedWith } from "./outbox.js";
import { button, icon, mainButton } from "./pieces.js";
import { mayRepair } from "./repair.js";
import { money, time, word } from "./words.js";

const SHOWN = 8;
const SHOWN_BESIDE_A_REFUSAL = 10;

// Sent once more these are refused once more: the dealer enters something else instead.
const FINAL = new Set([
  "below_minimum",
  "above_maximum",
  "above_player_maximum",
  "not_in_chips",
  "not_payable",
  "coupon_amount",
  "three_card_too_high",
  "too_many_areas",
  "too_many_players",
  "not_offered",
  "banker_wagers",
  "house_box",
]);

/** @type {Acts} */
export const acts = {
  outbox: (app) => app.screen.open("outbox"),
  "send-now": (app) => {
    app.state.outbox.wake();
    app.line.refresh();
  },
  "refusal-again": (app) => app.line.settleRefusal("again"),
  "refusal-rebase": (app) => app.line.settleRefusal("rebase"),
  "refusal-drop": (app) => app.screen.open("drop", { choice: "drop", reason: null }),
  "refusal-drop-round": (app) => app.screen.open("drop", { choice: "drop_round", reason: null }),
  "drop-because": (app, { reason }) => app.screen.change({ reason }),
  "drop-now": (app) => {
    const { choice, reason } = app.state.panel;
    app.line.drop(choice, reason);
  },
};

/** @param {State} state */
export function drawOutbox(state) {
  const { items, refused, foreign } = state.outbox;
  return {
    title: refused ? word("not_accepted") : items.length ? word("unsent_n", { n: items.length }) : word("all_sent"),
    note: noteOf(state),
    body: [
      refused && drawRefusal(state, refused),
      foreign &&
        !refused &&
        h("p.alert.alert-warn", { key: "foreign" }, word("unsent_of_another", { badge: foreign.person })),
      drawList(state, items, refused),
    ],
    main: refused ? null : mainButton("send-now", word("send_now"), { disabled: !items.length }),
    closes: true,
  };
}

/** @param {State} state */
function noteOf(state) {
  if (state.outbox.refused) return word("refused_note");
  if (state.outbox.state === "signed_out") return word("sign_in_to_send");
  return state.connection === "live" ? word("connected_note") : word("offline_note");
}

/**
 * What waits, each with whose it is; beside a refusal, what goes with it is marked.
 * @param {State} state
 */
function drawList(state, items, refused) {
  const built = refused && !isStale(refused) ? builtOn(items, refused) : [];
  const most = refused ? SHOWN_BESIDE_A_REFUSAL : SHOWN;
  const mark = (item) => (item.refused ? word("not_accepted") : built.includes(item) && word("goes_too"));
  return [
    h(
      "ol.unsent-list",
      { key: "list", "data-beside": String(Boolean(refused)) },
      items
        .slice(0, most)
        .map((item) =>
          h(
            "li",
            { key: item.id, "data-refused": String(Boolean(item.refused)) },
            h("time", {}, time(item.at)),
            h("b", {}, recordWords(state, item)),
            mark(item) && h("span", {}, mark(item)),
          ),
        ),
    ),
    items.length > most && h("p.muted", { key: "more" }, word("and_more", { n: items.length - most })),
  ];
}

const DETAILS = {
  open: (_, item) => word("round_n", { n: item.number }),
  seats: (state, { body }) => seatName(state, body.seat),
  wagers: (state, { body }) =>
    body.wagers.map((wager) => `${seatName(state, wager.seat)} ${money(wager.cents)}`).join(", "),
  bank: (state, { body }) => seatName(state, body.answers.find(({ answer }) => answer !== "pass")?.seat ?? null),
  "dealer-wager": (_, { body }) => money(body.cents),
  hands: (state, { body }) =>
    body.hands.map(({ place }) => (place === DEALER ? word("dealer") : seatName(state, Number(place)))).join(", "),
  states: (state, { body }) => seatName(state, Number(body.seat)),
  disputes: (state, { body }) => body.seat && seatName(state, body.seat),
  "chip-sales": (state, { body }) =>
    [body.seat && seatName(state, body.seat), money(body.cents)].filter(Boolean).join(" "),
  "chip-changes": (state, { body }) => body.seat && seatName(state, body.seat),
};

/**
 * A record by what it is and whose: "Hand: Seat 3".
 * @param {State} state
 */
function recordWords(state, item) {
  const detail = DETAILS[item.name]?.(state, item);
  return [word(`command_${item.name.split("/").at(-1)}`), detail].filter(Boolean).join(": ");
}

/** Whether the round is further or elsewhere than a refused record expects. */
function isStale({ refused }) {
  return refused.status === 412 || refused.code === "wrong_state";
}

/** @param {State} state */
function drawRefusal(state, item) {
  const { refused } = item;
  const stale = isStale(item);
  const built = builtOn(state.outbox.items, item).length;
  return h(
    "div.refusal-card",
    { key: "refusal", role: "alert" },
    h(
      "p",
      {},
      icon("refused"),
      h(
        "span",
        {},
        h("b", {}, recordWords(state, item)),
        " ",
        refusalWords(state, refused),
        refused.rule && h("small.rule", {}, refused.rule),
      ),
    ),
    h(
      "p.muted",
      {},
      stale
        ? word("what_to_do_stale")
        : built
          ? word("what_to_do_built", { n: built })
          : word(FINAL.has(refused.code) ? "what_to_do_final" : "what_to_do_refused"),
    ),
    h(
      "div.refusal-acts",
      {},
      mayRepair(state) &&
        button("repair-begin", [icon("edit"), word("enter_it_again")], { key: "repair", class: "button-primary" }),
      stale
        ? button("refusal-rebase", word("record_mine_too"), { class: "button-tall" })
        : !FINAL.has(refused.code) &&
            button("refusal-again", word(built ? "keep_and_try" : "try_again"), { class: "button-tall" }),
      stale
        ? button("refusal-drop-round", word("keep_theirs"))
        : button(
            "refusal-drop",
            built
              ? [word("go_on_with_table"), h("small", {}, word("drops_n", { n: built + 1 }))]
              : word("drop_what", { what: recordWords(state, item) }),
            { class: "button-tall" },
          ),
    ),
  );
}

/**
 * Before anything goes: what it is, why, and a button of its own.
 * @param {State} state
 */
export function drawDrop(state) {
  const { choice, reason } = state.panel;
  const { items, refused } = state.outbox;
  const going = refused ? droppedWith(items, refused, choice) : [];
  return {
    title: word("drop_records", { n: going.length }),
    note: word("drop_note"),
    body: [
      h(
        "ol.unsent-list",
        { key: "list", "data-beside": "true" },
        going.map((item) =>
          h("li", { key: item.id }, h("time", {}, time(item.at)), h("b", {}, recordWords(state, item))),
        ),
      ),
      h(
        "div.event-list",
        { key: "reasons", role: "group", "aria-label": word("drop_why") },
        state.config.drop_reasons.map((each) =>
          h(
            "button.button.button-wide",
            {
              key: each,
              type: "button",
              "data-do": "drop-because",
              "data-reason": each,
              "aria-pressed": String(each === reason),
            },
            word(`drop_${each}`),
          ),
        ),
      ),
    ],
    main: h(
      "button.button.button-main.button-danger",
      { type: "button", "data-do": "drop-now", disabled: !reason, key: "main" },
      word("drop_records", { n: going.length }),
    ),
    closes: true,
  };
}

/**
 * What the server said; amounts with the table's money where it named them.
 * @param {State} state
 */
function refusalWords(state, { code, message, seat, start, funds_cents: funds, needed_cents: needed }) {
  if (code === "wrong_start" && start) return word("wrong_start", { place: positionName(state, start) });
  if (code === "insufficient_funds" && seat && needed) return shortWords(state, { seat, funds, needed });
  return message ?? word("refused_plain");
}
