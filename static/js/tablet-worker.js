// The tablet's service worker. VERSION and PIECES are written above this by the server: the page's
// pieces are kept as one set, so that an old module never meets a new one.

const SHELL = `shell-${VERSION}`;
const PAGES = `pages-${VERSION}`;
const PATIENCE = 4000;
const isPage = (url) => /^\/tables\/\d+\/deal\/$/.test(url.pathname);

self.addEventListener("install", (event) => {
  event.waitUntil(keepPieces().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("message", (event) => {
  if (event.data?.keep) event.waitUntil(keepPage(event.data.keep));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && isPage(url)) event.respondWith(page(event.request));
  else if (PIECES.includes(url.pathname)) event.respondWith(piece(event.request, url));
});

async function keepPieces() {
  const cache = await caches.open(SHELL);
  await cache.addAll(PIECES.map((address) => new Request(address, { cache: "reload" })));
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL && name !== PAGES).map((name) => caches.delete(name)));
  await self.clients.claim();
  const windows = await self.clients.matchAll({ type: "window" });
  await Promise.all(windows.filter(({ url }) => isPage(new URL(url))).map(({ url }) => keepPage(url)));
}

/** Keep the page itself; a redirect to the sign-in is not the page. */
async function keepPage(address) {
  const response = await fetch(address, { credentials: "same-origin", cache: "no-store" }).catch(() => null);
  if (!response?.ok || response.redirected) return;
  const cache = await caches.open(PAGES);
  await cache.put(new URL(address).pathname, response);
}

/** The page from the server if it answers soon, else as it was kept. */
async function page(request) {
  const cache = await caches.open(PAGES);
  const path = new URL(request.url).pathname;
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok && !response.redirected) await cache.put(path, response.clone());
    if (response.status < 500) return response;
  } catch {
    // No network: what is kept has to do.
  }
  return (await cache.match(path)) ?? Response.error();
}

async function piece(request, url) {
  const cache = await caches.open(SHELL);
  return (await cache.match(url.pathname)) ?? fetch(request);
}
