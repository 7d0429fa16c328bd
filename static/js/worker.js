// Stands between the pages and the network: files that never change come from the phone, and a page
// that cannot be fetched is the empty one that fills itself. Pages and data of people are never kept.

const KEPT = `scorebook ${VERSION}`;
const names = new Set(FILES);
const PATIENCE = 5000; // ms: a network without a signal often answers nothing at all

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOld().then(() => self.clients.claim()));
});

async function removeOld() {
  const old = (await caches.keys()).filter((name) => name.startsWith("scorebook ") && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (names.has(pathname)) event.respondWith(kept(pathname, request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

async function kept(pathname, request = pathname) {
  const cache = await caches.open(KEPT);
  return (await cache.match(pathname)) ?? fetch(request);
}

function page(request) {
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  return Promise.race([fetch(request), late]).catch(() => kept(FILES[0]));
}
