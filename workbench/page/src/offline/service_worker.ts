/**
 * The service worker: after one visit the page opens without a network, with all files from one build.
 *
 * It keeps every file of one build under its digest, and answers only with these; a file whose bytes are not those of
 * the build makes the installation fail, and the next visit tries again. A new build takes the files that have not
 * changed from the old one, then waits until the reader wants it. It works at any path, since all of its paths are
 * relative.
 */

export {}; // a module: its names are its own

declare const self: ServiceWorkerGlobalScope;
/** Paths from the page's folder, SHA-256 digests, and whether a file is kept at once or when it is first asked for. */
declare const FILES: readonly (readonly [path: string, digest: string, atOnce: boolean])[];
declare const VERSION: string;

const PLACE = new URL("./", self.location.href).href;
const NAME = `cartaro-workbench ${PLACE} `;
const BESIDE = `${NAME}beside`;

interface Kept {
  readonly digest: string;
  /** The name of a file in a cache. */
  readonly address: string;
}

const KEPT: ReadonlyMap<string, Kept> = new Map(
  FILES.map(([path, digest]) => [PLACE + path, { digest, address: `${PLACE}${path}?${digest}` }]),
);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(PLACE)) event.respondWith(answer(event.request));
});

async function install(): Promise<void> {
  const cache = await caches.open(NAME + VERSION);
  for (const [path, digest, atOnce] of FILES) {
    const address = `${PLACE}${path}?${digest}`;
    if ((await cache.match(address)) !== undefined) continue;
    const found = (await caches.match(address)) ?? (atOnce ? await fetched(PLACE + path, digest) : undefined);
    if (found !== undefined) await cache.put(address, found);
  }
}

/** A file with the right bytes, from the browser's cache or else from the server. */
async function fetched(url: string, digest: string): Promise<Response> {
  for (const mode of ["default", "reload"] as const) {
    const response = await fetch(url, { cache: mode });
    if (response.ok && (await digestOf(response.clone())) === digest) return response;
  }
  throw new Error(`${url} is not of this build`);
}

async function digestOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(NAME) && name !== NAME + VERSION && name !== BESIDE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const url = request.url.replace(/[?#].*$/, "");
  const file = url === PLACE ? `${PLACE}index.html` : url;
  const known = KEPT.get(file);
  if (known === undefined) return beside(request, url);
  const kept = await caches.match(known.address);
  if (kept !== undefined) return kept;
  const response = await fetched(file, known.digest);
  await (await caches.open(NAME + VERSION)).put(known.address, response.clone());
  return response;
}

/** A file that a site stores next to the page: the current version, or, without a network, the last one. */
async function beside(request: Request, url: string): Promise<Response> {
  const cache = await caches.open(BESIDE);
  try {
    const response = await fetch(request);
    if (response.ok && response.type === "basic") await cache.put(url, response.clone());
    return response;
  } catch (reason) {
    const kept = await cache.match(url);
    if (kept !== undefined) return kept;
    throw reason;
  }
}
