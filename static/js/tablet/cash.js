// Cash and chips over the table: who, which notes, which chips. Between and during rounds, with or
// without the network; a large one takes the floor's PIN and so waits for the line.

/** @import { Acts, App, State } from "./types.d.ts" */

import { broken, usualWay, waysToGive, withPieces, worth } from "../rules/chips.js";
import { markersAt } from "./betting.js";
import { h } from "./dom.js";
import { seatName } from "./names.js";
import { button, chip, icon, mainButton } from "./pieces.js";
import { drawPin, signPanel } from "./pin.js";
import { money, time, word } from "./words.js";

const PATHS = { buy_in: "chip-sales", change: "chip-changes" };
const UNDOS = "cash-undos";
const HANDFUL = 5;

/** @type {Acts} */
export const acts = {
  cash: (app) => app.screen.open("cash", { ...emptyCash("buy_in"), seat: app.state.currentSeat }),
  "cash-kind": (app, { kind }) => app.screen.change({ ...emptyCash(kind), seat: app.state.panel.seat }),
  "cash-seat": (app, { seat }) => app.screen.change({ seat: Number(seat) }),
  "cash-piece": (app, { value, count }) => {
    const taken = withPieces(app.state.panel.taken, Number(value), Number(count));
    app.screen.change({ taken, given: null });
  },
  "cash-clear": (app) => app.screen.change({ taken: {}, given: null }),
  "cash-break": (app, { value }) => {
    const { state, screen } = app;
    screen.change({ given: broken(givenNow(state), Number(value), state.sheet.table.denominations) });
  },
  "cash-way": (app) => app.screen.change({ given: nextWay(app.state) }),
  "cash-record": (app) => (needsFloor(app.state, worth(app.state.panel.taken)) ? signCash(app) : queueCash(app)),
  "cash-latest": (app) => app.screen.open("cash-latest"),
  "cash-back": (app, { id }) => takeBack(app, id),
};

function emptyCash(kind) {
  return { kind, taken: {}, given: null };
}

/** @param {State} state */
function ways({ sheet, panel }) {
  const all = waysToGive(worth(panel.taken), sheet.table.denominations);
  return panel.kind === "change" ? all.filter((way) => !isSameAs(way, panel.taken)) : all;
}

function isSameAs(one, other) {
  const values = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...values].every((value) => (one[value] ?? 0) === (other[value] ?? 0));
}

/**
 * The chips that are given: as tapped, or the usual ones; a colour-up gives the largest.
 * @param {State} state
 */
function givenNow(state) {
  const { given, kind } = state.panel;
  if (given) return given;
  const all = ways(state);
  return all[kind === "change" ? 0 : usualWay(all, state.sheet.table.minimum_cents)] ?? {};
}

/** @param {State} state */
function nextWay(state) {
  const all = ways(state);
  const now = all.findIndex((way) => isSameAs(way, givenNow(state)));
  return all[(now + 1) % all.length] ?? null;
}

/** @param {State} state */
function needsFloor({ sheet, training }, cents) {
  return !training && cents >= sheet.cash.floor_from_cents;
}

/** @param {State} state */
function bodyOf(state) {
  const { kind, seat, taken } = state.panel;
  const who = { id: crypto.randomUUID(), seat: seat || null, player: (seat && markersAt(state, seat)[0]) || "" };
  const given = givenNow(state);
  return kind === "change"
    ? { ...who, chips_in: taken, chips_out: given }
    : { ...who, cents: worth(taken), bills: taken, chips: given };
}

/** @param {App} app */
function queueCash(app) {
  const { state, play, screen } = app;
  const { kind, taken } = state.panel;
  const body = bodyOf(state);
  const what = `${word(`cash_${kind}`)} ${money(worth(taken))}`;
  play.beside(PATHS[kind], body, { undo: what, inverse: [[UNDOS, { cash_id: body.id }]] });
  screen.close();
  screen.say(word("cash_recorded", { what, who: whose(state, body.seat) }));
}

/** @param {App} app */
function signCash(app) {
  const { kind, taken } = app.state.panel;
  const body = bodyOf(app.state);
  const what = money(worth(taken));
  const said = word("cash_recorded", { what, who: whose(app.state, body.seat) });
  askFloor(app, { name: PATHS[kind], body, title: word(`cash_${kind}`), what, seat: body.seat, said });
}

/**
 * The floor's PIN goes straight to the server or nowhere; what was tapped stays when it is refused.
 * @param {App} app
 */
function askFloor(app, { name, body, title, what, seat, said }) {
  const { state, screen, line } = app;
  const when = { id: crypto.randomUUID(), at: new Date().toISOString() };
  const before = state.panel;
  const next = async (who) => {
    if (state.unsent) return screen.change({ pin: "", wrong: word("send_first", { n: state.unsent }) });
    screen.change({ isBusy: true, badge: who.badge });
    const path = `tables/${state.config.table}/${name}/`;
    const { status, body: answer } = await line.api.post(path, { ...body, signatures: { floor: who } }, when);
    if (status === 200) {
      screen.close();
      screen.say(said);
      return line.refresh();
    }
    app.feel.refused();
    screen.change({ isBusy: false, pin: "", wrong: answer?.message ?? word("needs_network") });
  };
  screen.open("sign-cash", {
    ...signPanel(null, state.sheet.floorperson?.badge ?? ""),
    next,
    before,
    title,
    what,
    who: whose(state, seat),
  });
}

/**
 * What the floor signed it signs again; everything else goes as it was entered.
 * @param {App} app
 */
function takeBack(app, id) {
  const { state } = app;
  const body = { cash_id: id };
  const kept = state.training ? null : state.sheet.cash.latest.find((each) => each.cash_id === id);
  if (kept && needsFloor(state, kept.cents)) {
    const said = word("cash_taken_back");
    const what = `${word(`cash_${kept.kind}`)} ${money(kept.cents)}`;
    return askFloor(app, { name: UNDOS, body, title: word("cash_take_back"), what, seat: kept.seat, said });
  }
  app.play.beside(UNDOS, body);
  app.screen.close();
  app.screen.say(word("cash_taken_back"));
}

/** @param {State} state */
function whose(state, seat) {
  return seat ? seatName(state, seat) : word("cash_no_seat");
}

/** @param {State} state */
export function drawCash(state) {
  const { kind, seat, taken } = state.panel;
  const cents = worth(taken);
  const given = givenNow(state);
  const isWhole = cents > 0 && worth(given) === cents && cents <= state.sheet.cash.most_cents;
  return {
    title: word("cash"),
    note: "",
    alarm: alarmOf(state, cents, given),
    aside: h(
      "div.row",
      { key: "ways" },
      button("chips", [icon("chips"), h("span", {}, word("chips_ask"))], { key: "chips" }),
      button("cash-latest", word("cash_latest"), { key: "latest" }),
    ),
    body: h(
      "div.cash",
      { key: "cash" },
      drawKinds(kind),
      drawSeats(state, seat),
      drawPieces(state),
      drawGiven(state, given),
    ),
    main: mainButton(
      "cash-record",
      word(needsFloor(state, cents) ? "cash_floor_signs" : "cash_record", { amount: money(cents) }),
      { disabled: !isWhole || seat === null || seat === undefined },
    ),
    closes: true,
  };
}

/** @param {State} state */
function alarmOf(state, cents, given) {
  const { most_cents: most } = state.sheet.cash;
  if (cents > most) return word("cash_too_much", { amount: money(most) });
  return cents > 0 && worth(given) !== cents ? word("cash_no_chips") : "";
}

function drawKinds(kind) {
  return h(
    "div.buttons.buttons-join",
    { key: "kinds" },
    Object.keys(PATHS).map((each) =>
      button("cash-kind", word(`cash_${each}`), {
        key: each,
        "data-kind": each,
        "aria-pressed": String(each === kind),
      }),
    ),
  );
}

/** @param {State} state */
function drawSeats(state, seat) {
  const choice = (number, ...label) =>
    h(
      "button.button",
      {
        key: number,
        type: "button",
        "data-do": "cash-seat",
        "data-seat": number,
        "aria-pressed": String(seat === number),
        "aria-label": whose(state, number),
      },
      label,
    );
  return h(
    "div.cash-seats",
    { key: "seats", role: "group", "aria-label": word("seats") },
    state.seats.map((number) => choice(number, h("b", {}, number), h("small", {}, markersAt(state, number).join(" ")))),
    choice(0, h("small", {}, word("cash_no_seat"))),
  );
}

/** @param {State} state */
function drawPieces(state) {
  const { kind, taken } = state.panel;
  const { sheet } = state;
  const values =
    kind === "change" ? [...sheet.table.denominations].sort((one, other) => one - other) : sheet.cash.bills;
  return h(
    "div.cash-pieces",
    { key: "pieces", role: "group", "aria-label": word(`cash_${kind}`) },
    values.map((value) =>
      h(
        "div.cash-piece",
        { key: value },
        h(
          "button.button",
          {
            type: "button",
            "data-do": "cash-piece",
            "data-value": value,
            "data-count": 1,
            "data-some": Boolean(taken[value]) || undefined,
            "aria-label": `${money(value)} ×${taken[value] ?? 0}`,
          },
          kind === "change" ? chip(value, "s") : h("b.money", {}, money(value)),
          h("span.cash-count", {}, taken[value] ? `×${taken[value]}` : ""),
        ),
        button("cash-piece", `+${HANDFUL}`, {
          key: "more",
          "data-value": value,
          "data-count": HANDFUL,
          "aria-label": `+${HANDFUL} × ${money(value)}`,
        }),
      ),
    ),
  );
}

/** @param {State} state */
function drawGiven(state, given) {
  const { kind, taken } = state.panel;
  const values = Object.keys(given)
    .map(Number)
    .sort((one, other) => other - one);
  return h(
    "div.cash-given",
    { key: "given" },
    h("b.cash-total.money", { role: "status" }, money(worth(taken))),
    icon("right", "s"),
    h(
      "div.cash-chips",
      { role: "group", "aria-label": word("cash_given") },
      values.map((value) =>
        h(
          "button.button",
          {
            key: value,
            type: "button",
            "data-do": "cash-break",
            "data-value": value,
            "aria-label": word("cash_break", { n: given[value], amount: money(value) }),
          },
          chip(value, "s"),
          h("span", {}, `×${given[value]}`),
        ),
      ),
    ),
    button("cash-way", [icon("swap"), h("span", {}, word("cash_way"))], {
      disabled: ways(state).length < 2,
      key: kind,
    }),
    button("cash-clear", icon("backspace"), { disabled: !worth(taken), key: "clear", "aria-label": word("clear") }),
  );
}

/** @param {State} state */
export function drawSignCash(state) {
  const { title, what, who } = state.panel;
  return drawPin(state, {
    title,
    note: word("cash_floor_note"),
    about: h("p.cash-signed", {}, h("b.money", {}, what), " ", who),
    label: word("sign_and_record"),
  });
}

/**
 * What went over the table last, also what has not been sent; each can be taken back until a count.
 * @param {State} state
 */
export function drawCashLatest(state) {
  const waiting = state.outbox.items.filter(({ name }) => Object.values(PATHS).includes(name));
  const back = new Set(state.outbox.items.filter(({ name }) => name === UNDOS).map(({ body }) => body.cash_id));
  const rows = [
    ...waiting.map(({ name, body, at }) => ({
      id: body.id,
      kind: name === PATHS.change ? "change" : "buy_in",
      cents: body.cents ?? worth(body.chips_in),
      seat: body.seat,
      at,
    })),
    ...(state.training ? [] : state.sheet.cash.latest).map((each) => ({ ...each, id: each.cash_id })),
  ];
  return {
    title: word("cash_latest"),
    note: word("cash_latest_note"),
    body: h(
      "ol.cash-rows",
      { key: "rows" },
      rows.map(({ id, kind, cents, seat, at, is_back: isBack }) =>
        h(
          "li",
          { key: id, "data-back": String(Boolean(isBack || back.has(id))) },
          h("time", {}, time(at)),
          h("span", {}, `${word(`cash_${kind}`)} · ${whose(state, seat)}`),
          h("b.money", {}, money(cents)),
          isBack || back.has(id)
            ? h("small", {}, word("cash_is_back"))
            : button("cash-back", word("cash_take_back"), { "data-id": id }),
        ),
      ),
      !rows.length && h("li.muted", { key: "none" }, word("cash_none")),
    ),
    closes: true,
  };
}
