// Locks the screen when nobody touched it for a while: signs out and shows the lock screen.
// The server ends the session after the same time, so that a browser without this is no way in.
const minutes = Number(document.body.dataset.idle || 0);
let last = Date.now();

function awake() {
  last = Date.now();
}

async function lock() {
  const unsent = Number(document.querySelector(".unsent, .top-connection")?.dataset.count ?? 0);
  if (unsent || !navigator.onLine) return;
  const token = document.querySelector('meta[name="csrf-token"]').content;
  await fetch("/sign-out/", { method: "POST", headers: { "X-CSRFToken": token } });
  location.assign(`/sign-in/?ended=idle&next=${encodeURIComponent(location.pathname)}`);
}

if (minutes) {
  for (const name of ["pointerdown", "keydown", "wheel", "touchstart"]) {
    addEventListener(name, awake, { passive: true, capture: true });
  }
  setInterval(() => Date.now() - last > minutes * 60_000 && lock(), 5_000);
}
