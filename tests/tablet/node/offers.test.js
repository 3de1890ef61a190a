// Whom the bank is offered to in the moment after a tap, before the server has said anything to it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { newRound } from "../../../static/js/rules/round.js";
import { rulesFrom } from "../../../static/js/rules/rules.js";

globalThis.document = { body: { dataset: {} }, cookie: "" };
const { drawBank } = await import("../../../static/js/tablet/bank.js");
const { offersOf } = await import("../../../static/js/tablet/betting.js");
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

test("where nobody may bank there is nobody who could pass", () => {
  const state = threeWager();
  const refused = [1, 2, 3].map((seat) => ({ seat, reason: "banked_before", rule: "MBS 3.19" }));
  state.draft.bank = { order: [], refused, answers: [] };
  assert.equal(drawBank(state).main, false);
  state.draft.bank = { order: [2], refused: [], answers: [] };
  assert.ok(drawBank(state).main);
});
