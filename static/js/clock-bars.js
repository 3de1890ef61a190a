// Counts down every [data-clock] without asking the server. The server's time came with the page
// (data-now), because a tablet's own clock may be wrong.
const bound = new WeakMap();
const DAYS_FROM_HOURS = 48; // as in paigow_site/wording.py

function words(clock, seconds) {
  const { days, hours, minutes, seconds: few, ended, over } = clock.dataset;
  if (seconds <= 0) return over && seconds < 0 ? over.replace("{time}", words(clock, -seconds)) : ended;
  const h = Math.floor(seconds / 3600);
  const m = Math.floor((seconds % 3600) / 60);
  if (h >= DAYS_FROM_HOURS) return days.replace("{days}", Math.floor(h / 24)).replace("{hours}", h % 24);
  if (h) return hours.replace("{hours}", h).replace("{minutes}", String(m).padStart(2, "0"));
  if (m) return minutes.replace("{minutes}", m);
  return few.replace("{seconds}", Math.floor(seconds));
}

function times(clock) {
  const known = bound.get(clock);
  if (known && known.due === clock.dataset.due) return known;
  const at = (name) => Date.parse(clock.dataset[name]);
  const found = {
    due: clock.dataset.due,
    start: at("start"),
    warn: at("warn"),
    end: at("due"),
    ahead: at("now") - Date.now(),
  };
  bound.set(clock, found);
  return found;
}

function draw(clock) {
  const { start, warn, end, ahead } = times(clock);
  const now = Date.now() + ahead;
  const left = clock.querySelector(".clock-left");
  const text = words(clock, (end - now) / 1000);
  if (left.textContent !== text) left.textContent = text;
  clock.querySelector("progress").value = Math.max(0, Math.min(1000, (1000 * (end - now)) / (end - start)));
  const state = now >= end ? "due" : now >= warn ? "warn" : "well";
  if (clock.dataset.state === state) return;
  clock.dataset.state = state;
  clock.dispatchEvent(new CustomEvent(`clock:${state}`, { bubbles: true }));
}

function drawAll() {
  for (const clock of document.querySelectorAll("[data-clock]")) draw(clock);
}

drawAll();
setInterval(drawAll, 1000);
document.addEventListener("htmx:load", drawAll);
