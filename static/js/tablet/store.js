// What must survive a reload, a power cut and a day without network: the commands not yet sent,
// the last known sheet of each table, the rules, the taps of an unfinished step.

const NAME = "pai-gow-floor";
const VERSION = 1;
const STORES = ["queue", "sheets", "drafts", "rules", "settings"];

/** Open the store; every method answers with a promise that is kept once the disk has it. */
export async function openStore(factory = indexedDB) {
  const database = await settled(openRequest(factory));
  database.onversionchange = () => database.close();
  const writes = new Writes(database);
  const asked = (/** @type {() => Promise<any>} */ ask) => {
    writes.flush();
    return ask();
  };
  return {
    queue: (table) => asked(() => inOrder(database, table)),
    everything: () => asked(() => read(database, "queue", (objects) => objects.getAll())),
    put: (store, value, key) => {
      const place = key === undefined ? null : `${store} ${key}`;
      return writes.add({ store, place, act: (objects) => objects.put(value, key) });
    },
    get: (store, key) => asked(() => read(database, store, (objects) => objects.get(key))),
    remove: (store, key) => writes.add({ store, place: null, act: (objects) => objects.delete(key) }),
    replace: (before, items) =>
      writes.add({
        store: "queue",
        place: null,
        act: (objects) => {
          for (const { place } of before) objects.delete(place);
          for (const item of items) objects.put(item);
        },
      }),
    close: () => database.close(),
  };
}

/**
 * What one tap has to write is one transaction, given to the disk as soon as the tap is done and before anything else
 * can happen: neither a reload nor a closed window comes between. What stands at one place and was changed twice by the
 * tap is written once.
 */
class Writes {
  constructor(database) {
    this.database = database;
    /** @type {{ store: string, place: string | null, act: (objects: any) => void, done: (kept: any) => void }[]} */
    this.waiting = [];
  }

  add(write) {
    if (!this.waiting.length) queueMicrotask(() => this.flush());
    return new Promise((done) => {
      this.waiting.push({ ...write, done });
    });
  }

  flush() {
    const writes = this.waiting.splice(0);
    if (!writes.length) return;
    const isLast = ({ place }, index) => !place || !writes.slice(index + 1).some((later) => later.place === place);
    const kept = write(this.database, writes.filter(isLast));
    for (const { done } of writes) done(kept);
  }
}

/** Ask that the browser never evicts the records; an installed app is granted it. */
export async function askToPersist() {
  if (!navigator.storage?.persist) return false;
  return (await navigator.storage.persisted()) || navigator.storage.persist();
}

function openRequest(factory) {
  const request = factory.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    for (const name of STORES) {
      if (request.result.objectStoreNames.contains(name)) continue;
      request.result.createObjectStore(name, name === "queue" ? { keyPath: "place" } : undefined);
    }
  };
  return request;
}

async function inOrder(database, table) {
  const all = await read(database, "queue", (objects) => objects.getAll());
  return all.filter((item) => item.table === table).sort((one, other) => one.place - other.place);
}

function read(database, store, ask) {
  return settled(ask(database.transaction(store).objectStore(store)));
}

function write(database, writes) {
  return new Promise((/** @type {(value?: unknown) => void} */ resolve, reject) => {
    const stores = [...new Set(writes.map(({ store }) => store))];
    const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
    for (const { store, act } of writes) act(transaction.objectStore(store));
    // Otherwise the browser waits for the page to say that nothing follows, and writes nothing when the page has gone.
    transaction.commit();
  });
}

function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
