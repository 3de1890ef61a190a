// A player does not agree: what is claimed, by which seat. The floor and surveillance go on from
// there; the table waits if the claim holds it.

import { h } from "./dom.js";
import { time, word } from "./words.js";

export const acts = {
  dispute: (app) => app.open("dispute"),
  "dispute-claim": (app, { claim }) => app.open("dispute", { claim }),
  "dispute-seat": (app, { seat }) => {
    const { claim } = app.panel;
    app.close();
    app.command("disputes", { claim, seat: Number(seat) });
    app.say(word("dispute_recorded"), "warn");
  },
};

function choice(act, label, attributes) {
  return h("button.button.button-wide", { type: "button", "data-do": act, ...attributes }, label);
}

/** What is disputed already, with the times that the player may be told. */
function drawOpen({ round }) {
  const open = round.disputes.filter((each) => !each.decided_at);
  if (!open.length) return null;
  return h("ul.open-disputes", { key: "open" }, open.map((each) => h("li", { key: each.id }, h("b", {}, word(`claim_${each.claim}`)), h("span", {}, reviewTimes(each)))));
}

function reviewTimes({ opened_at: opened, review_began_at: began, expected_at: expected }) {
  const since = began ? word("review_began", { time: time(began) }) : word("dispute_opened", { time: time(opened) });
  return expected ? `${since} · ${word("review_expected", { time: time(expected) })}` : since;
}

export function openDisputes(round) {
  return round?.disputes.filter((each) => !each.decided_at).length ?? 0;
}

export function drawDispute(app) {
  const { claim } = app.panel;
  if (!claim) {
    return { title: word("dispute"), note: word("what_is_claimed"), body: [drawOpen(app), h("div.event-list", { key: "claims" }, app.config.claims.map((code) => choice("dispute-claim", word(`claim_${code}`), { key: code, "data-claim": code })))], closes: true };
  }
  const seats = app.places.filter((place) => place !== "dealer");
  return { title: word(`claim_${claim}`), note: word("which_seat"), body: h("div.choices-list", { key: "seats" }, seats.map((seat) => choice("dispute-seat", app.seatName(Number(seat)), { key: seat, "data-seat": seat }))), closes: true };
}
