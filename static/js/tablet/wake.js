// Keep the screen on while the table is dealt; the lock is lost with every glance elsewhere.

export function stayAwake() {
  if (!navigator.wakeLock) return;
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
