// A count goes from place to place: the set that is tapped or scanned is where the counter stands now.
// A serial that is not in the list gets a line of its own: it is one too many, or of another kind.

/** @param {Element} form @param {string} serial */
function lineOf(form, serial) {
  const asked = serial.toUpperCase();
  const known = Array.from(form.querySelectorAll("[data-serial]"));
  return known.find((line) => line.getAttribute("data-serial")?.toUpperCase() === asked) ?? newLine(form, serial);
}

function newLine(form, serial) {
  const line = form.querySelector("[data-count-row]").content.cloneNode(true).querySelector("[data-serial]");
  line.dataset.serial = serial;
  line.querySelector("[data-count-tick]").textContent = serial;
  const select = line.querySelector("select");
  select.name = `at-${serial}`;
  select.setAttribute("aria-label", serial);
  form.querySelector("[data-count-sets]").append(line);
  return line;
}

function see(form, line) {
  const here = form.querySelector("[data-count-here]");
  const select = line.querySelector("select");
  select.value = select.value === here.value ? "" : here.value;
  say(form, line);
}

function say(form, line) {
  const select = line.querySelector("select");
  const where = select.selectedOptions[0].textContent;
  line.toggleAttribute("data-seen", select.value !== "");
  form.querySelector("[data-count-said]").textContent = `${line.dataset.serial}: ${where}`;
}

function take(input) {
  const serial = input.value.split(":").pop().trim();
  if (!serial) return;
  input.value = "";
  const line = lineOf(input.form, serial);
  line.querySelector("select").value = input.form.querySelector("[data-count-here]").value;
  say(input.form, line);
}

document.addEventListener("click", (event) => {
  const tick = event.target.closest("[data-count-tick]");
  if (tick) see(tick.closest("form"), tick.closest("[data-serial]"));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-count-scan]")) return;
  event.preventDefault();
  take(event.target);
});
// The camera sets the field at once; what is typed is taken when the field is left.
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-count-scan]") && !(event instanceof InputEvent)) take(event.target);
});
document.addEventListener("change", (event) => {
  const target = event.target;
  if (target.matches("[data-count-scan]")) take(target);
  if (target.matches("[data-serial] select")) say(target.closest("form"), target.closest("[data-serial]"));
});
for (const walk of document.querySelectorAll("[data-count-walk]")) walk.hidden = false;
