// Lists what a new version would change, while it is being written.
const form = document.querySelector("[data-options]");
const list = form.querySelector("[data-changes]");

function shown(option) {
  const boxes = Array.from(option.querySelectorAll("input[type=checkbox]"));
  if (boxes.length === 1) return boxes[0].checked ? "✓" : "–";
  if (boxes.length) {
    const ticked = boxes.filter((box) => box.checked);
    return ticked.map((box) => box.nextElementSibling.textContent).join(", ") || "–";
  }
  const entry = option.querySelector("input, select, textarea");
  return (entry.selectedOptions ? entry.selectedOptions[0].textContent : entry.value) || "–";
}

const options = Array.from(form.querySelectorAll("[data-option]"));
const before = new Map(options.map((option) => [option, shown(option)]));

function item(words) {
  const line = document.createElement("li");
  line.className = "list-item";
  line.textContent = words;
  return line;
}

function draw() {
  const changed = options.filter((option) => shown(option) !== before.get(option));
  const lines = changed.map((option) =>
    item(`${option.querySelector("b").textContent}: ${before.get(option)} → ${shown(option)}`),
  );
  for (const option of options) option.toggleAttribute("data-changed", changed.includes(option));
  list.replaceChildren(...(lines.length ? lines : [item(list.dataset.none)]));
}

form.addEventListener("input", draw);
draw();
