// A name tile fills the badge; a scanner types into it; the demo's buttons fill the whole form.
const badge = document.querySelector("[data-badge]");
const heading = document.querySelector("[data-lock-name]");

function name(text) {
  if (heading) heading.textContent = text || heading.dataset.empty;
}

document.addEventListener("change", (event) => {
  const tile = event.target.closest("[data-name-tile]");
  if (!tile) return;
  badge.value = tile.value;
  name(tile.closest("label").querySelector("span").firstChild.textContent.trim());
  navigator.vibrate?.(12);
});

badge?.addEventListener("input", () => {
  for (const tile of document.querySelectorAll("[data-name-tile]")) {
    tile.checked = tile.value.toUpperCase() === badge.value.trim().toUpperCase();
  }
  name(badge.value.trim());
});

// A scanner ends with Enter: that is the badge, not the whole form.
badge?.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && badge.form.matches("[data-pin-pad]")) event.preventDefault();
});

// One tap instead of typing: what is in the hand is known already.
document.addEventListener("click", (event) => {
  const known = event.target.closest("[data-fills]");
  if (!known) return;
  const field = document.getElementById(known.dataset.fills);
  field.value = known.dataset.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("click", (event) => {
  const filler = event.target.closest("[data-fills-badge]");
  if (!filler) return;
  badge.value = filler.dataset.fillsBadge;
  document.getElementById("password").value = filler.dataset.fillsPassword;
  document.getElementById("code").value = filler.dataset.fillsCode;
  badge.form.querySelector("[type=submit]").focus();
});
