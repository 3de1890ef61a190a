// Counts what is ticked off, ticks the next four in their order, and shows the fields of a fault when there is one.
// Nothing ticks everything at once: whoever signs has looked at each four of them.
const AT_ONCE = 4;

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
  form.querySelector("[data-checklist-next]")?.addEventListener("click", () => {
    for (const box of boxes.filter((each) => !each.checked).slice(0, AT_ONCE)) box.checked = true;
    draw();
  });
  draw();
}
