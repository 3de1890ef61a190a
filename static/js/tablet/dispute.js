// A player does not agree: what is claimed, by which seat. The floor and surveillance go on from
// there; the table waits if the claim holds it.

import { h } from "./dom.js";
import { word } from "./words.js";

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

export function drawDispute(app) {
  const { claim } = app.panel;
  if (!claim) {
    return { title: word("dispute"), note: word("what_is_claimed"), body: h("div.event-list", { key: "claims" }, app.config.claims.map((code) => choice("dispute-claim", word(`claim_${code}`), { key: code, "data-claim": code }))), closes: true };
  }
  const seats = app.places.filter((place) => place !== "dealer");
  return { title: word(`claim_${claim}`), note: word("which_seat"), body: h("div.choices-list", { key: "seats" }, seats.map((seat) => choice("dispute-seat", app.seatName(Number(seat)), { key: seat, "data-seat": seat }))), closes: true };
}
