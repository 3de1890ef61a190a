// What has not been sent and why, what the server refused, and what to do about it.

import { DEALER } from "../rules/round.js";
import { h } from "./dom.js";
import { builtOn } from "./outbox.js";
import { button, icon, mainButton } from "./pieces.js";
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

export const acts = {
  outbox: (app) => app.open("outbox"),
  "send-now": (app) => {
    app.outbox.wake();
    app.refresh();
  },
  "refusal-again": (app) => app.settleRefusal("again"),
  "refusal-rebase": (app) => app.settleRefusal("rebase"),
  "refusal-drop": (app) => app.settleRefusal("drop"),
  "refusal-drop-round": (app) => app.settleRefusal("drop_round"),
};

export function drawOutbox(app) {
  const { items, refused, foreign } = app.outbox;
  return {
    title: refused ? word("not_accepted") : items.length ? word("unsent_n", { n: items.length }) : word("all_sent"),
    note: noteOf(app),
    body: [
      refused && drawRefusal(app, refused),
      foreign &&
        !refused &&
        h("p.alert.alert-warn", { key: "foreign" }, word("unsent_of_another", { badge: foreign.person })),
      drawList(app, items, refused),
    ],
    main: refused ? null : mainButton("send-now", word("send_now"), { disabled: !items.length }),
    closes: true,
  };
}

function noteOf(app) {
  if (app.outbox.refused) return word("refused_note");
  if (app.outbox.state === "signed_out") return word("sign_in_to_send");
  return app.connection === "live" ? word("connected_note") : word("offline_note");
}

/** What waits, each with whose it is; beside a refusal, what goes with it is marked. */
function drawList(app, items, refused) {
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
            h("b", {}, recordWords(app, item)),
            mark(item) && h("span", {}, mark(item)),
          ),
        ),
    ),
    items.length > most && h("p.muted", { key: "more" }, word("and_more", { n: items.length - most })),
  ];
}

const DETAILS = {
  open: (_, item) => word("round_n", { n: item.number }),
  seats: (app, { body }) => app.seatName(body.seat),
  wagers: (app, { body }) => body.wagers.map((wager) => `${app.seatName(wager.seat)} ${money(wager.cents)}`).join(", "),
  bank: (app, { body }) => app.seatName(body.answers.find(({ answer }) => answer !== "pass")?.seat ?? null),
  "dealer-wager": (_, { body }) => money(body.cents),
  hands: (app, { body }) =>
    body.hands.map(({ place }) => (place === DEALER ? word("dealer") : app.seatName(Number(place)))).join(", "),
  states: (app, { body }) => app.seatName(Number(body.seat)),
  disputes: (app, { body }) => body.seat && app.seatName(body.seat),
};

/** A record by what it is and whose: "Hand: Seat 3". */
function recordWords(app, item) {
  const detail = DETAILS[item.name]?.(app, item);
  return [word(`command_${item.name}`), detail].filter(Boolean).join(": ");
}

/** Whether the round is further or elsewhere than a refused record expects. */
function isStale({ refused }) {
  return refused.status === 412 || refused.code === "wrong_state";
}

function drawRefusal(app, item) {
  const { refused } = item;
  const stale = isStale(item);
  const built = builtOn(app.outbox.items, item).length;
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
        h("b", {}, recordWords(app, item)),
        " ",
        refusalWords(app, refused),
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
              : word("drop_what", { what: recordWords(app, item) }),
            { class: "button-tall" },
          ),
    ),
  );
}

/** What the server said; amounts with the table's money where it named them. */
function refusalWords(app, { code, message, seat, start, funds_cents: funds, needed_cents: needed }) {
  if (code === "wrong_start" && start) return word("wrong_start", { place: app.positionName(start) });
  if (code === "insufficient_funds" && seat && needed) return app.shortWords({ seat, funds, needed });
  return message ?? word("refused_plain");
}
