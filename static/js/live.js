// The live feed: names what changed, and the parts of the page that listen fetch themselves again.
//   <div id="round" hx-get="…" hx-trigger="sse:round">            a change at any table of the feed
//   <div … hx-trigger="sse:round" data-about="table:7">            only if the change is about table 7
// A module listens on the body:  document.body.addEventListener("sse:round", …), and names what it
// wants with data-listens="round wager" on any element, because a feed must be asked for each name.
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;
const SPREAD = 400;

const address = document.body.dataset.feed;
const asked = new Set();
let source = null;
let wait = FIRST_WAIT;
let lost = false;
let retry = 0;

function state(now) {
  const sign = document.getElementById("connection");
  if (sign && sign.dataset.state !== now) {
    sign.dataset.state = now;
    sign.querySelector("span").textContent = sign.dataset[now];
  }
  document.body.dispatchEvent(new CustomEvent("connection", { detail: { state: now } }));
}

function listeners(name) {
  return Array.from(document.querySelectorAll("[hx-trigger*='sse:']")).filter((part) =>
    part
      .getAttribute("hx-trigger")
      .split(/[\s,]+/)
      .includes(`sse:${name}`),
  );
}

function wanted() {
  const names = new Set();
  for (const part of document.querySelectorAll("[hx-trigger*='sse:']")) {
    for (const word of part.getAttribute("hx-trigger").split(/[\s,]+/)) {
      if (word.startsWith("sse:")) names.add(word.slice(4));
    }
  }
  for (const part of document.querySelectorAll("[data-listens]")) {
    for (const word of part.dataset.listens.split(/\s+/)) if (word) names.add(word);
  }
  return names;
}

function tell(name, about) {
  const detail = { about };
  // First the parts themselves, without bubbling, then the body for modules and "from:body".
  for (const part of listeners(name)) {
    if (about && part.dataset.about && part.dataset.about !== about) continue;
    part.dispatchEvent(new CustomEvent(`sse:${name}`, { detail }));
  }
  document.body.dispatchEvent(new CustomEvent(`sse:${name}`, { detail }));
}

function ask() {
  if (!source) return;
  for (const name of wanted()) {
    if (asked.has(name)) continue;
    asked.add(name);
    source.addEventListener(name, (event) => tell(name, event.data));
  }
}

function catchUp() {
  // What happened while the line was down is not repeated, so every part fetches itself again.
  for (const name of wanted()) setTimeout(() => tell(name, ""), Math.random() * SPREAD);
}

function again() {
  source?.close();
  source = null;
  lost = true;
  state(navigator.onLine ? "waiting" : "offline");
  clearTimeout(retry);
  retry = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  wait = Math.min(LONGEST_WAIT, wait * 2);
}

function connect() {
  clearTimeout(retry);
  source?.close();
  asked.clear();
  source = new EventSource(address, { withCredentials: true });
  // Not "open": only after its hello is the feed sure to name every change.
  source.addEventListener("hello", () => {
    state("live");
    wait = FIRST_WAIT;
    if (lost) catchUp();
    lost = false;
  });
  source.addEventListener("error", again);
  source.addEventListener("feed-lost", again);
  source.addEventListener("signed-out", () => {
    source.close();
    state("ended");
    // The page asked for again leads to the sign-in, with the reason; what was typed is kept first.
    document.body.dispatchEvent(new CustomEvent("signed-out"));
    // An act on its way may be the one that changed who is signed in: its answer leads on.
    const later = () => setTimeout(() => location.reload(), 1000);
    if (document.querySelector(".htmx-request")) document.addEventListener("htmx:afterRequest", later, { once: true });
    else location.reload();
  });
  ask();
}

if (address) {
  connect();
  document.addEventListener("htmx:load", ask);
  addEventListener("online", connect);
  addEventListener("offline", () => state("offline"));
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && connect());
} else {
  const sign = document.getElementById("connection");
  if (sign) sign.hidden = true;
}
