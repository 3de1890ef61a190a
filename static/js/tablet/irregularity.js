// Something went wrong: one question a screen, the ruling that the rules propose, and the
// floorperson's PIN. The ruling comes from the server; the report itself can wait for the network.

import { h } from "./dom.js";
import { button, icon, mainButton } from "./pieces.js";
import { drawPin, signPanel } from "./pin.js";
import { earlierSteps } from "./step-back.js";
import { hasWord, word } from "./words.js";

// What must be known before the rules can rule, by event; the rest the server sees for itself.
const QUESTIONS = {
  "player-tile-exposed": ["seat", "tiles_exposed", "player_has_looked"],
  "bank-tile-exposed": ["whose", "tiles_exposed", "by", "player_has_looked"],
  "wrong-distribution": ["player_has_looked"],
  "tiles-exposed-laja": ["tiles_exposed"],
  "late-wager": ["seat", "change"],
  "player-left": ["seat"],
  "hand-knocked-over": ["seat"],
  "hands-mixed": ["seat", "can_be_rebuilt"],
  "not-house-way": ["whose_set", "first_hand_exposed"],
};

const ANSWERS = {
  tiles_exposed: [1, 2, 3, 4],
  whose: ["dealer", "bank", "dead-hand", "empty"],
  whose_set: ["dealer", "bank"],
  by: ["dealer", "bank", "player"],
  change: ["placed", "raised", "withdrawn"],
  player_has_looked: [false, true],
  first_hand_exposed: [false, true],
  can_be_rebuilt: [true, false],
};

function waiting(app) {
  return app.round?.irregularities.find((each) => !each.ruling) ?? null;
}

function report(app, event, facts) {
  const { whose_set: whose, seat, ...rest } = facts;
  const scene = { ...rest, ...(whose && { whose }), ...(seat && { seats: [seat] }) };
  app.command("irregularities", { event, facts: scene });
  app.open("ruling");
}

export const acts = {
  irregularity: (app) => app.open(waiting(app) ? "ruling" : "irregularity"),
  "irregular-event": (app, { event }) => {
    if (QUESTIONS[event]) app.open("irregularity", { event, facts: {} });
    else report(app, event, {});
  },
  "irregular-fact": (app, { name, value }) => {
    const { event } = app.panel;
    const facts = { ...app.panel.facts, [name]: JSON.parse(value) };
    if (QUESTIONS[event].every((question) => question in facts)) report(app, event, facts);
    else app.open("irregularity", { event, facts });
  },
  "confirm-ruling": (app, { choice }) => {
    const each = waiting(app);
    const path = `rounds/${app.round.id}/irregularities/${each.n}/confirm/`;
    const extra = choice ? { ruling: choice } : {};
    app.open("sign-ruling", {
      signs: choice ? { event: each.event, proposed: { says: word("not_chosen"), cite: each.proposed.cite } } : each,
      ...signPanel((who) => app.direct(path, { ...extra, ...who }), app.sheet.floorperson?.badge),
    });
  },
  "void-round": (app) => app.open("void"),
  "void-because": (app, { reason }) => {
    const path = `rounds/${app.round.id}/void/`;
    app.open("sign-void", {
      reason,
      ...signPanel((second) => app.direct(path, { reason, second }), app.sheet.floorperson?.badge),
    });
  },
};

function choice(act, label, attributes) {
  return h("button.button.button-wide", { type: "button", "data-do": act, ...attributes }, label);
}

export function drawIrregularity(app) {
  const { event, facts } = app.panel;
  if (!event) {
    return {
      title: word("irregularity"),
      note: word("what_happened"),
      body: h(
        "div.event-list",
        {},
        app.sheet.irregularities.map(({ event: code, says }) =>
          choice("irregular-event", hasWord(`event_${code}`) ? word(`event_${code}`) : says, {
            key: code,
            "data-event": code,
          }),
        ),
        earlierSteps(app).length > 0 && choice("step-back", [icon("undo"), word("step_back")], { key: "back" }),
        choice("void-round", [icon("void"), word("void_round")], {
          key: "void",
          class: "button-danger",
          disabled: !app.isOpen,
        }),
      ),
      closes: true,
    };
  }
  const name = QUESTIONS[event].find((question) => !(question in facts));
  const answers = name === "seat" ? app.places.filter((place) => place !== "dealer").map(Number) : ANSWERS[name];
  return {
    title: word(`event_${event}`),
    note: word(`ask_${name}`),
    body: h(
      "div.choices-list",
      { key: name },
      answers.map((value) =>
        choice("irregular-fact", answerName(app, name, value), {
          key: String(value),
          "data-name": name,
          "data-value": JSON.stringify(value),
        }),
      ),
    ),
    closes: true,
  };
}

function answerName(app, name, value) {
  if (name === "seat") return app.seatName(value);
  if (typeof value === "boolean") return word(value ? "yes" : "no");
  if (typeof value === "number") return value === 4 ? word("four_or_more") : String(value);
  return word(`answer_${value.replace("-", "_")}`);
}

export function drawRuling(app) {
  const each = waiting(app);
  if (!each) {
    const sent = app.outbox.items.some((item) => item.name === "irregularities");
    return {
      title: word("irregularity"),
      note: "",
      body: h("p.muted", {}, word(sent ? "ruling_waits_network" : "no_ruling_waits")),
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
      h("p.ruling-says", {}, hasWord(`ruling_${proposed.code}`) ? word(`ruling_${proposed.code}`) : proposed.says),
      h("p.rule", {}, proposed.cite, proposed.reading && ` (${word("reading")})`),
      proposed.choice_of && h("p", {}, word("choice_of", { who: word(`answer_${proposed.choice_of}`) })),
      h("p.alert.alert-warn", {}, word("call_floor", { name: app.sheet.floorperson?.name ?? "" })),
      proposed.choice_of && button("confirm-ruling", word("not_chosen"), { "data-choice": "play-on" }),
    ),
    main: mainButton("confirm-ruling", word("floor_confirms"), {}),
    closes: true,
  };
}

export function drawSignRuling(app) {
  const { event, proposed } = app.panel.signs ?? {};
  const about =
    proposed &&
    h("div.sign-about", { key: "about" }, h("p.ruling-says", {}, proposed.says), h("p.rule", {}, proposed.cite));
  return drawPin(app, {
    title: word("floor_confirms"),
    note: event ? word(`event_${event}`) : word("badge_and_pin"),
    about,
    label: word("confirm_ruling"),
  });
}

export function drawVoid(app) {
  return {
    title: word("void_round"),
    note: word("void_note"),
    body: h(
      "div.event-list",
      {},
      app.config.void_reasons.map((reason) =>
        choice("void-because", word(`void_${reason}`), { key: reason, "data-reason": reason }),
      ),
    ),
    closes: true,
  };
}

export function drawSignVoid(app) {
  return drawPin(app, {
    title: word("void_round"),
    note: word(`void_${app.panel.reason}`),
    about: h("p.alert.alert-warn", {}, word("void_returns")),
    label: word("void_round"),
  });
}
