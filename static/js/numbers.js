// How much waits stands in the menu and the title, live on every page; what is urgent and new is a banner
// with a sound and a pulse. What this tab has shown once is not shown again by the next page.
const rail = /** @type {HTMLElement | null} */ (document.querySelector("[data-numbers]"));
const SEEN = "urgent-seen";
const SHOWN_MS = 12_000;
const SOON = 300;
const title = document.title;
let soon = 0;

function show(number, count) {
  number.textContent = count > 99 ? "99+" : String(count);
  number.hidden = !count;
}

function showAll(waiting) {
  for (const [name, count] of Object.entries(waiting)) {
    for (const number of document.querySelectorAll(`[data-number="${name}"]`)) show(number, count);
  }
  const hidden = Array.from(document.querySelectorAll(".rail-sheet [data-number]:not([hidden])"));
  const sum = hidden.reduce((all, each) => all + Number.parseInt(each.textContent, 10), 0);
  for (const number of document.querySelectorAll("[data-number-more]")) show(number, sum);
  const total = waiting.queue ?? waiting.alerts ?? 0;
  document.title = total ? `(${total}) ${title}` : title;
}

function sound() {
  const context = new AudioContext();
  if (context.state !== "running") return; // nobody touched the page yet, so it may not sound
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.15, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.4);
}

function call(urgent) {
  const seen = new Set(JSON.parse(sessionStorage.getItem(SEEN) ?? "[]"));
  const fresh = urgent.filter(({ id }) => !seen.has(id));
  sessionStorage.setItem(SEEN, JSON.stringify(urgent.map(({ id }) => id)));
  const first = fresh[0];
  if (!first) return;
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("urgent-banner"));
  const banner = /** @type {HTMLElement} */ (template.content.firstElementChild.cloneNode(true));
  banner.querySelector("a").href = first.url;
  banner.querySelector("[data-text]").textContent = first.text;
  document.querySelector(".urgent-banner")?.remove();
  document.body.append(banner);
  setTimeout(() => banner.remove(), SHOWN_MS);
  navigator.vibrate?.([200, 100, 200]);
  sound();
}

async function ask() {
  // As a part of the page: it keeps nobody's session open.
  const answer = await fetch(rail.dataset.numbers, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  const { waiting, urgent } = await answer.json();
  showAll(waiting);
  call(urgent);
}

if (rail) {
  ask();
  for (const name of rail.dataset.listens.split(" ")) {
    document.body.addEventListener(`sse:${name}`, () => {
      clearTimeout(soon);
      soon = setTimeout(ask, SOON);
    });
  }
}
