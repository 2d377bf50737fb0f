/* Keeps the shell of the pages. What the board says is never kept: it would be old news, or somebody's hand. */

/* The server puts SHELL before this: its release, the page that is shown when nobody answers, and the files it needs. */
const LANGUAGE = new URL(location.href).searchParams.get("language") ?? "";
const OURS = "shell ";
const NAME = `${OURS}${SHELL.version} ${LANGUAGE}`;
const PATIENCE_MS = 8000;

async function fill() {
  const shell = await caches.open(NAME);
  await shell.addAll([...SHELL.needed, new Request(SHELL.page, { cache: "reload" })]);
  await self.skipWaiting();
}

async function tidy() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== NAME) await caches.delete(name);
  await self.clients.claim();
}

/** A page as the board has it now; if nobody answers, the page that says so. */
async function page(request) {
  let timer = 0;
  const patience = new Promise((_, give) => (timer = setTimeout(give, PATIENCE_MS)));
  try {
    return await Promise.race([fetch(request), patience]);
  } catch {
    return (await caches.match(SHELL.page)) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

/** A file of this release never changes; most of them browsers keep by themselves. */
const file = async (request) => (await caches.match(request)) ?? fetch(request);

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (SHELL.needed.includes(pathname)) event.respondWith(file(request));
});
