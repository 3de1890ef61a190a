// What has not been sent and why, what the server refused, and what to do about it.

import { h } from "./dom.js";
import { button, icon, mainButton } from "./pieces.js";
import { time, word } from "./words.js";

// Sent once more these are refused once more: the dealer enters something else instead.
const FINAL = new Set(["below_minimum", "above_maximum", "above_player_maximum", "not_in_chips", "not_payable", "coupon_amount", "three_card_too_high", "too_many_areas", "too_many_players", "not_offered", "banker_wagers", "house_box"]);

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
      foreign && !refused && h("p.alert.alert-warn", { key: "foreign" }, word("unsent_of_another", { badge: foreign.person })),
      h("ol.unsent-list", { key: "list" }, items.slice(0, 8).map((item) => h("li", { key: item.id, "data-refused": String(Boolean(item.refused)) }, h("time", {}, time(item.at)), h("b", {}, word(`command_${item.name}`)), item.refused && h("span", {}, word("not_accepted"))))),
      items.length > 8 && h("p.muted", { key: "more" }, word("and_more", { n: items.length - 8 })),
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

function drawRefusal(app, item) {
  const { refused } = item;
  const stale = refused.status === 412 || refused.code === "wrong_state";
  return h(
    "div.refusal-card",
    { key: "refusal", role: "alert" },
    h("p", {}, icon("refused"), h("span", {}, h("b", {}, word(`command_${item.name}`)), " ", refusalWords(app, refused), refused.rule && h("small.rule", {}, refused.rule))),
    h("p.muted", {}, word(stale ? "what_to_do_stale" : FINAL.has(refused.code) ? "what_to_do_final" : "what_to_do_refused")),
    h(
      "div.refusal-acts",
      {},
      stale
        ? button("refusal-rebase", word("record_mine_too"), { class: "button-tall" })
        : !FINAL.has(refused.code) && button("refusal-again", word("try_again")),
      button(stale ? "refusal-drop-round" : "refusal-drop", stale ? word("keep_theirs") : word("drop_what", { what: word(`command_${item.name}`) })),
    ),
  );
}

/** What the server said; amounts with the table's money where it named them. */
function refusalWords(app, { code, message, seat, funds_cents: funds, needed_cents: needed }) {
  if (code === "insufficient_funds" && seat && needed) return app.shortWords({ seat, funds, needed });
  return message ?? word("refused_plain");
}
