// Names to tap instead of a badge to type: [data-badge] fills the form's [data-signer-badge].
// Delegated, because htmx brings the forms again after every change.
function mark(form, badge) {
  for (const key of form.querySelectorAll("[data-badge]")) {
    key.setAttribute("aria-pressed", String(key.dataset.badge === badge));
  }
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-badge]");
  const form = key?.closest("form");
  if (!form) return;
  form.querySelector("[data-signer-badge]").value = key.dataset.badge;
  mark(form, key.dataset.badge);
});

document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-signer-badge]")) mark(event.target.form, event.target.value);
});

// A scanner ends with Enter: that is the badge, not the whole form.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-signer-badge], .piece-count")) return;
  event.preventDefault();
  event.target.blur();
});
