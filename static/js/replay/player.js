// Steps through the frames of a replay: buttons, a slider, the list of steps, and keys.
import { Drawing } from "./drawing.js";

const root = document.querySelector("[data-replay]");
const story = JSON.parse(document.getElementById("replay-drawing").textContent);
const drawing = new Drawing(root.querySelector("[data-table]"), story);
const scrub = root.querySelector("[data-scrub]");
const last = story.frames.length - 1;
const PAUSE = 1600;
const speed = /** @type {HTMLSelectElement} */ (root.querySelector("[data-speed]"));
let here = 0;
let timer = 0;

function part(name) {
  return root.querySelector(`[data-${name}]`);
}

function show(index) {
  here = Math.min(last, Math.max(0, index));
  const frame = story.frames[here];
  drawing.draw(frame);
  scrub.value = here;
  part("number").textContent = here + 1;
  part("who").textContent = [frame.by, frame.at, frame.clock]
    .filter(Boolean)
    .map((word) => `· ${word}`)
    .join(" ");
  part("title").textContent = frame.title;
  part("text").textContent = frame.text;
  part("cites").textContent = frame.cites.join("; ");
  for (const step of root.querySelectorAll("[data-frame]")) {
    const isHere = Number(step.dataset.frame) === here;
    step.setAttribute("aria-current", isHere ? "step" : "false");
    if (isHere) keepInView(step);
  }
  root.dataset.at = here;
}

function keepInView(step) {
  const list = part("steps");
  const top = step.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + step.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

function play(start) {
  clearInterval(timer);
  timer = 0;
  if (start) {
    if (here === last) show(0);
    timer = setInterval(() => (here < last ? show(here + 1) : play(false)), PAUSE / Number(speed.value));
  }
  root.querySelector("[data-go='play']").setAttribute("aria-pressed", String(Boolean(timer)));
  part("when-still").hidden = Boolean(timer);
  part("when-playing").hidden = !timer;
}

const acts = {
  first: () => show(0),
  back: () => show(here - 1),
  on: () => show(here + 1),
  last: () => show(last),
  play: () => play(!timer),
  mirror: () => {
    drawing.isTurned = !drawing.isTurned;
    root.querySelector("[data-go='mirror']").setAttribute("aria-pressed", String(drawing.isTurned));
    show(here);
  },
};

root.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go], [data-frame]");
  if (!button) return;
  if (button.dataset.go !== "play") play(false);
  if (button.dataset.frame !== undefined) show(Number(button.dataset.frame));
  else acts[button.dataset.go]();
});

scrub.addEventListener("input", () => {
  play(false);
  show(Number(scrub.value));
});

speed.addEventListener("change", () => timer && play(true));

const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
document.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  if (!act || event.target.closest("input, select, textarea, summary")) return;
  if (event.key === " " && event.target.closest("button, a")) return;
  event.preventDefault();
  if (act !== "play") play(false);
  acts[act]();
});

addEventListener("beforeprint", () => show(last));
show(0);
