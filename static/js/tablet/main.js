// Start the tablet: read what is kept, draw, then talk to the server.

import { Api } from "./api.js";
import { drawAside } from "./aside.js";
import { showCommunity } from "./community.js";
import { dispatch } from "./dispatch.js";
import { patch } from "./dom.js";
import { Feedback } from "./feedback.js";
import { enter } from "./hands.js";
import { repeatWhileHeld } from "./holding.js";
import { holdTable, keepShell } from "./installed.js";
import { cardOf, listenToKeys, tileOf } from "./keys.js";
import { Line } from "./line.js";
import { Outbox, sayUnsent } from "./outbox.js";
import { takeSprites } from "./pieces.js";
import { Play } from "./play.js";
import { isRelief, mayTap, scanShaker } from "./relief.js";
import { afterFrame, Screen } from "./screen.js";
import { Session } from "./session.js";
import { State } from "./state.js";
import { askToPersist, openStore } from "./store.js";
import { drawTable } from "./table.js";
import { drawTop } from "./topbar.js";
import { questionOf, screenOf, TouchGuard } from "./touch-guard.js";
import { stayAwake } from "./wake.js";
import { speak } from "./words.js";
import { drawWork, shownStep } from "./work.js";

const CLOCK_TICK = 10000;
const config = JSON.parse(document.getElementById("tablet-config").textContent);
const regions = Object.fromEntries(
  ["top", "table", "aside", "work"].map((name) => [name, document.getElementById(`tablet-${name}`)]),
);

speak(config);
const [store] = await Promise.all([openStore(), takeSprites("icons", "tiles", "cards")]);
const feel = new Feedback();
const api = new Api({ root: config.api, csrfCookie: config.csrf_cookie });
const outbox = new Outbox({ store, table: config.table, person: config.person.badge, send: (item) => api.send(item) });
const state = new State({ config, outbox });
const screen = new Screen({ state, feel, paint });
const play = new Play({ state, store, screen, feel });
const line = new Line({ state, store, api, play, screen, feel });
const session = new Session({ state, store, api, line, screen, feel });
const guard = new TouchGuard({
  now: () => performance.now(),
  lasts: config.guarded_ms,
  changed: (isGuarded) => document.documentElement.toggleAttribute("data-guarded", isGuarded),
});
const app = { state, screen, play, line, session, feel };
outbox.changed = () => screen.redraw();
outbox.answered = (item, body, status) => line.answered(item, body, status);

let asked = "";

/**
 * Draw what differs. Where another question is asked it comes first, and the table in a task of its own: a slow tablet
 * would need too long for both at once.
 */
function paint() {
  const isHanded = isRelief(state);
  const screenNow = isHanded ? "relief" : screenOf(state);
  const before = asked;
  asked = questionOf(screenNow, state);
  patch(regions.top, drawTop(state));
  patch(regions.work, drawWork(state));
  document.documentElement.toggleAttribute("data-amending", Boolean(state.draft.later));
  document.documentElement.dataset.step = shownStep(state);
  for (const region of [regions.table, regions.aside]) region.toggleAttribute("inert", isHanded);
  guard.note(screenNow);
  if (asked !== before && before) afterFrame(paintTable);
  else paintTable();
  afterFrame(sayWhatWaits);
}

function sayWhatWaits() {
  sayUnsent(config.table, session.outbox.items.length);
}

function paintTable() {
  patch(regions.table, state.sheet ? drawTable(state) : null);
  patch(regions.aside, state.sheet ? drawAside(state) : null);
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const element = /** @type {HTMLButtonElement | null} */ (target.closest("[data-do]"));
  if (!element || element.disabled || !guard.isAimed || !mayTap(state, element.dataset.do)) return;
  dispatch(app, element.dataset.do, element.dataset);
});

// A finger leaves no focus on what it taps: to take away what has it makes the browser lay out the page at once. Where
// something has the focus already, such as a field, it goes as always.
document.addEventListener("mousedown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (document.activeElement === document.body && target.closest("button")) event.preventDefault();
});

repeatWhileHeld({
  act: (element, isAgain) => {
    if (guard.isAimed && mayTap(state, element.dataset.do))
      dispatch(app, element.dataset.do, { ...element.dataset, ...(isAgain && { again: "true" }) });
  },
});

// A resting palm must neither zoom nor open a menu.
for (const name of ["contextmenu", "gesturestart", "dblclick"]) {
  document.addEventListener(name, (event) => event.preventDefault());
}

listenToKeys({
  scanned: (text) => {
    if (isRelief(state)) return scanShaker(app, text);
    if (state.panel && "badge" in state.panel) return screen.change({ badge: text, pin: "", typed: false });
    const name = tileOf(text) ?? cardOf(text);
    if (!name || state.panel) return;
    state.notice = null;
    if (state.step === "hands") enter(app, name);
    else if (state.step === "community") showCommunity(app, name);
    screen.draw();
  },
  pressed: (key, isScan) => {
    if (isRelief(state)) return false;
    // Dice may be typed as fast as a scanner types; a tile is never scanned there.
    const takesDice = state.step === "dice" && !state.panel;
    if (isScan && !takesDice) return false;
    if (key === "Backspace") dispatch(app, state.panel && "pin" in state.panel ? "pin-delete" : "undo", {});
    else if (key === "Escape") dispatch(app, "close-panel", {});
    else if (/^[0-9]$/.test(key) && state.panel && "pin" in state.panel) dispatch(app, "pin-key", { key });
    else if (/^[1-6]$/.test(key) && takesDice) dispatch(app, "die", { face: key });
    else if (key === "Enter" && document.activeElement === document.body)
      /** @type {HTMLElement | null} */ (document.querySelector(".work-main .button-primary:enabled"))?.click();
    else return false;
    return true;
  },
});

for (const name of ["round", "table", "alert", "dealer", "slip"]) {
  document.body.addEventListener(`sse:${name}`, () => line.refreshSoon());
}
document.body.addEventListener("connection", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.state === "live") {
    outbox.wake();
    line.refresh();
  }
});
addEventListener("online", () => {
  outbox.wake();
  line.refresh();
});
addEventListener("offline", () => {
  state.live = "offline";
  screen.redraw();
});
addEventListener("resize", () => screen.redraw());
addEventListener("pagehide", sayWhatWaits);
addEventListener("beforeunload", (event) => {
  if (state.unsent && config.warns_on_leave) event.preventDefault();
});

// Nobody asks how long each request took; the browser would keep that of the first 250.
performance.setResourceTimingBufferSize(0);
paint();
await holdTable({ table: config.table, lost: () => session.rest(), busy: () => session.rest() });
await line.restore();
await line.refresh();
setInterval(() => screen.redraw(), CLOCK_TICK);
stayAwake();
askToPersist();
keepShell(config.worker);
paint();
document.documentElement.dataset.ready = "true";
