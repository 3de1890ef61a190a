// A file that is chosen becomes the text of a field, which can then be read and changed; nothing is sent.
document.addEventListener("change", async (event) => {
  const chooser = event.target.closest?.("[data-reads-into]");
  const file = chooser?.files?.[0];
  if (!file) return;
  const field = document.getElementById(chooser.dataset.readsInto);
  field.value = await file.text();
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
