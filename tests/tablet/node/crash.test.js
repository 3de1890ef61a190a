// What lies on the disk at every moment at which the power may go: a record that the server has taken is still there, or
// what the server made of it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newRound } from "../../../static/js/rules/round.js";
import { disk } from "./disk.js";

globalThis.document = { body: { dataset: {} }, cookie: "" };
const { Line } = await import("../../../static/js/tablet/line.js");
const { Outbox } = await import("../../../static/js/tablet/outbox.js");
const { State } = await import("../../../static/js/tablet/state.js");
const { openStore } = await import("../../../static/js/tablet/store.js");

const TABLE = 1;
const quiet = () => {};
const sheetOf = (version, state) => ({ id: "a-round", number: 1, version, state });

/** One record is sent and answered; every state of the disk on the way, as [records, version of the kept round]. */
async function answeredWith(answer) {
  const seen = [];
  const factory = disk((of) => seen.push([of("queue").size, of("sheets").get(TABLE).round.version]));
  const store = await openStore(factory);
  const outbox = new Outbox({ store, table: TABLE, person: "D101", send: async () => answer, changed: quiet });
  const state = new State({ config: { table: TABLE }, outbox });
  state.sheet = { round: newRound({ id: "a-round", number: 1 }) };
  const screen = { redraw: quiet };
  const line = new Line({ state, store, api: null, play: null, screen, feel: { refused: quiet } });
  line.refresh = quiet;
  outbox.answered = (item, body, status) => line.answered(item, body, status);
  line.kept = { table: {}, round: sheetOf(1, "betting") };
  store.put("sheets", line.kept, TABLE);
  outbox.enter({ name: "close", body: {}, round: "a-round", version: 1, path: "" });
  await outbox.saved;
  await new Promise((done) => setTimeout(done));
  return seen;
}

test("a record leaves the disk together with the sheet that has it", async () => {
  const seen = await answeredWith({ status: 200, body: sheetOf(2, "dealt") });
  assert.deepEqual(seen, [
    [1, 1],
    [0, 2],
  ]);
});

test("a refusal is kept together with the sheet that came with it", async () => {
  const seen = await answeredWith({ status: 409, body: { code: "x", sheet: sheetOf(5, "betting") } });
  assert.deepEqual(seen, [
    [1, 1],
    [1, 5],
  ]);
});

test("a feed that is live before the disk has been read overwrites nothing", async () => {
  const asked = [];
  const store = await openStore(disk(quiet));
  const state = new State({ config: { table: TABLE }, outbox: { items: [], state: "live", load: quiet } });
  state.rules = {};
  state.draft = { round: null, trail: [] };
  const sheet = { table: { currency: "USD" }, round: null, last_round: { id: "a-round" } };
  const get = async (path) => {
    asked.push(path);
    return { status: path.startsWith("tables") ? 200 : 503, body: sheet };
  };
  const screen = { redraw: quiet };
  const line = new Line({ state, store, api: { get }, play: { keep: quiet }, screen, feel: {} });
  line.take = quiet;
  line.refreshLater = () => asked.push("later");
  const kept = { table: {}, round: sheetOf(9, "settled") };
  await Promise.all([
    store.put("sheets", kept, TABLE),
    store.put("drafts", { round: "a-round", trail: [] }, TABLE),
    line.refresh(),
  ]);
  assert.deepEqual(asked, []);
  await line.restore();
  state.draft = { round: "a-round", trail: [] };
  await line.refresh();
  assert.deepEqual(asked, ["tables/1/sheet/", "rounds/a-round/", "later"]);
  assert.deepEqual(line.kept, kept);
});
