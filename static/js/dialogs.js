// data-opens="id" opens a native dialog, data-closes closes the one around it.
// A part that htmx brings as <dialog data-open-now> opens itself.
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) {
    document.getElementById(opener.dataset.opens)?.showModal();
    return;
  }
  const closer = event.target.closest("[data-closes]");
  if (closer) closer.closest("dialog")?.close();
});

function openNow(root) {
  const found = root.matches?.("dialog[data-open-now]") ? [root] : root.querySelectorAll("dialog[data-open-now]");
  for (const dialog of found) {
    if (!dialog.open) dialog.showModal();
  }
}

document.addEventListener("htmx:load", (event) => openNow(event.detail.elt));
