// A part does not redraw itself under an act that is on its way: the answer belongs to the form that sent it,
// and a form that is gone has no place for a refusal. The part is fetched again when the answer has come.
const waiting = new Map();
const isUnderWay = (part) => part.querySelector("form.htmx-request") !== null;

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig } = event.detail;
  const name = requestConfig.triggeringEvent?.type ?? "";
  if (!name.startsWith("sse:") || !isUnderWay(target)) return;
  event.detail.shouldSwap = false;
  waiting.set(requestConfig.elt.id, name);
});

document.addEventListener("htmx:afterRequest", () => {
  for (const [id, name] of waiting) {
    const part = document.getElementById(id);
    if (part && isUnderWay(part)) continue;
    waiting.delete(id);
    part?.dispatchEvent(new CustomEvent(name));
  }
});
