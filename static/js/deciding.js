// A decision says what moves: changing a hand or a wager turns the correction on, and the question before
// signing has what the preview found. A comparison is gone as soon as what it compared is changed.
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-decision]"));

const AMENDED = ".amend, .amend-hands, [data-amends] .field";

function say(form) {
  const corrects = /** @type {HTMLInputElement | null} */ (form.querySelector("[data-corrects]"));
  const found = form.querySelector("#what-if [data-moves]")?.textContent.trim().replace(/\s+/g, " ");
  form.dataset.confirmDetail = corrects?.checked ? (found ?? form.dataset.corrected) : form.dataset.nothingMoves;
}

document.addEventListener(
  "change",
  ({ target }) => {
    const changed = /** @type {HTMLElement} */ (target);
    if (changed.closest(AMENDED)) document.querySelector("#what-if")?.replaceChildren();
  },
  true,
);

if (form) {
  form.addEventListener("change", ({ target }) => {
    const corrects = /** @type {HTMLInputElement | null} */ (form.querySelector("[data-corrects]"));
    const changed = /** @type {HTMLElement} */ (target);
    if (corrects && changed.closest(AMENDED)) corrects.checked = true;
    say(form);
  });
  document.body.addEventListener("htmx:afterSwap", () => say(form));
}
