/**
 * Service worker: caches assets, the pages viewed last and the offline page. Everything else (forms, event streams,
 * the API, photographs) goes to the network untouched.
 */
import { get, set } from 'idb-keyval';
import { type Noted, notedStore } from '../islands/outbox/store.ts';

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly navigator: { readonly language: string };
}
const scope = self as unknown as Scope;

/** Changes with every build, so that browsers fetch the offline page again. */
declare const buildVersion: string;
const version = buildVersion;

const filesCache = 'files';
const frameCache = `frame-${version}`;
const pagesOf = (account: string) => `pages-${account}`;
const mostPages = 40;
const mostFiles = 150;
const patienceMilliseconds = 6000;
const languages = ['en', 'ru'];
const offlinePage = (language: string) => `/offline?lang=${language}`;

scope.addEventListener('install', (event) => {
  event.waitUntil(Promise.all(languages.map(keepFrame)).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    forgetCaches((name) => name.startsWith('frame-') && name !== frameCache).then(() =>
      scope.clients.claim(),
    ),
  );
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(findFile(request));
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(findPage(event));
});

/** Caches the offline page, fetched without cookies, and the assets it links. */
async function keepFrame(language: string): Promise<void> {
  const answer = await fetch(offlinePage(language), { credentials: 'omit', cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const text = await answer.clone().text();
  const files = new Set(text.match(/\/assets\/[\w.-]+/g));
  const cache = await caches.open(frameCache);
  await Promise.all([
    cache.put(offlinePage(language), answer),
    ...[...files].map((file) => findFile(new Request(file))),
  ]);
}

async function findFile(request: Request): Promise<Response> {
  const cache = await caches.open(filesCache);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    await trim(cache, mostFiles);
  }
  return answer;
}

async function findPage(event: Fetching): Promise<Response> {
  const { request } = event;
  const asked = Date.now();
  const network = fetch(request);
  event.waitUntil(network.then((answer) => note(request.url, answer.clone(), asked)).catch(() => {}));
  const noted = await get<Noted>('noted', notedStore());
  const kept =
    noted?.account &&
    (await (await caches.open(pagesOf(noted.account))).match(request.url, { ignoreVary: true }));
  try {
    return await (kept ? Promise.race([network, giveUp()]) : network);
  } catch {
    // The signed-in account may have changed during the wait.
    const now = await get<Noted>('noted', notedStore());
    if (kept && now?.account === noted.account) return sayWhen(kept);
    return sayWhose(now);
  }
}

function giveUp(): Promise<never> {
  return new Promise((_, fail) => setTimeout(fail, patienceMilliseconds));
}

/** Marks a cached page with its date, so that the banner can say how old it is. */
async function sayWhen(kept: Response): Promise<Response> {
  const page = await kept.text();
  const at = kept.headers.get('date') ?? '';
  return new Response(page.replace('<html', `<html data-kept="${at}"`), { headers: kept.headers });
}

/** Writes the account into the cached offline page, so that its script lists the outbox of that account. */
async function sayWhose(noted: Noted | undefined): Promise<Response> {
  const frame = await caches.open(frameCache);
  // Until a page has been cached, the browser language is the best guess.
  const own = languages.find((each) => scope.navigator.language.startsWith(each));
  const kept = await frame.match(offlinePage(noted?.language ?? own ?? 'en'), { ignoreVary: true });
  if (!kept) return Response.error();
  const page = (await kept.text()).replace(
    / data-account(=""|(?=[ >]))/,
    ` data-account="${noted?.account ?? ''}"`,
  );
  return new Response(page, { headers: kept.headers });
}

let noting: Promise<unknown> = Promise.resolve();

/** Serialized: the latest response decides whose cached pages may be shown. */
function note(url: string, answer: Response, asked: number): Promise<unknown> {
  noting = noting.then(() => keep(url, answer, asked)).catch(() => {});
  return noting;
}

async function keep(url: string, answer: Response, asked: number): Promise<void> {
  const account = answer.headers.get('x-account');
  const language = answer.headers.get('content-language') ?? 'en';
  if (account === null) return;
  const id = account === 'none' ? '' : account;
  const noted = await get<Noted>('noted', notedStore());
  if (noted && noted.account !== id && asked < noted.since) return;
  if (noted?.account !== id || noted.language !== language) {
    const since = noted?.account === id ? noted.since : Date.now();
    await set('noted', { account: id, language, since } satisfies Noted, notedStore());
  }
  // Pages of any other account are deleted.
  await forgetCaches((name) => name.startsWith('pages-') && name !== pagesOf(id));
  if (!id || !answer.ok || answer.headers.get('x-offline') !== 'keep') return;
  const cache = await caches.open(pagesOf(id));
  await cache.delete(url);
  await cache.put(url, answer);
  await trim(cache, mostPages);
}

/** Deletes the oldest entries. */
async function trim(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

async function forgetCaches(isOver: (name: string) => boolean): Promise<void> {
  await Promise.all((await caches.keys()).filter(isOver).map((name) => caches.delete(name)));
}
