// data-keep-codes="name.txt": the codes on this page as a file; they never travel again.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-keep-codes]");
  if (!button) return;
  const codes = [...document.querySelectorAll("[data-codes] li")].map((each) => each.textContent.trim());
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }));
  link.download = button.dataset.keepCodes;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});
