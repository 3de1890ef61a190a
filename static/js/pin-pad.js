// A pad of ten keys over a masked input. The keyboard works too; the digits are never shown.
// <form data-pin-pad data-pin-least="4" data-pin-most="6"> with [data-pin-input], [data-pin-dots],
// buttons with data-digit, and [data-pin-delete]. With data-pin-sends the last digit sends the form.
const pads = new WeakSet();

function bind(form) {
  if (pads.has(form)) return;
  pads.add(form);
  const input = form.querySelector("[data-pin-input]");
  const dots = form.querySelector("[data-pin-dots]");
  const least = Number(form.dataset.pinLeast ?? 4);
  const most = Number(form.dataset.pinMost ?? 6);
  const submit = form.querySelector("[type=submit]");

  function draw() {
    const marks = Array.from({ length: most }, (_, place) => {
      const mark = document.createElement("i");
      if (place < input.value.length) mark.dataset.filled = "";
      return mark;
    });
    dots.replaceChildren(...marks);
    submit.disabled = input.value.length < least;
  }

  function type(digit) {
    if (input.value.length >= most) return;
    delete form.dataset.wrong;
    input.value += digit;
    navigator.vibrate?.(12);
    draw();
    if (form.dataset.pinSends !== undefined && input.value.length === most) form.requestSubmit();
  }

  form.addEventListener("click", (event) => {
    const key = event.target.closest("[data-digit], [data-pin-delete]");
    if (!key) return;
    if (key.dataset.digit !== undefined) type(key.dataset.digit);
    else {
      input.value = input.value.slice(0, -1);
      draw();
    }
  });

  form.addEventListener("keydown", (event) => {
    if (event.target === input || event.target.matches("input, select, textarea")) return;
    if (/^\d$/.test(event.key)) type(event.key);
    else if (event.key === "Backspace") {
      input.value = input.value.slice(0, -1);
      draw();
    }
  });

  input.addEventListener("input", () => {
    input.value = input.value.replace(/\D/g, "").slice(0, most);
    draw();
  });
  form.addEventListener("reset", () => setTimeout(draw));
  // One try is sent once, however often the thumb comes down meanwhile.
  form.addEventListener(
    "submit",
    (event) => {
      if (form.dataset.sending !== undefined) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      form.dataset.sending = "";
      submit.disabled = true;
    },
    { capture: true },
  );
  draw();
}

function bindAll(root) {
  if (root.matches?.("[data-pin-pad]")) bind(root);
  for (const form of root.querySelectorAll("[data-pin-pad]")) bind(form);
}

bindAll(document);
document.addEventListener("htmx:load", (event) => bindAll(event.detail.elt));

// A refused PIN empties the pad, so that the next try starts clean.
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.("[data-pin-pad]");
  const { status } = event.detail.xhr;
  if (!form || (status >= 200 && status < 400)) return;
  delete form.dataset.sending;
  form.dataset.wrong = "";
  const input = form.querySelector("[data-pin-input]");
  input.value = "";
  input.dispatchEvent(new Event("input"));
});
