// The tablet as an installed app: its pieces kept for the time without network, and one window a
// table, because two windows would send the same queue twice.

/** Register the service worker, and have it keep this very page. */
export async function keepShell(address) {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register(address, { scope: "/" });
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: location.href });
}

const nameOf = (table) => `deal-table-${table}`;

/** Hold the table in this window; answers once it is known whether another one holds it. */
export function holdTable({ table, lost, busy }) {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((/** @type {(value?: unknown) => void} */ known) => {
    hold(nameOf(table), { ifAvailable: true }, lost, (lock) => {
      if (!lock) busy();
      known();
    });
  });
}

/** Take the table over from the other window. */
export function takeTable(table, lost) {
  return new Promise((known) => hold(nameOf(table), { steal: true }, lost, known));
}

function hold(name, options, lost, known) {
  const held = navigator.locks.request(name, options, (lock) => {
    known(lock);
    return lock ? new Promise(() => {}) : null;
  });
  held.catch(lost);
}
