// Which thumb holds the tablet: puts the main acts under it.
import { keep, kept } from "./device.js";

const HANDS = ["left", "right"];

function show(hand) {
  document.documentElement.dataset.hand = hand;
  for (const button of document.querySelectorAll("[data-mirror-switch] [value]")) {
    button.setAttribute("aria-pressed", String(button.value === hand));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-mirror-switch] [value]");
  if (!button || !HANDS.includes(button.value)) return;
  keep("hand", button.value);
  show(button.value);
});

const chosen = kept("hand");
if (HANDS.includes(chosen)) show(chosen);
