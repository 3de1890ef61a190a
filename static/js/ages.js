// Counts up every [data-age]: how long something has lasted, by the server's clock (data-now).
//   <time data-age="2026-11-16T22:01:09Z" data-now="2026-11-16T22:03:00Z"></time>
const known = new WeakMap();

function text(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  const [h, m] = [Math.floor(s / 3600), Math.floor((s % 3600) / 60)];
  const two = (n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

function draw(age) {
  let times = known.get(age);
  if (!times || times.since !== age.dataset.age) {
    const now = Date.parse(age.dataset.now);
    times = { since: age.dataset.age, start: Date.parse(age.dataset.age), ahead: now - Date.now() };
    known.set(age, times);
  }
  const said = text((Date.now() + times.ahead - times.start) / 1000);
  if (age.textContent !== said) age.textContent = said;
}

function drawAll() {
  for (const age of document.querySelectorAll("[data-age]")) draw(age);
}

drawAll();
setInterval(drawAll, 1000);
document.addEventListener("htmx:load", drawAll);
