// Five steps of brightness for the light at this table; tokens.css holds what a step means.
import { keep, kept } from "./device.js";

const LOWEST = 1;
const HIGHEST = 5;
const root = document.documentElement;

function show(step) {
  root.dataset.brightness = String(step);
  for (const output of document.querySelectorAll("[data-brightness-switch] output")) {
    output.value = String(step);
  }
  for (const button of document.querySelectorAll("[data-brightness-switch] button")) {
    const next = step + Number(button.value);
    button.disabled = next < LOWEST || next > HIGHEST;
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-brightness-switch] button");
  if (!button) return;
  const wanted = Number(root.dataset.brightness) + Number(button.value);
  const step = Math.min(HIGHEST, Math.max(LOWEST, wanted));
  keep("brightness", String(step));
  show(step);
});

const chosen = Number(kept("brightness"));
show(chosen >= LOWEST && chosen <= HIGHEST ? chosen : Number(root.dataset.brightness));
