// The board of duties: a dealer is chosen by a tap and put to a table by the next, or dragged there.
let chosen = "";

const board = () => document.getElementById("duties");

function draw() {
  for (const chip of board().querySelectorAll("[data-dealer]")) {
    chip.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (chip).dataset.dealer === chosen));
  }
  for (const button of board().querySelectorAll("[data-plan] button")) {
    /** @type {HTMLButtonElement} */ (button).disabled = !chosen;
  }
  board().toggleAttribute("data-choosing", Boolean(chosen));
}

function plan(slot, person) {
  const form = slot?.querySelector("[data-plan]");
  if (!form || !person) return;
  form.elements.person_id.value = person;
  chosen = "";
  form.requestSubmit();
}

document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-dealer]");
  if (chip) {
    chosen = chosen === chip.dataset.dealer ? "" : chip.dataset.dealer;
    draw();
    return;
  }
  const slot = event.target.closest("[data-slot]");
  if (!slot || !chosen || event.target.closest("a, form:not([data-plan])")) return;
  event.preventDefault();
  plan(slot, chosen);
});

document.addEventListener("keydown", (event) => {
  const chip = /** @type {HTMLElement} */ (event.target).closest?.("[data-dealer]");
  if (!chip || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  /** @type {HTMLElement} */ (chip).click();
});

document.addEventListener("dragstart", (event) => {
  const chip = /** @type {HTMLElement} */ (event.target).closest?.("[data-dealer]");
  if (chip) event.dataTransfer.setData("text/plain", /** @type {HTMLElement} */ (chip).dataset.dealer);
});

document.addEventListener("dragover", (event) => {
  if (/** @type {HTMLElement} */ (event.target).closest("[data-slot]")) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  const slot = /** @type {HTMLElement} */ (event.target).closest("[data-slot]");
  if (!slot) return;
  event.preventDefault();
  plan(slot, event.dataTransfer.getData("text/plain"));
});

document.addEventListener("htmx:afterSwap", draw);
