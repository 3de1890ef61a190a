// What must survive a reload, a power cut and a day without network: the commands not yet sent,
// the last known sheet of each table, the rules, the taps of an unfinished step.

const NAME = "pai-gow-floor";
const VERSION = 1;
const STORES = ["queue", "sheets", "drafts", "rules", "settings"];

/** Open the store; every method answers with a promise that is kept once the disk has it. */
export async function openStore(factory = indexedDB) {
  const database = await settled(openRequest(factory));
  database.onversionchange = () => database.close();
  const later = new Later();
  const asked = (/** @type {() => Promise<any>} */ ask) => {
    later.flush();
    return ask();
  };
  return {
    queue: (table) => asked(() => inOrder(database, table)),
    everything: () => asked(() => read(database, "queue", (objects) => objects.getAll())),
    put: (store, value, key) => {
      const place = key === undefined ? null : `${store} ${key}`;
      return later.write(() => write(database, store, (objects) => objects.put(value, key)), place);
    },
    get: (store, key) => asked(() => read(database, store, (objects) => objects.get(key))),
    remove: (store, key) => later.write(() => write(database, store, (objects) => objects.delete(key))),
    replace: (table, items) => later.write(() => replaceQueue(database, table, items)),
    close: () => database.close(),
  };
}

/**
 * What a tap has to write is written after the frame that shows the tap, in the order it was asked for; what stands
 * at one place and was changed twice until then is written once.
 */
class Later {
  constructor() {
    /** @type {{ place: string | null, write: () => Promise<any>, done: (kept: Promise<any>) => void }[]} */
    this.waiting = [];
    globalThis.addEventListener?.("pagehide", () => this.flush());
  }

  write(write, place = null) {
    if (!this.waiting.length) afterFrame(() => this.flush());
    return new Promise((done) => {
      const same = place && this.waiting.at(-1)?.place === place ? this.waiting.pop() : null;
      const both = (/** @type {Promise<any>} */ kept) => {
        same?.done(kept);
        done(kept);
      };
      this.waiting.push({ place, write, done: both });
    });
  }

  flush() {
    for (const { write, done } of this.waiting.splice(0)) done(write());
  }
}

// Where no frame comes, as in a window that nobody sees, this is long enough.
const LONGEST_FRAME = 100;

/**
 * Do what nobody sees once the frame is there that shows the tap.
 * @param {() => void} act
 */
export function afterFrame(act) {
  if (!globalThis.requestAnimationFrame) return void setTimeout(act);
  const late = setTimeout(act, LONGEST_FRAME);
  requestAnimationFrame(() => {
    clearTimeout(late);
    setTimeout(act);
  });
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

function replaceQueue(database, table, items) {
  return write(database, "queue", (objects) => {
    const every = objects.getAll();
    every.onsuccess = () => {
      for (const item of every.result) if (item.table === table) objects.delete(item.place);
      for (const item of items) objects.put(item);
    };
  });
}

function read(database, store, ask) {
  return settled(ask(database.transaction(store).objectStore(store)));
}

function write(database, store, act) {
  const transaction = database.transaction(store, "readwrite", { durability: "strict" });
  act(transaction.objectStore(store));
  return new Promise((/** @type {(value?: unknown) => void} */ resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
