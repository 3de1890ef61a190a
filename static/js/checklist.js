// Counts what is ticked off, ticks everything at once, and shows the fields of a fault when there is one.
for (const form of document.querySelectorAll("[data-checklist]")) {
  const boxes = Array.from(form.querySelectorAll('input[name="groups"]'));
  const count = form.querySelector("[data-checklist-count]");
  const reason = form.querySelector("[data-checklist-reason]");
  const fault = form.querySelector("[data-checklist-fault]");

  const draw = () => {
    count.textContent = boxes.filter((box) => box.checked).length;
    fault.hidden = !reason.value;
  };

  form.addEventListener("change", () => {
    navigator.vibrate?.(12);
    draw();
  });
  form.querySelector("[data-checklist-all]")?.addEventListener("click", () => {
    const every = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !every;
    draw();
  });
  draw();
}
