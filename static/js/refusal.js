// A refusal must be seen and felt: brings #refusal into view, pulses twice, and is gone at the next success.
// htmx itself swaps a 4xx page into #refusal; JSON answers, 5xx and a lost network are written here.
const box = () => document.getElementById("refusal");
const written = new WeakSet();

function write(templateId, problem = {}) {
  const text = document.getElementById(templateId).content.cloneNode(true);
  if (problem.message) text.querySelector("[data-message]").textContent = problem.message;
  if (problem.rule) {
    const rule = text.querySelector("[data-rule]");
    rule.querySelector("span").textContent = problem.rule;
    rule.hidden = false;
  }
  const place = box();
  if (!place) return;
  place.dataset.code = problem.code ?? templateId;
  place.replaceChildren(text);
  notice();
}

function notice() {
  navigator.vibrate?.([60, 60, 60]);
  box()?.scrollIntoView({ block: "nearest" });
}

function clear() {
  const place = box();
  if (!place) return;
  place.replaceChildren();
  delete place.dataset.code;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (!xhr.getResponseHeader("Content-Type")?.includes("json") || xhr.status < 400) return;
  event.detail.shouldSwap = false;
  written.add(xhr);
  let problem = {};
  try {
    problem = JSON.parse(xhr.responseText);
  } catch {
    // Not ours: the general sentence stands.
  }
  write("refusal-server", problem);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, successful, requestConfig } = event.detail;
  if (successful && requestConfig?.verb !== "get") clear();
  if (!successful && xhr?.status >= 400 && !written.has(xhr)) notice();
});

document.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  if (xhr.status >= 500 && !written.has(xhr)) write("refusal-server");
});
document.addEventListener("htmx:sendError", () => write("refusal-offline"));
document.addEventListener("htmx:timeout", () => write("refusal-offline"));

// What was refused is being put right: its sentence is no longer about what stands there. Not at "change", which comes
// with the next tap: what goes away above a button would move it from under the finger.
document.addEventListener("input", (event) => {
  if (event.target.form?.dataset.command) clear();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#refusal [data-dismiss]")) clear();
});
