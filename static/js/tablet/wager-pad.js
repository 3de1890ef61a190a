// The wagers on the screen: every seat in one list, or one seat with its chips; the bank below.

/** @import { State } from "./types.d.ts" */

import { boxesWithoutController } from "../rules/areas.js";
import { hasMaximum } from "../rules/limits.js";
import { isOccupied } from "../rules/round.js";
import { drawAmountPad, drawAmountTools, drawSame } from "./amount.js";
import { drawDealerWager } from "./bank.js";
import {
  bankShort,
  faultsOf,
  isBankOpen,
  lastWager,
  markersAt,
  offersOf,
  sideShown,
  totalWagered,
  wagerShown,
  wagersShown,
  wagerTrouble,
  whyNotClose,
} from "./betting.js";
import { h } from "./dom.js";
import { seatName } from "./names.js";
import { drawGuests } from "./other-areas.js";
import { button, icon, mainButton, pile } from "./pieces.js";
import { isRepairing } from "./repair.js";
import { amountsOf, controllerShown, playerNow, players } from "./wagers.js";
import { money, word } from "./words.js";

// A wager that was accepted outside the limits stands, once the floor has signed (COMAR 36.05.03.21C).
const OUTSIDE = new Set(["below_minimum", "above_maximum"]);

/** @param {State} state */
export function drawBetting(state) {
  const { seat } = state.draft;
  const why = whyNotClose(state);
  return {
    title: seat ? seatName(state, seat) : word("wagers"),
    note: seat ? `${word("player_marker", { marker: playerNow(state) })} · ${limitsOf(state)}` : word("wagers_how"),
    body: [
      seat ? drawSeatWagers(state, seat) : drawSummary(state),
      state.rules.hasBank && (!state.draft.later || isRepairing(state)) && drawBankLine(state),
    ],
    main: mainButton("no-more-bets", [word(state.draft.later ? "go_on" : "no_more_bets"), why && h("small", {}, why)], {
      disabled: Boolean(why),
      class: "button-tall",
    }),
  };
}

/** The limits of the table, or only the minimum where a bank lifts the other. */
function limitsOf({ round, rules, sheet: { table } }) {
  const { minimum_cents: least, maximum_cents: most } = table;
  return hasMaximum(round.facts.bank, rules) ? `${money(least)} – ${money(most)}` : `≥ ${money(least)}`;
}

/**
 * Every seat in one list: what stands on it, or one tap to put the last round's wager there.
 * @param {State} state
 */
function drawSummary(state) {
  return h(
    "div.summary",
    { key: "summary" },
    h(
      "ol.wager-rows",
      { key: "seats" },
      state.seats.filter((seat) => !isHouses(state, seat)).map((seat) => drawSeatRow(state, seat)),
    ),
    h(
      "dl.result-totals",
      { key: "totals" },
      stat(word("limits"), limitsOf(state)),
      stat(word("wagers"), wagersShown(state).length),
      stat(word("total"), money(totalWagered(state))),
    ),
  );
}

function isHouses({ rules, round }, seat) {
  return rules.houseSeat === seat && round.facts.bank.seat === null;
}

function stat(name, value) {
  return h("div", { key: name }, h("dt", {}, name), h("dd.money", {}, value));
}

/** @param {State} state */
function drawSeatRow(state, seat) {
  const cents = wagerShown(state, seat);
  const last = lastWager(state, seat);
  const isBank = state.round.facts.bank.seat === seat;
  const sides = state.rules.sideWagers
    .map((kind) => [kind, sideShown(state, seat, kind)])
    .filter(([, amount]) => amount > 0);
  const what = isBank
    ? word(state.round.facts.bank.kind === "co-bank" ? "co_banker" : "has_the_bank")
    : cents > 0
      ? money(cents)
      : word(markersAt(state, seat).length ? "no_wager" : "empty_seat");
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
      h("span.wager-player", {}, markersAt(state, seat).join(" ")),
      h("b.money", {}, what),
      h("small", {}, sides.map(([kind, amount]) => `${word(kind)} ${money(amount)}`).join(" · ")),
    ),
    !cents &&
      last > 0 &&
      !isBank &&
      button("repeat-at", [icon("repeat"), money(last)], {
        key: "repeat",
        "data-seat": seat,
        "aria-label": `${seatName(state, seat)}: ${word("repeat_amount", { amount: money(last) })}`,
      }),
  );
}

/** @param {State} state */
function drawSeatWagers(state, seat) {
  const { draft, round, sheet } = state;
  const amounts = amountsOf(state, seat, playerNow(state));
  const faults = faultsOf(state, amounts);
  const { part } = faults[0] ?? {};
  const last = lastWager(state, seat);
  const areSeveral = players(state, seat).length > 1;
  return h(
    "div.wager-pad",
    { key: "wager" },
    drawPlayers(state, seat),
    drawGuests(state, seat, playerNow(state)),
    drawKinds(state, amounts),
    h(
      "div.wager-amount",
      {},
      pile(amounts[draft.kind] ?? 0, sheet.table.denominations),
      drawAmountTools(state),
      h(
        "p.wager-limit",
        { role: "status" },
        faults.map(({ text }) => h("span", { key: text }, icon("warn", "s"), text)),
      ),
    ),
    drawAmountPad(state),
    h(
      "div.wager-more",
      {},
      OUTSIDE.has(faults[0]?.code) && !state.training && !state.draft.later
        ? button("accept-outside", [icon("badge"), word("outside_stands")], { key: "outside" })
        : part > 0
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
      drawSame(state),
      button("clear-wager", [icon("backspace"), word("clear")], { key: "clear" }),
      areSeveral && button("leave-player", word("player_leaves", { player: playerNow(state) }), { key: "leaves" }),
      isOccupied(round, seat) &&
        button("leave-seat", [icon("sign-out"), word(areSeveral ? "all_leave" : "leave_seat")], { key: "leave" }),
    ),
  );
}

/**
 * Several players may stand at one box, each with a wager; one of them controls the tiles.
 * @param {State} state
 */
function drawPlayers(state, seat) {
  const most = state.sheet.table.options.players_a_box ?? 1;
  const now = playerNow(state);
  const all = [...new Set([...players(state, seat), now])];
  if (most < 2) return null;
  const { facts } = state.round;
  const isUnclear = boxesWithoutController({ seats: facts.seats, wagers: wagersShown(state) }).includes(seat);
  const controller = isUnclear ? null : controllerShown(state, seat) || all[0];
  return h(
    "div.wager-kinds.box-players",
    { key: "players", role: "group", "aria-label": word("players") },
    all.map((player) =>
      button(
        "player",
        [
          h("span", {}, player, all.length > 1 && player === controller && ` · ${word("controls")}`),
          h("b.money", {}, money(amountsOf(state, seat, player).cents)),
        ],
        { key: player, "data-player": player, "aria-pressed": String(player === now) },
      ),
    ),
    all.length < most && button("more-players", [icon("plus"), word("one_more_player")], { key: "more" }),
    all.length > 1 &&
      button("controls-tiles", word("controls_tiles"), {
        key: "controls",
        disabled: now === controller || !amountsOf(state, seat, now).cents,
      }),
    all.length > 1 &&
      facts.bank.seat !== seat &&
      facts.seats[seat]?.length > 0 &&
      button("nobody-sits", word("nobody_sits"), { key: "nobody" }),
  );
}

/** @param {State} state */
function drawKinds(state, amounts) {
  const kinds = ["cents", ...state.rules.sideWagers];
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
          "aria-pressed": String(state.draft.kind === kind),
        },
      ),
    ),
  );
}

/** @param {State} state */
function bankNote(state, open) {
  const { order, isKnown } = offersOf(state);
  if (state.round.facts.bank.is_decided) return word("bank_decided");
  if (!isKnown) return word(state.connection === "live" ? "loading" : "order_unknown");
  if (offersOf(state).isOwn && state.connection !== "live") return word("record_decides");
  return open ? word("offered_first", { seat: seatName(state, order[0]) }) : word("nobody_may_bank");
}

/** @param {State} state */
function drawBankLine(state) {
  const { bank } = state.round.facts;
  const offers = offersOf(state);
  const text =
    bank.seat === null
      ? word("house_banks")
      : word(bank.kind === "co-bank" ? "co_banks" : "banks", { seat: seatName(state, bank.seat) });
  const open = isBankOpen(state);
  // Why stands on the main button.
  const isWrong = Boolean(wagerTrouble(state));
  const note = bank.shares
    ? word("shared_by", { players: bank.shares.map(({ player, cents }) => `${player} ${money(cents)}`).join(" · ") })
    : bankNote(state, open);
  return h(
    "div.bank-line",
    { key: "bank-line" },
    bank.kind === "player" && state.rules.hasDealerWager && state.draft.seat === null && drawDealerWager(state),
    h(
      "span.bank-now",
      {},
      icon(bank.kind === "co-bank" ? "co-bank" : "bank"),
      h("span", {}, text, h("small", {}, note)),
    ),
    h(
      "span.bank-acts",
      {},
      open && button("bank-nobody", word("all_pass_short"), { key: "pass", disabled: isWrong }),
      bankShort(state) &&
        !bank.shares &&
        button(
          "bank-shows",
          word("bank_shows", { seat: seatName(state, bank.seat), amount: money(bankShort(state).needed) }),
          { key: "shows", disabled: isWrong },
        ),
      button("offer-bank", word(bank.is_decided ? "change_bank" : "offer_bank"), {
        key: "offer",
        disabled: isWrong || (!offers.order.length && !offers.refused.length),
      }),
    ),
  );
}
