// Taps just after the screen has changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { screenOf, TouchGuard } from "../../../static/js/tablet/touch-guard.js";

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
