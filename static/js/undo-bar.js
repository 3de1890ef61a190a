// Says what was done and offers to undo it. Three ways to call it:
//   the server:  HX-Trigger: {"undo": {"message": "Seat 3 paid", "url": "/…/undo", "seconds": 8}}
//   a module:    document.body.dispatchEvent(new CustomEvent("undo", {detail: {message, undo: () => …}}))
//   the page:    <div data-toast="Saved"> in a part that htmx brings
const SECONDS = 8;
const place = document.getElementById("toasts");

function show({ message, url, undo, seconds = SECONDS }) {
  const toast = document.createElement("div");
  toast.className = "toast";
  const text = document.createElement("span");
  text.textContent = message;
  toast.append(text);

  if (url || undo) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = place.dataset.undo;
    button.addEventListener("click", () => {
      toast.remove();
      if (undo) undo();
      else window.htmx.ajax("POST", url, { target: "#announcer", swap: "none" });
    });
    toast.append(button);
  }

  const left = document.createElement("progress");
  left.className = "bar";
  left.max = seconds * 1000;
  left.value = left.max;
  left.setAttribute("aria-hidden", "true");
  toast.append(left);
  place.replaceChildren(toast);
  document.getElementById("announcer").textContent = message;
  navigator.vibrate?.(30);
  countDown(toast, left);
}

function countDown(toast, left) {
  let before = performance.now();
  const step = setInterval(() => {
    const now = performance.now();
    // A hand or the keyboard on the bar stops the clock.
    if (!toast.matches(":hover, :focus-within")) left.value = Math.max(0, left.value - (now - before));
    before = now;
    if (left.value > 0 && toast.isConnected) return;
    clearInterval(step);
    toast.remove();
  }, 100);
}

document.body.addEventListener("undo", (event) => show(event.detail));
document.body.addEventListener("said", (event) => show({ message: event.detail.message ?? event.detail.value }));
document.addEventListener("htmx:load", (event) => {
  const { elt } = event.detail;
  const said = elt.matches?.("[data-toast]") ? [elt] : elt.querySelectorAll("[data-toast]");
  for (const part of said) show({ message: part.dataset.toast, url: part.dataset.toastUndo });
});
