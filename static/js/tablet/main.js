// Start the tablet: read what is kept, draw, then talk to the server.

import { Api } from "./api.js";
import { patch } from "./dom.js";
import { Feedback } from "./feedback.js";
import { enter } from "./hands.js";
import { holdTable, keepShell } from "./installed.js";
import { cardOf, listenToKeys, tileOf } from "./keys.js";
import { Outbox, sayUnsent } from "./outbox.js";
import { showCommunity } from "./picker.js";
import { askToPersist, openStore } from "./store.js";
import { drawTable } from "./table.js";
import { Tablet } from "./tablet.js";
import { drawTop } from "./topbar.js";
import { stayAwake } from "./wake.js";
import { speak } from "./words.js";
import { acts, drawAside, drawWork } from "./work.js";

const CLOCK_TICK = 10000;
const config = JSON.parse(document.getElementById("tablet-config").textContent);
const regions = Object.fromEntries(
  ["top", "table", "aside", "work"].map((name) => [name, document.getElementById(`tablet-${name}`)]),
);

speak(config);
const store = await openStore();
const api = new Api({ root: config.api, csrfCookie: config.csrf_cookie });
const outbox = new Outbox({ store, table: config.table, person: config.person.badge, send: (item) => api.send(item) });
const app = new Tablet({ config, store, outbox, api, feel: new Feedback(), redraw });

let isDue = false;

/** Draw at the next frame, once however many taps came before it. */
function redraw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(draw);
}

function draw() {
  isDue = false;
  patch(regions.top, drawTop(app));
  patch(regions.table, app.sheet ? drawTable(app) : null);
  patch(regions.aside, app.sheet ? drawAside(app) : null);
  patch(regions.work, drawWork(app));
  sayUnsent(config.table, (app.training ? app.before : app).outbox.items.length);
  document.documentElement.toggleAttribute("data-amending", Boolean(app.draft.later));
  document.documentElement.dataset.step = app.panel?.name ?? app.step;
}

/** Do what was tapped and show it within the same turn; the frame that follows paints it. */
function act(name, data) {
  app.notice = null;
  acts[name]?.(app, data);
  draw();
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const element = /** @type {HTMLButtonElement | null} */ (target.closest("[data-do]"));
  if (element && !element.disabled) act(element.dataset.do, element.dataset);
});

// A resting palm must neither zoom nor open a menu.
for (const name of ["contextmenu", "gesturestart", "dblclick"]) {
  document.addEventListener(name, (event) => event.preventDefault());
}

listenToKeys({
  scanned: (text) => {
    if (app.panel && "badge" in app.panel)
      return app.open(app.panel.name, { ...app.panel, badge: text, pin: "", typed: false });
    const name = tileOf(text) ?? cardOf(text);
    if (!name || app.panel) return;
    app.notice = null;
    if (app.step === "hands") enter(app, name);
    else if (app.step === "community") showCommunity(app, name);
  },
  pressed: (key, isScan) => {
    // Dice may be typed as fast as a scanner types; a tile is never scanned there.
    const takesDice = app.step === "dice" && !app.panel;
    if (isScan && !takesDice) return false;
    if (key === "Backspace") act(app.panel && "pin" in app.panel ? "pin-delete" : "undo", {});
    else if (key === "Escape") act("close-panel", {});
    else if (/^[0-9]$/.test(key) && app.panel && "pin" in app.panel) act("pin-key", { key });
    else if (/^[1-6]$/.test(key) && takesDice) act("die", { face: key });
    else if (key === "Enter" && document.activeElement === document.body)
      /** @type {HTMLElement | null} */ (document.querySelector(".work-main .button-primary:enabled"))?.click();
    else return false;
    return true;
  },
});

document.body.addEventListener("sse:round", () => app.refreshSoon());
document.body.addEventListener("sse:table", () => app.refreshSoon());
document.body.addEventListener("connection", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.state === "live") {
    outbox.wake();
    app.refresh();
  }
});
addEventListener("online", () => {
  outbox.wake();
  app.refresh();
});
addEventListener("offline", () => {
  app.live = "offline";
  app.redraw();
});
addEventListener("beforeunload", (event) => {
  if (app.unsent && config.warns_on_leave) event.preventDefault();
});

draw();
await holdTable({ table: config.table, lost: () => app.rest(), busy: () => app.rest() });
await app.restore();
await app.refresh();
setInterval(redraw, CLOCK_TICK);
stayAwake();
askToPersist();
keepShell(config.worker);
draw();
document.documentElement.dataset.ready = "true";
