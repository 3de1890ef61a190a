// The table as the dealer sees it: seat 1 at the right, counterclockwise, dead hand left, shaker
// right. The mirror switch turns it to what the players and the camera see.

import { DEALER, isOccupied, sideAt } from "../rules/round.js";
import { h } from "./dom.js";
import { die, held, icon, piece, pile } from "./pieces.js";
import { money, word } from "./words.js";

// Characters that fit beside the outcome's word on the small tablet's seats.
const SHORT_AMOUNT = 6;
// Middle of each seat in per cent of the felt, by number of seats, from seat 1 counterclockwise.
const SEATS = {
  6: [
    [83, 67],
    [83, 39],
    [68, 14],
    [32, 14],
    [17, 39],
    [17, 67],
  ],
  7: [
    [83, 71],
    [83, 47],
    [83, 23],
    [50, 13],
    [17, 23],
    [17, 47],
    [17, 71],
  ],
  8: [
    [83, 80],
    [83, 57],
    [83, 34],
    [67, 12],
    [33, 12],
    [17, 34],
    [17, 57],
    [17, 80],
  ],
};

export function seatPoints(count) {
  if (SEATS[count]) return SEATS[count];
  const rows = SEATS[6];
  return count < 6 ? rows.slice(0, count) : SEATS[8].slice(0, count);
}

export function drawTable(app) {
  const { sheet, round } = app;
  const count = sheet.table.seats;
  const points = seatPoints(count);
  const turned = app.prefs.view === "players";
  const at = ([x, y]) => ({ "--x": turned ? 100 - x : x, "--y": turned ? 100 - y : y });
  return h(
    "div.felt-table",
    { class: app.training && "is-training", "data-view": turned ? "players" : "dealer", "data-seats": count },
    h("div.felt-shape", { "aria-hidden": "true" }),
    app.training && h("p.felt-watermark", { "aria-hidden": "true" }, word("training")),
    h(
      "ol.seats",
      { "aria-label": word("seats") },
      points.map((point, index) => drawSeat(app, index + 1, styled(at(point)))),
    ),
    drawDealer(app, styled(at([50, count === 8 ? 84 : 80]))),
    app.rules?.hasDeadHand && drawDeadHand(app, styled(at([15, 91]))),
    app.rules?.game === "tiles" && drawShaker(app, styled(at(count === 8 ? [50, 62] : [86, 91]))),
    h(
      "div.felt-notice",
      { role: "status", "aria-live": "polite", style: styled(at([50, 46])) },
      app.notice && drawNotice(app),
    ),
    app.sheet.jackpot &&
      h(
        "div.jackpot",
        { style: styled(at([50, 34])) },
        h("small", {}, word("jackpot")),
        h("b.money", {}, money(app.sheet.jackpot.cents)),
      ),
    round?.facts.community &&
      h(
        "button.community",
        { type: "button", "data-do": "community", style: styled(at([50, 56])) },
        held(round.facts.community, "s"),
        h("small", {}, word("community_card")),
      ),
  );
}

function styled(point) {
  return Object.fromEntries(Object.entries(point).map(([name, value]) => [name, String(value)]));
}

function drawNotice({ notice }) {
  return h(
    "p.notice",
    { class: notice.tone && `notice-${notice.tone}` },
    notice.text,
    notice.rule && h("small", {}, notice.rule),
  );
}

function drawSeat(app, seat, style) {
  const { round } = app;
  const isHouse = app.rules?.houseSeat === seat && (!round || round.facts.bank.seat === null);
  const place = isHouse && round?.state !== "betting" ? DEALER : String(seat);
  const isBank = round?.facts.bank.seat === seat;
  const occupied = round ? isOccupied(round, seat) || app.wagerShown(seat) > 0 : app.markersAt(seat).length > 0;
  const current = app.currentPlace === place || app.currentSeat === seat;
  const row = app.rowOf(place);
  return h(
    "li.seat",
    { key: `seat-${seat}`, style },
    h(
      "button.seat-card",
      {
        type: "button",
        "data-do": "seat",
        "data-seat": place,
        "aria-pressed": String(current),
        "data-state": seatState(app, seat, { isHouse, isBank, occupied }),
        "data-outcome": row?.outcome,
        "aria-label": seatLabel(app, seat, row),
      },
      h(
        "span.seat-head",
        {},
        h("b.seat-number", {}, seat),
        (isBank || isHouse) && piece("chung", "seat-chung"),
        isHouse ? h("span.seat-player", {}, word("house")) : h("span.seat-player", {}, app.markersAt(seat).join(" ")),
        drawStake(app, place, seat, row),
        drawFirst(app, app.rules?.positionOf?.(seat)),
        app.paid(place) && icon("check", "s"),
      ),
      seatBody(app, place, seat, row),
    ),
    app.count && drawCount(app, app.rules.positionOf(seat)),
  );
}

function seatState(app, seat, { isHouse, isBank, occupied }) {
  if (app.round?.facts.states[seat]) return "out";
  if (isBank) return "bank";
  if (isHouse) return "house";
  return occupied ? "taken" : "empty";
}

function seatLabel(app, seat, row) {
  const { round } = app;
  const parts = [app.seatName(seat)];
  if (round?.facts.bank.seat === seat) parts.push(word("has_the_bank"));
  const cents = round ? app.wagerShown(seat) : 0;
  if (cents) parts.push(money(cents));
  if (row) parts.push(word(`outcome_${row.outcome}`));
  if (parts.length === 1 && !(round && isOccupied(round, seat))) parts.push(word("empty_seat"));
  return parts.join(", ");
}

function seatBody(app, place, seat, row) {
  const { round } = app;
  if (!round) return null;
  const hand = app.handShown(place);
  const cents = app.wagerShown(seat);
  const state = round.facts.states[seat];
  return [
    h("span.seat-middle", {}, hand ? drawHand(hand) : cents > 0 && pile(cents, app.sheet.table.denominations)),
    h(
      "span.seat-foot",
      { class: !row && !state && !hand && "seat-sides" },
      row
        ? drawOutcome(row)
        : state
          ? word(`state_${state}`)
          : hand
            ? h("span", {}, app.shortRank(hand))
            : drawSides(round, seat),
    ),
  ];
}

/** The hand lies where the chips were: say what is at stake until the result does. */
function drawStake(app, place, seat, row) {
  const cents = app.round && !row && app.handShown(place) ? app.wagerShown(seat) : 0;
  return cents > 0 && h("span.seat-stake.money", {}, money(cents));
}

function drawSides(round, seat) {
  const named = ["pair_fortunes", "match_play", "three_card", "four_card"].filter((name) => sideAt(round, seat, name));
  return named.map((name) => h("span.seat-side", { key: name }, `${word(name)} ${money(sideAt(round, seat, name))}`));
}

function drawHand({ high, low, held: all }) {
  const [first, second] = high?.length ? [high, low] : [all.slice(0, 2), all.slice(2)];
  return h(
    "span.seat-hand",
    {},
    h(
      "span.hand-part",
      {},
      first.map((name, index) => h("span", { key: index }, held(name, "xs", false))),
    ),
    h(
      "span.hand-part",
      {},
      second.map((name, index) => h("span", { key: index }, held(name, "xs", false))),
    ),
  );
}

function drawOutcome(row) {
  const sign = { win: "win", lose: "lose", push: "push", bank: "bank" }[row.outcome] ?? "void";
  const amount = row.amount ? `${row.amount > 0 ? "+" : ""}${money(row.amount)}` : "";
  const isLong = amount.length > SHORT_AMOUNT;
  return h(
    "span.seat-outcome",
    { "data-long": isLong || undefined },
    icon(sign, "s"),
    !(row.outcome === "bank" && row.amount) && h("b", {}, word(`outcome_${row.outcome}`)),
    Boolean(amount) && h("span.money", {}, amount),
  );
}

function drawDealer(app, style) {
  const { round } = app;
  const hand = round && app.handShown(DEALER);
  const banks = round?.facts.bank.seat === null;
  const wager = round?.facts.dealer_wager;
  if (app.rules?.houseSeat) {
    return h("div.dealer", { style, class: "dealer-plain" }, h("span.dealer-name", {}, word("dealer")));
  }
  const row = app.rowOf(DEALER);
  return h(
    "div.dealer",
    { style },
    h(
      "button.seat-card.dealer-card",
      {
        type: "button",
        "data-do": "seat",
        "data-seat": DEALER,
        "aria-pressed": String(app.currentPlace === DEALER),
        "data-state": banks ? "bank" : wager ? "taken" : "empty",
        "aria-label": word("dealer"),
      },
      h(
        "span.seat-head",
        {},
        banks && piece("chung", "seat-chung"),
        h("span.dealer-name", {}, word(banks ? "house_banks" : "dealer")),
        drawFirst(app, "dealer"),
      ),
      h("span.seat-middle", {}, hand ? drawHand(hand) : wager ? pile(wager, app.sheet.table.denominations) : null),
      h("span.seat-foot", {}, row ? drawOutcome(row) : hand && h("span", {}, app.shortRank(hand))),
    ),
    app.count && drawCount(app, "dealer"),
  );
}

function drawDeadHand(app, style) {
  return h(
    "div.dead-hand",
    { style },
    piece("dead-hand", "felt-piece"),
    h("span", {}, word("dead_hand")),
    drawFirst(app, "dead-hand"),
    app.count && drawCount(app, "dead-hand"),
  );
}

function drawShaker(app, style) {
  const dice = app.diceShown;
  return h(
    "div.shaker",
    { style },
    dice.length
      ? h(
          "span.shaker-dice",
          {},
          dice.map((face, index) => h("span", { key: index }, die(face, "s"))),
        )
      : piece("shaker", "felt-piece"),
    app.totalShown ? h("b", {}, `= ${app.totalShown}${adjustment(app)}`) : h("span", {}, word("shaker")),
  );
}

/** What the bank nominated beside the dice: " − 4", " + 4" or nothing. */
function adjustment({ round, draft }) {
  const by = round?.facts.roll ? round.facts.roll.adjust : draft.adjust;
  return by ? ` ${by > 0 ? "+" : "−"} ${Math.abs(by)}` : "";
}

/** Where the first hand lies, so that the delivery can be checked at a glance. */
function drawFirst({ round }, position) {
  const { roll } = round?.facts ?? {};
  if (!roll || round.state === "closed" || roll.positions[0] !== position) return null;
  return h("span.seat-first", { key: "first" }, word("first_hand"));
}

/** The count round the table, one badge after the other; the last is where the first hand goes. */
function drawCount({ count }, position) {
  const numbers = count.numbers[position];
  const isStart = count.start === position;
  if (!numbers && !isStart) return null;
  const last = numbers?.at(-1);
  return h(
    "span.count",
    {
      key: `count-${count.key}-${position}`,
      class: isStart && "is-start",
      style: { "--n": String(last) },
      "aria-hidden": "true",
    },
    isStart ? word("first_hand") : last,
  );
}
