// Ask before what cannot be undone: hx-confirm on an htmx request, data-confirm on a plain form or button.
// The question is the attribute; data-confirm-detail adds a sentence, data-confirm-yes names the act.
const dialog = document.getElementById("confirm");
const defaultYes = dialog.querySelector("[data-yes]").textContent;
const agreed = new WeakSet();

function ask(question, source) {
  const detail = source?.dataset?.confirmDetail ?? "";
  dialog.querySelector("[data-question]").textContent = question;
  dialog.querySelector("[data-detail]").textContent = detail;
  dialog.querySelector("[data-detail]").hidden = !detail;
  const yes = dialog.querySelector("[data-yes]");
  yes.textContent = source?.dataset?.confirmYes ?? defaultYes;
  const isDanger = source?.matches?.(".button-danger, [data-confirm-danger]");
  yes.className = `button ${isDanger ? "button-danger" : "button-primary"}`;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

document.addEventListener("htmx:confirm", async (event) => {
  if (!event.detail.question) return;
  event.preventDefault();
  const source = event.detail.triggeringEvent?.submitter ?? event.detail.elt;
  if (await ask(event.detail.question, source)) event.detail.issueRequest(true);
});

document.addEventListener(
  "submit",
  async (event) => {
    const source = event.submitter?.dataset.confirm ? event.submitter : event.target;
    if (!source.dataset.confirm || agreed.delete(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (await ask(source.dataset.confirm, source)) {
      agreed.add(event.target);
      event.target.requestSubmit(event.submitter);
    }
  },
  true,
);
