// One pad of ten keys for all signatures of a form: it types into the one that is being signed and
// goes on to the next when six digits are there. A refused form keeps the badges and loses the PINs.
const LENGTH = 6;

function pins(signing) {
  return Array.from(signing.querySelectorAll("[data-signature-pin]"));
}

function active(signing) {
  const all = pins(signing);
  return all.find((pin) => pin.dataset.active !== undefined) ?? all[0];
}

function activate(signing, pin) {
  for (const each of pins(signing)) {
    const here = each === pin;
    if (here) each.dataset.active = "";
    else delete each.dataset.active;
    each.closest("[data-signature]").toggleAttribute("data-active", here);
  }
}

function next(signing) {
  const all = pins(signing);
  const empty = all.find((pin) => pin.value.length < LENGTH);
  activate(signing, empty ?? all[all.length - 1]);
}

function type(signing, digit) {
  const pin = active(signing);
  if (pin.value.length >= LENGTH) return;
  pin.value += digit;
  navigator.vibrate?.(12);
  if (pin.value.length === LENGTH) next(signing);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-signing-digit], [data-signing-delete], [data-signing-next]");
  if (!key) return;
  const signing = key.closest("[data-signing]");
  if (key.dataset.signingDigit !== undefined) type(signing, key.dataset.signingDigit);
  else if (key.dataset.signingDelete !== undefined) {
    const pin = active(signing);
    pin.value = pin.value.slice(0, -1);
  } else {
    const all = pins(signing);
    activate(signing, all[(all.indexOf(active(signing)) + 1) % all.length]);
  }
});

document.addEventListener("focusin", (event) => {
  const slot = event.target.closest?.("[data-signature]");
  if (slot) activate(slot.closest("[data-signing]"), slot.querySelector("[data-signature-pin]"));
});

document.addEventListener("input", (event) => {
  if (!event.target.matches?.("[data-signature-pin]")) return;
  event.target.value = event.target.value.replace(/\D/g, "").slice(0, LENGTH);
});

// A scanner ends with Enter: that is the badge, not the whole form.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-signature-badge]")) return;
  event.preventDefault();
  event.target.closest("[data-signature]").querySelector("[data-signature-pin]").focus();
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { status } = event.detail.xhr;
  if (status >= 200 && status < 400) return;
  const signing = event.target.querySelector?.("[data-signing]");
  if (!signing) return;
  for (const pin of pins(signing)) pin.value = "";
  activate(signing, pins(signing)[0]);
});

function begin(root) {
  for (const signing of root.querySelectorAll("[data-signing]")) next(signing);
}

begin(document);
document.addEventListener("htmx:load", (event) => begin(event.detail.elt));
