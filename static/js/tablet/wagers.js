// Wagers before "no more bets": tap a seat, tap chips. What is tapped leaves as one command when
// the dealer moves on, so that a chip too many costs nothing.

import { h } from "./dom.js";
import { isOccupied, playerAt, sideAt, wagerAt } from "./model.js";
import { button, chip, icon, mainButton, pile } from "./pieces.js";
import { money, word } from "./words.js";

const MARKERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** The limits that an amount breaks, as sentences; none when it may stand. */
export function brokenLimits(cents, { limits }, hasPlayerBank = false) {
  if (!cents) return [];
  if (cents < limits.minimum_cents) return [word("below_minimum", { amount: money(limits.minimum_cents) })];
  if (cents > limits.maximum_cents && !hasPlayerBank) return [word("above_maximum", { amount: money(limits.maximum_cents) })];
  return [];
}

function pendingAt(app, seat) {
  const { round, draft } = app;
  if (draft.wagers[seat]) return draft.wagers[seat];
  const sides = Object.fromEntries(app.rules.sideWagers.map((name) => [name, sideAt(round, seat, name)]));
  return { cents: wagerAt(round, seat), ...sides };
}

function freeMarker(app) {
  const used = new Set(Object.values(app.round.facts.seats).flat().map(({ player }) => player));
  return [...MARKERS].find((letter) => !used.has(letter)) ?? `P${used.size + 1}`;
}

/** Queue the wagers that were tapped; nothing happens when none changed. */
export function sendWagers(app) {
  const entries = Object.entries(app.draft.wagers);
  if (!entries.length) return;
  const used = new Set();
  const wagers = entries.map(([seat, amounts]) => {
    const player = playerAt(app.round, Number(seat)) || nextMarker(app, used);
    used.add(player);
    return { seat: Number(seat), player, ...amounts };
  });
  app.command("wagers", { wagers }, { undo: word("wagers"), changes: { wagers: {} } });
}

function nextMarker(app, used) {
  const letter = freeMarker(app);
  return used.has(letter) ? [...MARKERS].find((other) => !used.has(other) && other > letter) : letter;
}

function setAmount(app, change, undo) {
  const { draft } = app;
  const before = pendingAt(app, draft.seat);
  const wagers = { ...draft.wagers, [draft.seat]: { ...before, [draft.kind]: change(before[draft.kind] ?? 0) } };
  app.tap({ wagers }, undo);
}

export const acts = {
  chip: (app, { value }) => setAmount(app, (cents) => cents + Number(value), money(Number(value))),
  "clear-wager": (app) => setAmount(app, () => 0, word("clear")),
  "wager-kind": (app, { kind }) => app.tap({ kind }),
  "repeat-wager": (app) => {
    const last = app.lastWager(app.draft.seat);
    setAmount(app, () => last, word("repeat"));
  },
  "leave-seat": (app) => {
    const seat = app.draft.seat;
    const { [seat]: gone, ...wagers } = app.draft.wagers;
    app.command("seats", { seat, player: null }, { undo: word("leave_seat"), changes: { wagers, seat: null } });
  },
  "no-more-bets": (app) => {
    if (app.wagerTrouble) return app.refuse(app.wagerTrouble);
    sendWagers(app);
    app.command("close", {}, { undo: word("no_more_bets"), hold: true, changes: { seat: null } });
  },
};

export function drawBetting(app) {
  const { draft, round, sheet } = app;
  const seat = draft.seat;
  return {
    title: seat ? app.seatName(seat) : word("wagers"),
    note: seat ? playerAt(round, seat) && word("player_marker", { marker: playerAt(round, seat) }) : word("tap_a_seat"),
    body: [seat ? drawSeatWagers(app, seat) : drawSummary(app), drawBankLine(app)],
    main: mainButton("no-more-bets", word("no_more_bets"), { disabled: !app.hasWagers || Boolean(app.wagerTrouble) }),
    why: app.hasWagers ? app.wagerTrouble : word("no_wagers_yet"),
  };
}

function drawSummary(app) {
  const { round, sheet } = app;
  const total = app.totalWagered;
  return h(
    "div.summary",
    { key: "summary" },
    h("dl.stats", {}, stat(word("wagers"), app.wageredSeats.length), stat(word("total"), money(total)), stat(word("limits"), `${money(sheet.table.limits.minimum_cents)} – ${money(sheet.table.limits.maximum_cents)}`)),
    h("p.muted", {}, word(total ? "wagers_carried" : "wagers_how")),
  );
}

function stat(name, value) {
  return h("div.stat", {}, h("dt", {}, name), h("dd", {}, value));
}

function drawSeatWagers(app, seat) {
  const { draft, round, sheet } = app;
  const amounts = pendingAt(app, seat);
  const kinds = ["cents", ...app.rules.sideWagers];
  const broken = brokenLimits(amounts.cents, sheet.table, round.facts.bank.kind === "player");
  const last = app.lastWager(seat);
  return h(
    "div.wager-pad",
    { key: "wager" },
    kinds.length > 1 &&
      h(
        "div.wager-kinds",
        { role: "group", "aria-label": word("kinds_of_wager") },
        kinds.map((kind) =>
          button("wager-kind", [h("span", {}, word(kind === "cents" ? "wager" : kind)), h("b.money", {}, money(amounts[kind] ?? 0))], {
            key: kind,
            "data-kind": kind,
            "aria-pressed": String(draft.kind === kind),
          }),
        ),
      ),
    h("div.wager-amount", {}, pile(amounts[draft.kind] ?? 0, sheet.table.denominations), h("p.wager-limit", { role: "status" }, broken.map((text) => h("span", { key: text }, icon("warn", "s"), text)))),
    h("div.chip-pad", {}, [...sheet.table.denominations].sort((one, other) => one - other).map((value) => h("button.chip-key", { key: value, type: "button", "data-do": "chip", "data-value": value, "aria-label": word("add_chip", { amount: money(value) }) }, chip(value, "l")))),
    h(
      "div.wager-more",
      {},
      button("repeat-wager", [icon("repeat"), last ? word("repeat_amount", { amount: money(last) }) : word("repeat")], { disabled: !last || draft.kind !== "cents" }),
      button("clear-wager", [icon("backspace"), word("clear")]),
      isOccupied(round, seat) && button("leave-seat", [icon("sign-out"), word("leave_seat")]),
    ),
  );
}

function drawBankLine(app) {
  const { bank } = app.round.facts;
  const offers = app.offers;
  const text = bank.seat === null ? word("house_banks") : word(bank.kind === "co-bank" ? "co_banks" : "banks", { seat: app.seatName(bank.seat) });
  const why = !offers.order.length && !bank.is_decided ? word("nobody_may_bank") : "";
  return h(
    "div.bank-line",
    { key: "bank-line" },
    h("span.bank-now", {}, icon(bank.kind === "co-bank" ? "co-bank" : "bank"), h("span", {}, text, why && h("small", {}, why))),
    button("offer-bank", bank.is_decided ? word("change_bank") : word("offer_bank"), { disabled: !offers.order.length && !Object.keys(offers.refused).length }),
  );
}
