// Chips or notes by value: a tap on the piece is one more, the total is always there.
// <form data-piece-pad data-zero="$0.00"> with rows [data-piece="2500"] that hold an input,
// buttons with data-step and an output; [data-total] shows the sum.
const MOST = 100_000;

function written(zero, cents) {
  const sign = zero.replace("0.00", "");
  const whole = Math.floor(cents / 100).toLocaleString("en-US");
  return `${sign}${whole}.${String(cents % 100).padStart(2, "0")}`;
}

function draw(form) {
  let total = 0;
  for (const row of form.querySelectorAll("[data-piece]")) {
    const cents = Number(row.dataset.piece) * Number(row.querySelector("input").value || 0);
    row.querySelector("output").textContent = written(form.dataset.zero, cents);
    row.toggleAttribute("data-some", cents > 0);
    total += cents;
  }
  form.querySelector("[data-total]").textContent = written(form.dataset.zero, total);
}

for (const form of document.querySelectorAll("[data-piece-pad]")) {
  form.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    const input = step.closest("[data-piece]").querySelector("input");
    const count = Number(input.value || 0) + Number(step.dataset.step);
    input.value = String(Math.min(MOST, Math.max(0, count)));
    navigator.vibrate?.(12);
    draw(form);
  });
  form.addEventListener("input", (event) => {
    if (!event.target.matches(".piece-count")) return;
    event.target.value = event.target.value.replace(/\D/g, "").slice(0, 6);
    draw(form);
  });
  form.addEventListener("focusin", (event) => {
    if (event.target.matches(".piece-count")) event.target.select();
  });
  draw(form);
}
