// Whom the bank is offered to in the moment after a tap, before the server has said anything to it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { coverNeeded } from "../../../static/js/rules/cover.js";
import { refusalOf } from "../../../static/js/rules/guards.js";
import { applied, newRound } from "../../../static/js/rules/round.js";
import { rulesFrom } from "../../../static/js/rules/rules.js";

globalThis.document = { body: { dataset: {} }, cookie: "" };
const { drawBank, takeBank } = await import("../../../static/js/tablet/bank.js");
const { offeredRound, offersOf } = await import("../../../static/js/tablet/betting.js");
const { newDraft } = await import("../../../static/js/tablet/draft.js");
const { State } = await import("../../../static/js/tablet/state.js");

const { tables, table } = JSON.parse(readFileSync(join(process.env.ROUNDS, "profiles.json"), "utf8")).mbs;
const ROUND = "a-round";

/** Three players wager; the server has said whom of them it offers the bank, the first two before the third. */
function threeWager() {
  const wagers = [1, 2, 3].map((seat) => ({ seat, player: "ABC"[seat - 1], cents: 5000 }));
  const round = newRound({ id: ROUND, number: 2, carried: { seats: {}, wagers } });
  const before = { seat: null, bankers: [], wagers: { A: 5000, B: 5000, C: 5000 }, is_co_bank: false };
  const past = { round: ROUND, turns: [{ ...before, there: ["A", "B", "C"] }] };
  const state = new State({ config: { table: 1 }, outbox: { items: [], state: "live" } });
  state.rules = rulesFrom(tables, { ...table, options: { player_bank: true }, seats: 7 });
  const offers = { round: ROUND, version: round.version, order: [1, 2, 3], refused: [], past, markers: [] };
  state.sheet = { round, offers, table: { ...table, seats: 7 } };
  state.draft = newDraft(ROUND);
  return state;
}

test("whoever has just left is not among those who are asked", () => {
  const state = threeWager();
  assert.deepEqual(offersOf(state).order, [1, 2, 3]);
  const gone = { name: "wagers", body: { wagers: [{ seat: 3, player: "C", cents: 0 }] }, round: ROUND };
  state.outbox = { ...state.outbox, items: [gone] };
  const { order } = offersOf(state);
  assert.ok(order.length > 0);
  assert.ok(!order.includes(3), `the bank is offered to ${order}`);
});

test("who left after all had passed is not asked once more", () => {
  const state = threeWager();
  const passed = [1, 2, 3].map((seat) => ({ seat, answer: "pass" }));
  const round = applied(state.sheet.round, { name: "bank", body: { answers: passed } }, state.rules);
  state.sheet = { ...state.sheet, round, offers: { ...state.sheet.offers, version: round.version } };
  assert.deepEqual(offersOf(state).order, [1, 2, 3]);
  const gone = { name: "seats", body: { seat: 3, player: null }, round: ROUND };
  const off = { name: "wagers", body: { wagers: [{ seat: 3, player: "C", cents: 0 }] }, round: ROUND };
  state.outbox = { ...state.outbox, items: [gone, off] };
  assert.deepEqual(offersOf(state).order, [1, 2]);
});

test("a bank that changes hands covers what whoever gives it up had put aside", () => {
  const state = threeWager();
  const taken = [{ seat: 1, answer: "take", funds_cents: 10000 }];
  const round = applied(state.sheet.round, { name: "bank", body: { answers: taken } }, state.rules);
  state.sheet = { ...state.sheet, round, offers: { ...state.sheet.offers, version: round.version, order: [2, 3] } };
  assert.deepEqual(offersOf(state).order, [1, 2, 3]);
  const { facts } = offeredRound(state);
  assert.equal(coverNeeded(facts, { seat: 2, answer: "take" }), 10000);
});

test("whoever banks shows more, also after somebody left who had passed", () => {
  const state = threeWager();
  const { rules, sheet } = state;
  const said = [
    { seat: 1, answer: "pass" },
    { seat: 2, answer: "take", funds_cents: 10000 },
  ];
  const banked = applied(sheet.round, { name: "bank", body: { answers: said } }, rules);
  const round = applied(banked, { name: "wagers", body: { wagers: [{ seat: 1, player: "A", cents: 0 }] } }, rules);
  state.sheet = { ...sheet, round, offers: { ...sheet.offers, version: round.version } };
  state.draft.bank = { order: [2], isHeld: true };
  const sent = [];
  const play = { command: (name, body) => sent.push({ name, body }) };
  takeBank({ state, play }, { funds_cents: 20000 });
  const offers = offersOf(state);
  assert.equal(refusalOf(round, sent[0], { rules, table: sheet.table, offers, turns: [] }), null);
});

test("where nobody may bank there is nobody who could pass", () => {
  const state = threeWager();
  const refused = [1, 2, 3].map((seat) => ({ seat, reason: "banked_before", rule: "MBS 3.19" }));
  state.draft.bank = { order: [], refused, answers: [] };
  assert.equal(drawBank(state).main, false);
  state.draft.bank = { order: [2], refused: [], answers: [] };
  assert.ok(drawBank(state).main);
});
