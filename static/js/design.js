// Lets the component page show the undo bar.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-demo-undo]");
  if (!button) return;
  const detail = { message: "Seat 3 paid", undo: () => button.focus() };
  document.body.dispatchEvent(new CustomEvent("undo", { detail }));
});
