// A part that fetches itself again keeps what somebody is entering in it: a choice, a number, a PIN.
// Fields are found again by their form, their name and their place among those of the same name.
const FIELDS = "input:not([type=hidden]), select, textarea";
const touched = new WeakSet();
let kept = [];

function fields(form, name) {
  return Array.from(form.querySelectorAll(FIELDS)).filter((field) => field.name === name);
}

function formsLike(action) {
  return Array.from(document.forms).filter((form) => form.getAttribute("action") === action);
}

function entryOf(field) {
  const action = field.form.getAttribute("action");
  const copy = formsLike(action).indexOf(field.form);
  const place = fields(field.form, field.name).indexOf(field);
  return { action, copy, name: field.name, place, value: field.value, checked: field.checked };
}

// What may be kept beyond the page: never a secret, never what was not touched.
const SECRET = /pin|password|code|secret/i;

export function entriesOf(form) {
  const mayBeKept = ({ name, type }) => name && !["password", "file"].includes(type) && !SECRET.test(name);
  const entered = Array.from(form.querySelectorAll(FIELDS)).filter((field) => touched.has(field));
  return entered.filter(mayBeKept).map(entryOf);
}

export function putBack({ action, copy, name, place, value, checked }) {
  const form = formsLike(action)[copy];
  const field = form && fields(form, name)[place];
  if (!field) return;
  if (field.type === "checkbox" || field.type === "radio") field.checked = checked;
  else if (!field.options || Array.from(field.options).some((option) => option.value === value)) field.value = value;
  touched.add(field);
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

for (const name of ["input", "change"]) document.addEventListener(name, (event) => touched.add(event.target));

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig, shouldSwap } = event.detail;
  if (!target || !shouldSwap || !requestConfig.triggeringEvent?.type.startsWith("sse:")) return;
  const entered = Array.from(target.querySelectorAll(FIELDS)).filter((field) => touched.has(field) && field.form);
  kept = entered.map(entryOf);
});

document.addEventListener("htmx:afterSwap", () => {
  const entries = kept;
  kept = [];
  entries.forEach(putBack);
});

// What was carried out is no longer being entered.
document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, requestConfig, successful } = event.detail;
  if (!successful || requestConfig.verb === "get") return;
  const form = elt.closest("form");
  for (const field of form?.querySelectorAll(FIELDS) ?? []) touched.delete(field);
});
