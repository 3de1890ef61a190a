// A menu (<details data-menu>) closes on Escape and on a tap elsewhere.
function close(menu) {
  menu.open = false;
}

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!menu.contains(event.target)) close(menu);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    close(menu);
    menu.querySelector("summary").focus();
  }
});
