// On the lock screen of a tablet: records that this device has made and nobody has sent yet, by
// whom. Whoever made them signs in, and they leave by themselves.
import { openStore } from "./tablet/store.js";

const notice = document.querySelector("[data-waiting-records]");

async function waiting() {
  const store = await openStore();
  const items = await store.everything();
  store.close();
  return items;
}

if (notice && "indexedDB" in globalThis) {
  const items = await waiting();
  if (items.length) {
    const badges = [...new Set(items.map(({ person }) => person))].join(", ");
    notice.querySelector("p").textContent = notice.dataset.waitingRecords
      .replace("{n}", items.length)
      .replace("{badge}", badges);
    notice.hidden = false;
  }
}
