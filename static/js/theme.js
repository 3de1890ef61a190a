// Dark or light, for this device. The server reads the cookie, so the next page is right from its first pixel.
import { keep, kept } from "./device.js";

const THEMES = ["dark", "light"];

function show(theme) {
  document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll("[data-theme-switch] [value]")) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-theme-switch] [value]");
  if (!button || !THEMES.includes(button.value)) return;
  keep("theme", button.value);
  show(button.value);
});

// A page kept by the tablet for working offline was drawn with an older choice.
const chosen = kept("theme");
if (THEMES.includes(chosen)) show(chosen);
