// The wagers on the screen: every seat in one list, or one seat with its chips; the bank below.

import { isOccupied } from "../rules/round.js";
import { drawDealerWager } from "./bank.js";
import { h } from "./dom.js";
import { button, chip, icon, mainButton, pile } from "./pieces.js";
import { amountsOf, chipsOnPad, controllerOf, faultsOf, playerNow, players, wagersShown } from "./wagers.js";
import { money, word } from "./words.js";

export function drawBetting(app) {
  const { seat } = app.draft;
  const why = app.whyNotClose;
  return {
    title: seat ? app.seatName(seat) : word("wagers"),
    note: seat ? word("player_marker", { marker: playerNow(app) }) : word("wagers_how"),
    body: [
      seat ? drawSeatWagers(app, seat) : drawSummary(app),
      app.rules.hasBank && !app.draft.later && drawBankLine(app),
    ],
    main: mainButton("no-more-bets", [word(app.draft.later ? "go_on" : "no_more_bets"), why && h("small", {}, why)], {
      disabled: Boolean(why),
      class: "button-tall",
    }),
  };
}

/** Every seat in one list: what stands on it, or one tap to put the last round's wager there. */
function drawSummary(app) {
  const { minimum_cents: least, maximum_cents: most } = app.sheet.table;
  const seats = Array.from({ length: app.seatCount }, (_, index) => index + 1);
  return h(
    "div.summary",
    { key: "summary" },
    h(
      "ol.wager-rows",
      { key: "seats" },
      seats.filter((seat) => !isHouses(app, seat)).map((seat) => drawSeatRow(app, seat)),
    ),
    h(
      "dl.result-totals",
      { key: "totals" },
      stat(word("limits"), `${money(least)} – ${money(most)}`),
      stat(word("wagers"), wagersShown(app).length),
      stat(word("total"), money(app.totalWagered)),
    ),
  );
}

function isHouses({ rules, round }, seat) {
  return rules.houseSeat === seat && round.facts.bank.seat === null;
}

function stat(name, value) {
  return h("div", { key: name }, h("dt", {}, name), h("dd.money", {}, value));
}

function drawSeatRow(app, seat) {
  const cents = app.wagerShown(seat);
  const last = app.lastWager(seat);
  const isBank = app.round.facts.bank.seat === seat;
  const sides = app.rules.sideWagers
    .map((kind) => [kind, sideShown(app, seat, kind)])
    .filter(([, amount]) => amount > 0);
  const what = isBank
    ? word("has_the_bank")
    : cents > 0
      ? money(cents)
      : word(app.markersAt(seat).length ? "no_wager" : "empty_seat");
  return h(
    "li.wager-row",
    { key: seat },
    h(
      "button.wager-seat",
      {
        type: "button",
        "data-do": "wager-seat",
        "data-seat": seat,
        "data-state": cents > 0 || isBank ? "taken" : "empty",
      },
      h("b.result-seat", {}, seat),
      h("span.wager-player", {}, app.markersAt(seat).join(" ")),
      h("b.money", {}, what),
      h("small", {}, sides.map(([kind, amount]) => `${word(kind)} ${money(amount)}`).join(" · ")),
    ),
    !cents &&
      last > 0 &&
      !isBank &&
      button("repeat-at", [icon("repeat"), money(last)], {
        key: "repeat",
        "data-seat": seat,
        "aria-label": `${app.seatName(seat)}: ${word("repeat_amount", { amount: money(last) })}`,
      }),
  );
}

function sideShown(app, seat, kind) {
  return wagersShown(app)
    .filter((wager) => wager.seat === seat)
    .reduce((sum, wager) => sum + (wager[kind] ?? 0), 0);
}

function drawSeatWagers(app, seat) {
  const { draft, round, sheet } = app;
  const amounts = amountsOf(app, seat, playerNow(app));
  const faults = faultsOf(app, amounts);
  const { part } = faults[0] ?? {};
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
      h(
        "p.wager-limit",
        { role: "status" },
        faults.map(({ text }) => h("span", { key: text }, icon("warn", "s"), text)),
      ),
    ),
    h("div.chip-pad", {}, chipsOnPad(app).map(drawChipKey)),
    h(
      "div.wager-more",
      {},
      part > 0
        ? button("take-part", [icon("check"), word("take_amount_only", { amount: money(part) })], {
            key: "part",
            class: "button-felt",
            "data-cents": part,
          })
        : button(
            "repeat-wager",
            [icon("repeat"), last ? word("repeat_amount", { amount: money(last) }) : word("repeat")],
            { key: "repeat", disabled: !last || draft.kind !== "cents" },
          ),
      button("clear-wager", [icon("backspace"), word("clear")], { key: "clear" }),
      isOccupied(round, seat) &&
        button("leave-seat", [icon("sign-out"), word(players(app, seat).length > 1 ? "all_leave" : "leave_seat")]),
    ),
  );
}

function drawChipKey(value) {
  return h(
    "button.chip-key",
    {
      key: value,
      type: "button",
      "data-do": "chip",
      "data-value": value,
      "aria-label": word("add_chip", { amount: money(value) }),
    },
    chip(value, "l"),
  );
}

/** Several players may stand at one box, each with a wager; one of them controls the tiles. */
function drawPlayers(app, seat) {
  const most = app.sheet.table.options.players_a_box ?? 1;
  const now = playerNow(app);
  const all = [...new Set([...players(app, seat), now])];
  if (most < 2) return null;
  const controller = controllerOf(app, seat) ?? all[0];
  return h(
    "div.wager-kinds",
    { key: "players", role: "group", "aria-label": word("players") },
    all.map((player) =>
      button(
        "player",
        [
          h("span", {}, player, all.length > 1 && player === controller && ` · ${word("controls")}`),
          h("b.money", {}, money(amountsOf(app, seat, player).cents)),
        ],
        { key: player, "data-player": player, "aria-pressed": String(player === now) },
      ),
    ),
    all.length < most && button("more-players", [icon("plus"), word("one_more_player")], { key: "more" }),
    all.length > 1 &&
      button("controls-tiles", word("controls_tiles"), {
        key: "controls",
        disabled: now === controller || !amountsOf(app, seat, now).cents,
      }),
  );
}

function drawKinds(app, amounts) {
  const kinds = ["cents", ...app.rules.sideWagers];
  if (kinds.length < 2) return null;
  return h(
    "div.wager-kinds",
    { key: "kinds", role: "group", "aria-label": word("kinds_of_wager") },
    kinds.map((kind) =>
      button(
        "wager-kind",
        [h("span", {}, word(kind === "cents" ? "wager" : kind)), h("b.money", {}, money(amounts[kind] ?? 0))],
        {
          key: kind,
          "data-kind": kind,
          "aria-pressed": String(app.draft.kind === kind),
        },
      ),
    ),
  );
}

function bankNote(app, open) {
  const { order, isKnown } = app.offers;
  if (app.round.facts.bank.is_decided) return word("bank_decided");
  if (!isKnown) return word(app.connection === "live" ? "loading" : "order_unknown");
  if (app.offers.isOwn && app.connection !== "live") return word("record_decides");
  return open ? word("offered_first", { seat: app.seatName(order[0]) }) : word("nobody_may_bank");
}

function drawBankLine(app) {
  const { bank } = app.round.facts;
  const { offers } = app;
  const text =
    bank.seat === null
      ? word("house_banks")
      : word(bank.kind === "co-bank" ? "co_banks" : "banks", { seat: app.seatName(bank.seat) });
  const open = app.isBankOpen;
  const note = bank.shares
    ? word("shared_by", { players: bank.shares.map(({ player, cents }) => `${player} ${money(cents)}`).join(" · ") })
    : bankNote(app, open);
  return h(
    "div.bank-line",
    { key: "bank-line" },
    bank.kind === "player" && app.rules.hasDealerWager && app.draft.seat === null && drawDealerWager(app),
    h(
      "span.bank-now",
      {},
      icon(bank.kind === "co-bank" ? "co-bank" : "bank"),
      h("span", {}, text, h("small", {}, note)),
    ),
    h(
      "span.bank-acts",
      {},
      open && button("bank-nobody", word("all_pass_short"), { key: "pass" }),
      app.bankShort &&
        !bank.shares &&
        button(
          "bank-shows",
          word("bank_shows", { seat: app.seatName(bank.seat), amount: money(app.bankShort.needed) }),
          { key: "shows", "data-cents": app.bankShort.needed },
        ),
      button("offer-bank", word(bank.is_decided ? "change_bank" : "offer_bank"), {
        key: "offer",
        disabled: !offers.order.length && !offers.refused.length,
      }),
    ),
  );
}
