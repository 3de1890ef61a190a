// What must survive a reload, a power cut and a day without network: the commands not yet sent,
// the last known sheet of each table, the rules, the taps of an unfinished step.

const NAME = "pai-gow-floor";
const VERSION = 1;
const STORES = ["queue", "sheets", "drafts", "rules", "settings"];

/** Open the store; every method answers with a promise that is kept once the disk has it. */
export async function openStore(factory = indexedDB) {
  const database = await settled(openRequest(factory));
  database.onversionchange = () => database.close();
  return {
    queue: (table) => inOrder(database, table),
    everything: () => read(database, "queue", (objects) => objects.getAll()),
    put: (store, value, key) => write(database, store, (objects) => objects.put(value, key)),
    get: (store, key) => read(database, store, (objects) => objects.get(key)),
    remove: (store, key) => write(database, store, (objects) => objects.delete(key)),
    replace: (table, items) => replaceQueue(database, table, items),
    close: () => database.close(),
  };
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
