// As much of IndexedDB as the store asks for. A transaction is done whole or not at all, in a turn of its own, as the
// browser does it; after each of them `written` is told what lies on the disk.

export function disk(written = () => {}) {
  const stores = new Map();
  const soon = (result) => {
    const request = { result };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const of = (name) => stores.get(name) ?? stores.set(name, new Map()).get(name);
  const objects = (name, acts) => ({
    put: (value, key = value.place) => acts.push(() => of(name).set(key, structuredClone(value))),
    delete: (key) => acts.push(() => of(name).delete(key)),
    get: (key) => soon(of(name).get(key)),
    getAll: () => soon([...of(name).values()]),
  });
  const transaction = () => {
    const acts = [];
    const begun = { objectStore: (name) => objects(name, acts), commit: () => {} };
    queueMicrotask(() => {
      for (const act of acts) act();
      if (acts.length) written(of);
      begun.oncomplete?.();
    });
    return begun;
  };
  return { open: () => soon({ transaction }) };
}
