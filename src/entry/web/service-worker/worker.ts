/**
 * Service worker: caches assets, the pages viewed last and the offline page, and shows pushes. Everything else (forms, event streams,
 * the API, photographs) goes to the network untouched.
 */
import { get, set } from 'idb-keyval';
import { languages } from '../../../base/i18n/text.ts';
import { type LastSeenAccount, lastSeenStore } from '../islands/outbox/device-store.ts';
import { handlePushes, type PushScope } from './push.ts';

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface ServiceWorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly navigator: { readonly language: string };
}
const scope = self as unknown as ServiceWorkerScope;

/** Changes with every build, so that browsers fetch the offline page again. */
declare const buildVersion: string;
const version = buildVersion;

const filesCache = 'files';
const offlinePageCache = `frame-${version}`;
const pagesCacheName = (account: string) => `pages-${account}`;
const maxPages = 40;
const maxFiles = 150;
const networkTimeoutMs = 6000;
const offlinePagePath = (language: string) => `/offline?lang=${language}`;

handlePushes(self as unknown as PushScope);

scope.addEventListener('install', (event) => {
  event.waitUntil(Promise.all(languages.map(cacheOfflinePage)).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    deleteCaches((name) => name.startsWith('frame-') && name !== offlinePageCache).then(() =>
      scope.clients.claim(),
    ),
  );
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fetchAsset(request));
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(fetchPage(event));
});

/** Caches the offline page, fetched without cookies, and the assets it links. */
async function cacheOfflinePage(language: string): Promise<void> {
  const answer = await fetch(offlinePagePath(language), { credentials: 'omit', cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const text = await answer.clone().text();
  const files = new Set(text.match(/\/assets\/[\w.-]+/g));
  const cache = await caches.open(offlinePageCache);
  await Promise.all([
    cache.put(offlinePagePath(language), answer),
    ...[...files].map((file) => fetchAsset(new Request(file))),
  ]);
}

async function fetchAsset(request: Request): Promise<Response> {
  const cache = await caches.open(filesCache);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    await trimCache(cache, maxFiles);
  }
  return answer;
}

async function fetchPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const requestedAt = Date.now();
  const network = fetch(request);
  event.waitUntil(
    network.then((answer) => enqueueStorePage(request.url, answer.clone(), requestedAt)).catch(() => {}),
  );
  const noted = await get<LastSeenAccount>('noted', lastSeenStore());
  const kept =
    noted?.account &&
    (await (await caches.open(pagesCacheName(noted.account))).match(request.url, { ignoreVary: true }));
  try {
    return await (kept ? Promise.race([network, rejectAfterTimeout()]) : network);
  } catch {
    // The signed-in account may have changed during the wait.
    const now = await get<LastSeenAccount>('noted', lastSeenStore());
    if (kept && now?.account === noted.account) return markAsCached(kept);
    return renderOfflinePage(now);
  }
}

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, fail) => setTimeout(fail, networkTimeoutMs));
}

/** Marks a cached page with its date, so that the banner can say how old it is. */
async function markAsCached(kept: Response): Promise<Response> {
  const page = await kept.text();
  const at = kept.headers.get('date') ?? '';
  return new Response(page.replace('<html', `<html data-kept="${at}"`), { headers: kept.headers });
}

/**
 * Writes the account into the cached offline page, so that its script lists the outbox of that account. Its content is
 * shown in the frame of a cached page, if there is one: without it the user would look signed out.
 */
async function renderOfflinePage(noted: LastSeenAccount | undefined): Promise<Response> {
  const frame = await caches.open(offlinePageCache);
  // Until a page has been cached, the browser language is the best guess.
  const own = languages.find((each) => scope.navigator.language.startsWith(each));
  const kept = await frame.match(offlinePagePath(noted?.language ?? own ?? 'en'), { ignoreVary: true });
  if (!kept) return Response.error();
  const offline = await kept.text();
  const frameOfUser = (noted?.account && (await findUserFrame(noted.account))) || '';
  const page =
    replacePart(replacePart(frameOfUser, offline, mainPattern), offline, titlePattern) ||
    offline.replace(/ data-account(=""|(?=[ >]))/, ` data-account="${noted?.account ?? ''}"`);
  return new Response(page, { headers: kept.headers });
}

const titlePattern = /<title>.*?<\/title>/s;
const mainPattern = /<main[ >].*<\/main>/s;

/** Empty when either page has no such part. */
function replacePart(page: string, by: string, pattern: RegExp): string {
  const [part] = pattern.exec(by) ?? [];
  return part !== undefined && pattern.test(page) ? page.replace(pattern, () => part) : '';
}

/** The page viewed last. */
async function findUserFrame(account: string): Promise<string | undefined> {
  const cache = await caches.open(pagesCacheName(account));
  const last = (await cache.keys()).at(-1);
  return last && (await cache.match(last, { ignoreVary: true }))?.text();
}

let storing: Promise<unknown> = Promise.resolve();

/** Serialized: the latest response decides whose cached pages may be shown. */
function enqueueStorePage(url: string, answer: Response, requestedAt: number): Promise<unknown> {
  storing = storing.then(() => storePage(url, answer, requestedAt)).catch(() => {});
  return storing;
}

async function storePage(url: string, answer: Response, requestedAt: number): Promise<void> {
  const account = answer.headers.get('x-account');
  const language = answer.headers.get('content-language') ?? 'en';
  if (account === null) return;
  const id = account === 'none' ? '' : account;
  const noted = await get<LastSeenAccount>('noted', lastSeenStore());
  if (noted && noted.account !== id && requestedAt < noted.since) return;
  if (noted?.account !== id || noted.language !== language) {
    const since = noted?.account === id ? noted.since : Date.now();
    await set('noted', { account: id, language, since } satisfies LastSeenAccount, lastSeenStore());
  }
  // Pages of any other account are deleted.
  await deleteCaches((name) => name.startsWith('pages-') && name !== pagesCacheName(id));
  if (!id || !answer.ok || answer.headers.get('x-offline') !== 'keep') return;
  const cache = await caches.open(pagesCacheName(id));
  await cache.delete(url);
  await cache.put(url, answer);
  await trimCache(cache, maxPages);
}

/** Deletes the oldest entries. */
async function trimCache(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

async function deleteCaches(isOver: (name: string) => boolean): Promise<void> {
  await Promise.all((await caches.keys()).filter(isOver).map((name) => caches.delete(name)));
}
