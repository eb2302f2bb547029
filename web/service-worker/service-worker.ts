/** Its scope is `/admin/`: visitors of short links never load it. It never caches the API. */
declare const self: ServiceWorkerGlobalScope;

const CACHE = 'shell';
const SHELL = '/admin/list';
const ASSETS = '/assets/';

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if (pathname.startsWith(ASSETS)) event.respondWith(openAsset(request));
});

async function install(): Promise<void> {
  await cacheShell(await fetch(SHELL));
}

/** All pages of the admin area are the same document: one cached page serves for all. */
async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const response = await fetch(event.request);
    event.waitUntil(cacheShell(response.clone()));
    return response;
  } catch (error) {
    const kept = await caches.match(SHELL, { cacheName: CACHE });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** The name of an asset contains a hash of its content: a cached asset is never stale. */
async function openAsset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

async function cacheShell(response: Response): Promise<void> {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (!response.ok || response.redirected || !isPage) return;
  const cache = await caches.open(CACHE);
  const former = await cache.match(SHELL);
  const assets = listAssets(await response.clone().text());
  const formerAssets = former === undefined ? [] : listAssets(await former.text());
  await cache.put(SHELL, response);
  if (assets.join() === formerAssets.join()) return;
  const wanted = new Set(assets);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(ASSETS) && !wanted.has(pathname)) await cache.delete(request);
  }
  await cache.addAll(assets);
}

const ASSET = /"(\/assets\/[^"]+)"/g;

function listAssets(html: string): string[] {
  return [...html.matchAll(ASSET)].map(([, path]) => path!);
}
