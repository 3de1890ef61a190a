// Why a round ends so: for each seat both comparisons with the bank's hand, what follows from them,
// and the paragraph. Before "Settle" the reasons are the tablet's, after it the server's.

/** @import { State } from "./types.d.ts" */

import { cardReasonsOf } from "../rules/card-reasons.js";
import { reasonsOf } from "../rules/reasons.js";
import { DEALER } from "../rules/round.js";
import { settleInput } from "../rules/settle-input.js";
import { h } from "./dom.js";
import { nameOf } from "./hand-names.js";
import { lineName, seatName } from "./names.js";
import { held } from "./pieces.js";
import { hasWord, money, word } from "./words.js";

// A hand that its player set needs no reason: it lies on the table.
const AS_SET = new Set(["player-as-set", "cards-as-set"]);
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const CARD = /\b([2-9TJQKA])([SHDC])\b/g;

/** The reasons as this tablet works them out; none where only outcomes were entered. */
export function previewReasons({ round, rules, sheet, result }) {
  if (round.facts.quick) return [];
  const reasons = rules.game === "tiles" ? reasonsOf : cardReasonsOf;
  return reasons(settleInput(round, rules, sheet.table.jackpot), result.outcome, rules);
}

/** A reason in words, money with its sign, hands and tiles by name. */
function say({ code, params, text }, rules) {
  if (!hasWord(`why_${code}`)) return text ?? "";
  return word(
    `why_${code}`,
    Object.fromEntries(Object.entries(params).map(([key, value]) => [key, worded(key, value, rules)])),
  );
}

function worded(key, value, rules) {
  if (key.endsWith("_cents")) return money(value);
  if (key.endsWith("_hand")) return nameOf(rules, value);
  if (key.endsWith("_tile")) return hasWord(`name_${value}`) ? word(`name_${value}`) : value;
  if (key === "rule") return lineName(value);
  if (key === "bonus" || key.endsWith("_class")) return word(`bonus_${value}`);
  return String(value).replace(CARD, (_, rank, suit) => (rank === "T" ? "10" : rank) + SUITS[suit]);
}

/** The paragraph; the server marks a reading of ours in English. */
function citation({ cite, reading }) {
  const plain = cite.replace(/ \(reading\)$/, "");
  return reading || plain !== cite ? `${plain} (${word("reading")})` : cite;
}

/** Reasons by place: the dealer's and the bank's together first, then each seat's. */
function grouped(reasons) {
  const groups = new Map([["bank", []]]);
  for (const reason of reasons) {
    const { place, seat } = reason.params ?? {};
    const name = place === "seat" || place === "box" ? String(seat) : "bank";
    groups.set(name, [...(groups.get(name) ?? []), reason]);
  }
  return [...groups].filter(([, each]) => each.length);
}

/** @param {State} state */
export function drawWhy(state) {
  const { reasons } = state.panel;
  return {
    title: word("why"),
    note: word("why_note"),
    body: reasons.length
      ? h(
          "div.reasons",
          { tabindex: "0" },
          grouped(reasons).map(([place, each]) => drawGroup(state, place, each)),
        )
      : h("p.muted", {}, word("why_offline")),
    closes: true,
  };
}

/** @param {State} state */
function drawGroup(state, place, reasons) {
  const row = state.rowOf(place);
  const name = place === "bank" ? word("bank") : seatName(state, Number(place));
  return h(
    "section",
    { key: place },
    h("h3", {}, name, row && h("span.reason-outcome", { "data-outcome": row.outcome }, word(`outcome_${row.outcome}`))),
    h(
      "ul",
      {},
      reasons
        .filter(({ code }) => !AS_SET.has(code))
        .map((reason, index) =>
          h("li", { key: index }, h("b", {}, citation(reason)), drawReason(state, place, reason)),
        ),
    ),
  );
}

/** @param {State} state */
function drawReason(state, place, reason) {
  const { params = {} } = reason;
  if ("high_hand" in params) return drawSetting(state, reason);
  const [ours, theirs] = params.side
    ? [handAt(state, params.place === "dealer" ? DEALER : place, params.side), bankHand(state, params.side)]
    : [];
  return h(
    "span",
    {},
    ours &&
      theirs &&
      h(
        "span.reason-hands",
        {},
        h("small", {}, word(`${params.side}_hand`)),
        pieces(ours),
        h("small", {}, word("against_bank")),
        pieces(theirs),
      ),
    say(reason, state.rules),
  );
}

/** @param {State} state */
function drawSetting(state, { code, params }) {
  const parts = [params.high, params.low].map((names) => pieces(names.split(" ")));
  const names = [params.high_hand, params.low_hand].map((hand) => nameOf(state.rules, hand)).join(" · ");
  const who = code.startsWith("player") ? "" : `${word(code.startsWith("dealer") ? "dealer" : "bank")}: `;
  return h(
    "span",
    {},
    h("span.reason-hands", {}, parts),
    `${who}${names}`,
    code.endsWith("house-way") && ` (${word("house_way")})`,
  );
}

function pieces(names) {
  return h(
    "span.hand-part",
    { key: names.join() },
    names.map((name, index) => h("span", { key: index }, held(name, "xs"))),
  );
}

function handAt({ round }, place, side) {
  return round.facts.hands[place]?.[side] ?? null;
}

/** @param {State} state */
function bankHand(state, side) {
  return handAt(state, state.round.facts.bank.seat ?? DEALER, side);
}
