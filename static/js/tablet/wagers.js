// Wagers before "no more bets": tap a seat, tap chips. What is tapped leaves as one command when
// the dealer moves on, so that a chip too many costs nothing.

import { h } from "./dom.js";
import { isOccupied, playersAt } from "./model.js";
import { drawDealerWager } from "./bank.js";
import { button, chip, icon, mainButton, pile } from "./pieces.js";
import { money, word } from "./words.js";

const MARKERS = [..."ABCDEFGHJKLMNPQRSTUVWXYZ"];
const SENT_AFTER = 4000;

/** The limits that an amount breaks, as sentences; none when it may stand. */
export function brokenLimits(cents, { minimum_cents: least, maximum_cents: most }, hasPlayerBank = false) {
  if (!cents) return [];
  if (cents < least) return [word("below_minimum", { amount: money(least) })];
  if (cents > most && !hasPlayerBank) return [word("above_maximum", { amount: money(most) })];
  return [];
}

/** Wagers as recorded, with those that are tapped and not yet sent on top. */
export function wagersShown({ round, draft }) {
  const pending = Object.values(draft.wagers);
  const others = round.facts.wagers.filter((wager) => !pending.some((tapped) => isSame(tapped, wager)));
  return [...others, ...pending.filter(({ cents }) => cents)];
}

function isSame(one, other) {
  return one.seat === other.seat && one.player === other.player;
}

function amountsOf(app, seat, player) {
  const { draft, round } = app;
  return draft.wagers[`${seat} ${player}`] ?? round.facts.wagers.find((wager) => isSame(wager, { seat, player })) ?? { seat, player, cents: 0 };
}

/** Whoever plays at a seat: seated, wagering, or just tapped. */
function players(app, seat) {
  const tapped = Object.values(app.draft.wagers).filter((wager) => wager.seat === seat);
  return [...new Set([...playersAt(app.round, seat), ...tapped.map(({ player }) => player)])];
}

function freeMarker(app) {
  const used = new Set();
  for (let seat = 1; seat <= app.seatCount; seat += 1) for (const player of players(app, seat)) used.add(player);
  return MARKERS.find((letter) => !used.has(letter)) ?? `P${used.size + 1}`;
}

export function playerNow(app) {
  const { seat, player } = app.draft;
  return player ?? players(app, seat)[0] ?? freeMarker(app);
}

/** Queue the wagers that were tapped; nothing happens when none changed. */
export function sendWagers(app) {
  const wagers = Object.values(app.draft.wagers);
  if (!wagers.length) return;
  for (const { seat, player, cents } of wagers) {
    if (cents && !playersAt(app.round, seat).includes(player)) app.command("seats", { seat, player: { player, controls: !playersAt(app.round, seat).length } });
  }
  const recorded = wagers.map(({ seat, player }) => [`${seat} ${player}`, app.round.facts.wagers.find((wager) => isSame(wager, { seat, player })) ?? { seat, player, cents: 0 }]);
  const undone = { wagers: Object.fromEntries(recorded) };
  app.command("wagers", { wagers }, { undo: word("wagers"), changes: { wagers: {} }, undone });
}

function setAmount(app, change, undo) {
  const { seat, kind } = app.draft;
  const player = playerNow(app);
  const before = amountsOf(app, seat, player);
  const wagers = { ...app.draft.wagers, [`${seat} ${player}`]: { ...before, [kind]: change(before[kind] ?? 0) } };
  app.tap({ wagers, player }, undo);
  clearTimeout(app.wagerTimer);
  app.wagerTimer = setTimeout(() => app.step === "betting" && !app.wagerTrouble && sendWagers(app), SENT_AFTER);
}

export const acts = {
  chip: (app, { value }) => setAmount(app, (cents) => cents + Number(value), money(Number(value))),
  "clear-wager": (app) => setAmount(app, () => 0, word("clear")),
  "wager-kind": (app, { kind }) => app.tap({ kind }),
  "repeat-wager": (app) => setAmount(app, () => app.lastWager(app.draft.seat), word("repeat")),
  player: (app, { player }) => app.tap({ player, kind: "cents" }),
  "more-players": (app) => app.tap({ player: freeMarker(app), kind: "cents" }),
  "leave-seat": (app) => {
    const { seat } = app.draft;
    const wagers = Object.fromEntries(Object.entries(app.draft.wagers).filter(([, wager]) => wager.seat !== seat));
    app.command("seats", { seat, player: null }, { undo: word("leave_seat"), changes: { wagers, seat: null, player: null } });
  },
  "no-more-bets": (app) => {
    if (app.whyNotClose) return app.refuse(app.whyNotClose);
    sendWagers(app);
    app.command("close", {}, { undo: word("no_more_bets"), hold: true, changes: { seat: null } });
  },
};

export function drawBetting(app) {
  const { seat } = app.draft;
  const why = app.whyNotClose;
  return {
    title: seat ? app.seatName(seat) : word("wagers"),
    note: seat ? word("player_marker", { marker: playerNow(app) }) : word("wagers_how"),
    body: [seat ? drawSeatWagers(app, seat) : drawSummary(app), app.rules.hasBank && !app.draft.later && drawBankLine(app)],
    main: mainButton("no-more-bets", [word(app.draft.later ? "go_on" : "no_more_bets"), why && h("small", {}, why)], { disabled: Boolean(why), class: "button-tall" }),
  };
}

function drawSummary(app) {
  const { sheet } = app;
  const total = app.totalWagered;
  return h(
    "div.summary",
    { key: "summary" },
    h(
      "dl.stats",
      {},
      stat(word("wagers"), app.wageredSeats.length),
      stat(word("total"), money(total)),
      stat(word("limits"), `${money(sheet.table.minimum_cents)} – ${money(sheet.table.maximum_cents)}`),
    ),
  );
}

function stat(name, value) {
  return h("div.stat", {}, h("dt", {}, name), h("dd", {}, value));
}

function drawSeatWagers(app, seat) {
  const { draft, round, sheet } = app;
  const amounts = amountsOf(app, seat, playerNow(app));
  const broken = brokenLimits(amounts.cents, sheet.table, round.facts.bank.kind === "player");
  const last = app.lastWager(seat);
  return h(
    "div.wager-pad",
    { key: "wager" },
    drawPlayers(app, seat),
    drawKinds(app, amounts),
    h(
      "div.wager-amount",
      {},
      pile(amounts[draft.kind] ?? 0, sheet.table.denominations),
      h("p.wager-limit", { role: "status" }, broken.map((text) => h("span", { key: text }, icon("warn", "s"), text))),
    ),
    h("div.chip-pad", {}, [...sheet.table.denominations].sort((one, other) => one - other).slice(-6).map(drawChipKey)),
    h(
      "div.wager-more",
      {},
      button("repeat-wager", [icon("repeat"), last ? word("repeat_amount", { amount: money(last) }) : word("repeat")], { disabled: !last || draft.kind !== "cents" }),
      button("clear-wager", [icon("backspace"), word("clear")]),
      isOccupied(round, seat) && button("leave-seat", [icon("sign-out"), word("leave_seat")]),
    ),
  );
}

function drawChipKey(value) {
  return h("button.chip-key", { key: value, type: "button", "data-do": "chip", "data-value": value, "aria-label": word("add_chip", { amount: money(value) }) }, chip(value, "l"));
}

/** Several players may stand at one box; each has a wager of their own. */
function drawPlayers(app, seat) {
  const most = app.sheet.table.options.players_a_box ?? 1;
  const all = [...new Set([...players(app, seat), playerNow(app)])];
  if (most < 2) return null;
  return h(
    "div.wager-kinds",
    { key: "players", role: "group", "aria-label": word("players") },
    all.map((player) => button("player", [h("span", {}, player), h("b.money", {}, money(amountsOf(app, seat, player).cents))], { key: player, "data-player": player, "aria-pressed": String(player === playerNow(app)) })),
    all.length < most && button("more-players", [icon("plus"), word("one_more_player")], { key: "more" }),
  );
}

function drawKinds(app, amounts) {
  const kinds = ["cents", ...app.rules.sideWagers];
  if (kinds.length < 2) return null;
  return h(
    "div.wager-kinds",
    { key: "kinds", role: "group", "aria-label": word("kinds_of_wager") },
    kinds.map((kind) =>
      button("wager-kind", [h("span", {}, word(kind === "cents" ? "wager" : kind)), h("b.money", {}, money(amounts[kind] ?? 0))], {
        key: kind,
        "data-kind": kind,
        "aria-pressed": String(app.draft.kind === kind),
      }),
    ),
  );
}

function bankNote(app, open) {
  const { order, isKnown } = app.offers;
  if (app.round.facts.bank.is_decided) return word("bank_decided");
  if (!isKnown) return word(app.connection === "live" ? "loading" : "order_unknown");
  return open ? word("offered_first", { seat: app.seatName(order[0]) }) : word("nobody_may_bank");
}

function drawBankLine(app) {
  const { bank } = app.round.facts;
  const { offers } = app;
  const text = bank.seat === null ? word("house_banks") : word(bank.kind === "co-bank" ? "co_banks" : "banks", { seat: app.seatName(bank.seat) });
  const open = app.isBankOpen;
  const note = bankNote(app, open);
  return h(
    "div.bank-line",
    { key: "bank-line" },
    bank.kind === "player" && app.rules.hasDealerWager && app.draft.seat === null && drawDealerWager(app),
    h("span.bank-now", {}, icon(bank.kind === "co-bank" ? "co-bank" : "bank"), h("span", {}, text, h("small", {}, note))),
    h(
      "span.bank-acts",
      {},
      open && button("bank-nobody", word("all_pass_short"), { key: "pass" }),
      app.bankShort && button("bank-shows", word("bank_shows", { seat: app.seatName(bank.seat), amount: money(app.bankShort.needed) }), { key: "shows", "data-cents": app.bankShort.needed }),
      button("offer-bank", word(bank.is_decided ? "change_bank" : "offer_bank"), { key: "offer", disabled: !offers.order.length && !offers.refused.length }),
    ),
  );
}
