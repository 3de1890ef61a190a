// Taps just after the screen has changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { screenOf, TouchGuard } from "../../../static/js/tablet/touch-guard.js";
import { centsOf, typedWith } from "../../../static/js/tablet/typed-amount.js";

const HALF_A_SECOND = 500;
const round = { id: "one", state: "set" };
const result = { step: "result", panel: null, round };

test("a tap counts at once on the first screen and not within half a second of the next", () => {
  let time = 1000;
  const seen = [];
  const guard = new TouchGuard({ now: () => time, lasts: HALF_A_SECOND, changed: (isGuarded) => seen.push(isGuarded) });
  guard.note(screenOf(result));
  assert.ok(guard.isAimed);
  guard.note(screenOf({ ...result, round: { ...round, state: "settled" } }));
  assert.ok(!guard.isAimed, "Settle became Next round under the finger");
  time += HALF_A_SECOND - 1;
  assert.ok(!guard.isAimed);
  time += 1;
  assert.ok(guard.isAimed);
  assert.deepEqual(seen, [true]);
  clearTimeout(guard.timer);
});

test("chips, tiles and digits that follow each other are one screen", () => {
  const one = screenOf({ step: "hands", panel: null, round: { ...round, state: "dealt" } });
  assert.equal(one, screenOf({ step: "hands", panel: null, round: { ...round, state: "dealt", version: 9 } }));
  const pin = (digits) => screenOf({ ...result, panel: { name: "sign-void", pin: digits } });
  assert.equal(pin("1"), pin("12"));
});

test("each question of an irregularity is a screen of its own", () => {
  const asked = (facts) => screenOf({ ...result, panel: { name: "irregularity", event: "late-wager", facts } });
  assert.notEqual(asked({}), asked({ seat: 2 }));
});

test("an amount is typed as it is said, and never becomes nonsense", () => {
  const typed = (keys) => [...keys].reduce((now, key) => typedWith(now, key === "<" ? "delete" : key), "");
  const amounts = { 10525: 1052500, 12.5: 1250, ".5": 50, "7..5": 750, 12.345: 1234, "125<": 1200, "": 0, "<<": 0 };
  for (const [keys, cents] of Object.entries(amounts)) assert.equal(centsOf(typed(keys)), cents, keys);
  assert.equal(typedWith("1", "00"), "100");
  assert.equal(centsOf(typed("9".repeat(20))), 99999999900, "it ends somewhere");
});
