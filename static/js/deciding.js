// A decision says what moves: changing a hand or a wager turns the correction on, and the question before
// signing has what the preview found.
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-decision]"));

function say(form) {
  const corrects = /** @type {HTMLInputElement | null} */ (form.querySelector("[data-corrects]"));
  const found = form.querySelector("#what-if [data-moves]")?.textContent.trim().replace(/\s+/g, " ");
  form.dataset.confirmDetail = corrects?.checked ? (found ?? form.dataset.corrected) : form.dataset.nothingMoves;
}

if (form) {
  form.addEventListener("change", ({ target }) => {
    const corrects = /** @type {HTMLInputElement | null} */ (form.querySelector("[data-corrects]"));
    const changed = /** @type {HTMLElement} */ (target);
    if (corrects && changed.closest(".amend, .amend-hands, .amend-box .field")) {
      corrects.checked = true;
      form.querySelector("#what-if")?.replaceChildren();
    }
    say(form);
  });
  document.body.addEventListener("htmx:afterSwap", () => say(form));
}
