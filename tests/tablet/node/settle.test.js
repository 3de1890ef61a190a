// From the tap on "Settle" to the request: which files run. The parts are put together as main.js
// does it, without a page; the store is an IndexedDB of a few lines (disk.js), the server answers nothing.

import assert from "node:assert/strict";
import { Session } from "node:inspector/promises";
import { test } from "node:test";
import { newRound } from "../../../static/js/rules/round.js";
import { disk } from "./disk.js";

const MOST = 7;
globalThis.document = { body: { dataset: {} }, cookie: "" };
const { Api } = await import("../../../static/js/tablet/api.js");
const { dispatch } = await import("../../../static/js/tablet/dispatch.js");
const { Feedback } = await import("../../../static/js/tablet/feedback.js");
const { Outbox } = await import("../../../static/js/tablet/outbox.js");
const { Play } = await import("../../../static/js/tablet/play.js");
const { State } = await import("../../../static/js/tablet/state.js");
const { openStore } = await import("../../../static/js/tablet/store.js");

async function ranBetween(begin, end) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  begin();
  await end;
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran = result.filter(({ functions }) => functions.some(({ ranges: [{ count }] }) => count > 0));
  return ran
    .map(({ url }) => url)
    .filter((url) => url.includes("/static/js/"))
    .map((url) => url.split("/static/js/")[1]);
}

test("from the tap on Settle to the request run at most seven files", async () => {
  const store = await openStore(disk());
  const feel = new Feedback();
  const api = new Api({ root: "/api/v1/", csrfCookie: "csrftoken" });
  const asked = new Promise((resolve) => {
    globalThis.fetch = (address) => {
      resolve(address);
      return new Promise(() => {});
    };
  });
  const outbox = new Outbox({ store, table: 1, person: "D101", send: (item) => api.send(item) });
  const state = new State({ config: { table: 1 }, outbox });
  state.sheet = { round: { ...newRound({ id: "a-round", number: 1 }), state: "set" } };
  const play = new Play({ state, store, feel, screen: null });
  assert.equal(state.round.state, "set");

  const app = { state, play, screen: { draw: () => {} } };
  const files = await ranBetween(() => dispatch(app, "settle"), asked);
  assert.equal(await asked, "/api/v1/rounds/a-round/settle/");
  assert.deepEqual(files.sort(), [
    "tablet/api.js",
    "tablet/dispatch.js",
    "tablet/feedback.js",
    "tablet/outbox.js",
    "tablet/play.js",
    "tablet/state.js",
    "tablet/store.js",
  ]);
  assert.ok(files.length <= MOST);
});
