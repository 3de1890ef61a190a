// The worker of the floor's phones. WORDS is written above this by the server. A push says only which
// notice it is and holds the key to it; what it is about is fetched, so that nothing of it travels.
// It answers no request of a page: the tablet's own worker and its kept pages are none of its business.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => event.waitUntil(show(read(event))));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { pushed, url } = event.notification.data ?? {};
  event.waitUntil(event.action === "coming" && pushed ? answer(pushed, url) : open(url));
});

function read(event) {
  try {
    return event.data.json();
  } catch {
    return null; // pushed by nobody of ours, or empty: something waits all the same
  }
}

async function ask(pushed, what) {
  const body = new URLSearchParams({ key: pushed.key });
  const headers = { Accept: "application/json" };
  const response = await fetch(`/notices/${Number(pushed.notice)}/${what}`, { method: "POST", body, headers });
  return { ok: response.ok, said: await response.json() };
}

function tell(body, { tag = "floor", actions = [], urgent = true, data = {} } = {}) {
  const vibrate = urgent ? [200, 100, 200] : undefined;
  return self.registration.showNotification(WORDS.title, {
    body,
    tag,
    actions,
    data,
    vibrate,
    icon: WORDS.icon,
    badge: WORDS.icon,
    renotify: urgent,
    requireInteraction: actions.length > 0,
  });
}

async function show(pushed) {
  if (!pushed) return tell(WORDS.waits);
  const tag = `notice-${Number(pushed.notice)}`;
  const { ok, said } = await ask(pushed, "text/").catch(() => ({ ok: false, said: null }));
  if (!ok) return tell(WORDS.waits, { tag });
  const actions = [
    { action: "coming", title: WORDS.coming },
    { action: "look", title: WORDS.look },
  ];
  const data = { pushed, url: said.url };
  return tell(said.text, said.is_open ? { tag, actions, data } : { tag, data: { url: said.url }, urgent: false });
}

async function answer(pushed, url) {
  const tag = `notice-${Number(pushed.notice)}`;
  const { ok, said } = await ask(pushed, "answer/").catch(() => ({ ok: false, said: null }));
  const text = ok ? WORDS.answered.replace("{what}", said.text) : (said?.message ?? WORDS.waits);
  return tell(text, { tag, data: { url }, urgent: false });
}

async function open(url = "/") {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === url) ?? windows[0];
  if (!there) return self.clients.openWindow(url);
  await there.focus();
  if (new URL(there.url).pathname !== url) await there.navigate(url).catch(() => self.clients.openWindow(url));
}
