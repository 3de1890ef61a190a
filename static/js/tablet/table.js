// The table as the dealer sees it: seat 1 at the right, counterclockwise, dead hand left, shaker
// right. The mirror switch turns it to what the players and the camera see.

/** @import { State } from "./types.d.ts" */

import { DEALER, isOccupied, sideAt } from "../rules/round.js";
import { markersAt, sideShown, wagerShown } from "./betting.js";
import { isOff } from "./box-off.js";
import { h } from "./dom.js";
import { shortRank } from "./hand-names.js";
import { seatName } from "./names.js";
import { die, held, icon, piece, pile } from "./pieces.js";
import { isPaid } from "./result.js";
import { money, word } from "./words.js";

// Letters of outcome and amount that fit on the small tablet's seats; where there are more the amount stands alone.
const SHORT_OUTCOME = 13;
// So many letters of amounts fit into the head of a seat; where there are more, a side wager is only named.
const MOST_AT_STAKE = 12;
// So many letters of a side wager fit at the foot of a seat; where there are more, its name is the short one.
const MOST_BESIDE = 18;
const SIDES = ["pair_fortunes", "match_play", "three_card", "four_card"];
// Middle of each seat in per cent of the felt, by number of seats, from seat 1 counterclockwise.
const SEATS = {
  6: [
    [81, 68],
    [81, 41],
    [66, 16],
    [34, 16],
    [19, 41],
    [19, 68],
  ],
  7: [
    [81, 72],
    [81, 49],
    [81, 26],
    [50, 14],
    [19, 26],
    [19, 49],
    [19, 72],
  ],
  8: [
    [81, 81],
    [81, 59],
    [81, 37],
    [66, 14],
    [34, 14],
    [19, 37],
    [19, 59],
    [19, 81],
  ],
};

// Upright the felt is wide and low: fewer seats at the sides, more along the top.
const UPRIGHT = {
  6: [
    [86, 66],
    [86, 34],
    [64, 15],
    [36, 15],
    [14, 34],
    [14, 66],
  ],
  7: [
    [87, 66],
    [87, 34],
    [69, 15],
    [50, 15],
    [31, 15],
    [13, 34],
    [13, 66],
  ],
  8: [
    [88, 66],
    [88, 34],
    [72, 15],
    [57, 15],
    [43, 15],
    [28, 15],
    [12, 34],
    [12, 66],
  ],
};
const isUpright = globalThis.matchMedia?.("(orientation: portrait)");

export function seatPoints(count) {
  const points = isUpright?.matches ? UPRIGHT : SEATS;
  return points[count] ?? points[count < 6 ? 6 : 8].slice(0, count);
}

/** @param {State} state */
export function drawTable(state) {
  const { sheet, round } = state;
  const count = sheet.table.seats;
  const counted = countNow(state);
  const points = seatPoints(count);
  const turned = state.prefs.view === "players";
  const at = ([x, y]) => ({ "--x": turned ? 100 - x : x, "--y": turned ? 100 - y : y });
  return h(
    "div.felt-table",
    { class: state.training && "is-training", "data-view": turned ? "players" : "dealer", "data-seats": count },
    h("div.felt-shape", { "aria-hidden": "true" }),
    state.training && h("p.felt-watermark", { "aria-hidden": "true" }, word("training")),
    h(
      "ol.seats",
      { "aria-label": word("seats") },
      points.map((point, index) => drawSeat(state, index + 1, styled(at(point)), counted)),
    ),
    drawDealer(state, styled(at([50, count === 8 ? 84 : 80])), counted),
    state.rules?.hasDeadHand && drawDeadHand(state, styled(at([15, 91])), counted),
    state.rules?.game === "tiles" && drawShaker(state, styled(at(count === 8 ? [50, 62] : [86, 91]))),
    h(
      "div.felt-notice",
      { role: "status", "aria-live": "polite", style: styled(at([50, 46])) },
      state.notice && drawNotice(state),
    ),
    state.sheet.jackpot &&
      h(
        "div.jackpot",
        { style: styled(at([50, 34])) },
        h("small", {}, word("jackpot")),
        h("b.money", {}, money(state.sheet.jackpot.cents)),
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

/** @param {State} state */
function drawSeat(state, seat, style, count) {
  const { round } = state;
  const isHouse = state.rules?.houseSeat === seat && (!round || round.facts.bank.seat === null);
  const place = isHouse && round?.state !== "betting" ? DEALER : String(seat);
  const isBank = round?.facts.bank.seat === seat;
  const occupied = round ? isOccupied(round, seat) || wagerShown(state, seat) > 0 : markersAt(state, seat).length > 0;
  const current = state.currentPlace === place || state.currentSeat === seat;
  const row = state.rowOf(place);
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
        "data-state": seatState(state, seat, { isHouse, isBank, occupied }),
        "data-outcome": row?.outcome,
        "aria-label": seatLabel(state, seat, row),
      },
      h(
        "span.seat-head",
        {},
        h("b.seat-number", {}, seat),
        (isBank || isHouse) && drawBankMark(round),
        isHouse
          ? h("span.seat-player", {}, word("house"))
          : isOff(state, seat)
            ? h("span.seat-player.seat-off", {}, word("off"))
            : h("span.seat-player", {}, markersAt(state, seat).join(" ")),
        drawStake(state, place, seat, row),
        drawFirst(state, state.rules?.positionOf?.(seat)),
        isPaid(state, place) && icon("check", "s"),
      ),
      seatBody(state, place, seat, row),
    ),
    count && drawCount(count, state.rules.positionOf(seat)),
  );
}

/** Whoever banks has the marker; a co-banker shares it with the house (MD 9 §E(3)). */
function drawBankMark(round) {
  return round?.facts.bank.kind === "co-bank"
    ? h("span.seat-co-bank", { key: "co-bank", title: word("co_banker") }, piece("chung", "seat-chung"), "½")
    : piece("chung", "seat-chung");
}

/** @param {State} state */
function seatState(state, seat, { isHouse, isBank, occupied }) {
  if (state.round?.facts.states[seat]) return "out";
  if (isBank) return "bank";
  if (isOff(state, seat)) return "out";
  if (isHouse) return "house";
  return occupied ? "taken" : "empty";
}

/** @param {State} state */
function seatLabel(state, seat, row) {
  const { round } = state;
  const parts = [seatName(state, seat)];
  if (round?.facts.bank.seat === seat) parts.push(word("has_the_bank"));
  const cents = round ? wagerShown(state, seat) : 0;
  if (isOff(state, seat)) parts.push(word("off"));
  if (cents) parts.push(money(cents));
  if (row) parts.push(word(`outcome_${row.outcome}`));
  if (parts.length === 1 && !(round && isOccupied(round, seat))) parts.push(word("empty_seat"));
  return parts.join(", ");
}

/** @param {State} state */
function seatBody(state, place, seat, row) {
  const { round } = state;
  if (!round) return null;
  const hand = handShown(state, place);
  const cents = wagerShown(state, seat);
  const ended = round.facts.states[seat];
  return [
    h("span.seat-middle", {}, hand ? drawHand(hand) : cents > 0 && pile(cents, state.sheet.table.denominations)),
    h(
      "span.seat-foot",
      { class: !row && !ended && !hand && "seat-sides" },
      row
        ? drawOutcome(row)
        : ended
          ? word(`state_${ended}`)
          : hand
            ? h("span", {}, rankShown(state, hand))
            : drawSides(state, seat),
    ),
  ];
}

/** A hand as entered so far: the taps of the current place, or what is recorded. */
function handShown({ round, draft, currentPlace }, place) {
  if (currentPlace === place && draft.held.length) return { held: draft.held };
  if (draft.place === place) return null;
  const hand = round?.facts.hands[place];
  return hand?.held?.length ? hand : null;
}

function rankShown({ rules }, hand) {
  return rules && hand.high?.length ? shortRank(rules, hand) : "";
}

/** The count round the table, once the dice are known and until the tiles lie. */
function countNow({ step, totalTapped: total, rules, round, draft }) {
  return step === "dice" && total ? rules.count(total, round.facts.bank.seat, draft.adjust) : null;
}

/**
 * The hand lies where the chips were: say what is at stake until the result does.
 * @param {State} state
 */
function drawStake(state, place, seat, row) {
  if (!state.round) return null;
  if (row) return row.sides.length > 0 && drawSidesShort(sidesShort(row.sides, signed));
  const cents = handShown(state, place) ? wagerShown(state, seat) : 0;
  if (!cents) return null;
  const sides = SIDES.map((name) => ({ name, cents: sideAt(state.round, seat, name) })).filter((side) => side.cents);
  const [stake, beside] = [money(cents), sidesShort(sides, money)];
  const isLong = stake.length + beside.length > MOST_AT_STAKE;
  return [
    h("span.seat-stake.money", { key: "stake" }, stake),
    sides.length > 0 && drawSidesShort(isLong ? namesShort(sides) : beside),
  ];
}

function namesShort(sides) {
  return sides.map(({ name }) => word(`${name}_short`)).join("+");
}

/** The side wagers of a seat in one short piece: several are added up, because a seat is narrow. */
function sidesShort(sides, say) {
  return `${namesShort(sides)} ${say(sides.reduce((all, { cents }) => all + cents, 0))}`;
}

function drawSidesShort(text) {
  return h("span.seat-stake.seat-side-short.money", { key: "sides" }, text);
}

function signed(cents) {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/** The side wagers of a seat, before "no more bets" with what was just tapped. */
function drawSides(state, seat) {
  const placed = SIDES.map((name) => [name, sideShown(state, seat, name)]).filter(([, cents]) => cents > 0);
  return placed.map(([name, cents]) => h("span.seat-side", { key: name }, placedWords(name, money(cents))));
}

function placedWords(name, amount) {
  const full = `${word(name)} ${amount}`;
  return lettersOf(full) > MOST_BESIDE ? `${word(`${name}_short`)} ${amount}` : full;
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
  const amount = row.amount ? signed(row.amount) : "";
  const name = row.outcome === "bank" && row.amount ? "" : word(`outcome_${row.outcome}`);
  const letters = lettersOf(name) + lettersOf(amount);
  return h(
    "span.seat-outcome",
    { "data-long": (amount && letters > SHORT_OUTCOME) || undefined, style: { "--letters": String(letters) } },
    icon(sign, "s"),
    Boolean(name) && h("b", {}, name),
    Boolean(amount) && h("span.money", {}, amount),
  );
}

/** How wide a text is, in letters: a Chinese character takes the room of nearly two. */
function lettersOf(text) {
  return [...text].reduce((all, letter) => all + (letter > "\u2e80" ? 1.8 : 1), 0);
}

/** @param {State} state */
function drawDealer(state, style, count) {
  const { round } = state;
  const hand = round && handShown(state, DEALER);
  const banks = round?.facts.bank.seat === null;
  const wager = round?.facts.dealer_wager;
  if (state.rules?.houseSeat) {
    return h("div.dealer", { style, class: "dealer-plain" }, h("span.dealer-name", {}, word("dealer")));
  }
  const row = state.rowOf(DEALER);
  return h(
    "div.dealer",
    { style },
    h(
      "button.seat-card.dealer-card",
      {
        type: "button",
        "data-do": "seat",
        "data-seat": DEALER,
        "aria-pressed": String(state.currentPlace === DEALER),
        "data-state": banks ? "bank" : wager ? "taken" : "empty",
        "aria-label": word("dealer"),
      },
      h(
        "span.seat-head",
        {},
        banks && piece("chung", "seat-chung"),
        h("span.dealer-name", {}, word(banks ? "house_banks" : "dealer")),
        drawFirst(state, "dealer"),
      ),
      h("span.seat-middle", {}, hand ? drawHand(hand) : wager ? pile(wager, state.sheet.table.denominations) : null),
      h("span.seat-foot", {}, row ? drawOutcome(row) : hand && h("span", {}, rankShown(state, hand))),
    ),
    count && drawCount(count, "dealer"),
  );
}

/** @param {State} state */
function drawDeadHand(state, style, count) {
  return h(
    "div.dead-hand",
    { style },
    piece("dead-hand", "felt-piece"),
    h("span", {}, word("dead_hand")),
    drawFirst(state, "dead-hand"),
    count && drawCount(count, "dead-hand"),
  );
}

/** @param {State} state */
function drawShaker(state, style) {
  const total = state.round?.facts.roll?.total ?? state.totalTapped;
  const dice = state.round?.facts.roll?.dice ?? state.draft.dice;
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
    total ? h("b", {}, counted(state, total)) : drawNominated(nominated(state)),
  );
}

/** What the bank nominated, before the dice and with them (NZ 9.7). */
function nominated({ round, draft }) {
  return (round?.facts.roll ? round.facts.roll.adjust : draft.adjust) ?? 0;
}

/** The marker button in the middle of the table, once the bank has nominated a value (NZ 9.7). */
function drawNominated(by) {
  return by ? h("b", { key: "nominated" }, marked(by)) : h("span", { key: "shaker" }, word("shaker"));
}

/** The face of the marker button: "+ 4", "− 4". */
function marked(by) {
  return `${by > 0 ? "+" : "−"} ${Math.abs(by)}`;
}

/**
 * The total to count to: "= 11", or with what the bank nominated "11 + 4 = 15"; "3 − 4 → 7" where nothing is left to
 * count to and it goes once more round the table.
 */
function counted(state, total) {
  const by = nominated(state);
  if (!by) return `= ${total}`;
  const sum = `${total} ${marked(by)}`;
  const number = state.rules.numberCounted(total, by);
  return `${sum} ${number === total + by ? "=" : "→"} ${number}`;
}

/** Where the first hand lies, so that the delivery can be checked at a glance. */
function drawFirst({ round }, position) {
  const { roll } = round?.facts ?? {};
  if (!roll || round.state === "closed" || roll.positions[0] !== position) return null;
  return h("span.seat-first", { key: "first" }, word("first_hand"));
}

/** The count round the table, one badge after the other; the last is where the first hand goes. */
function drawCount(count, position) {
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
