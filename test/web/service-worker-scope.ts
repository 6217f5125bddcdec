import { createContext, runInContext } from 'node:vm';
import { findAssetByName } from '../../src/entry/web/ui/assets.ts';

const origin = 'https://village.example';
type Handler = (event: unknown) => void;
type Fetch = (url: string) => Promise<Response>;

/** Waits until all pending promise callbacks have run. */
export const flushPromises = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

/**
 * Runs the built service worker in a VM context with fakes of the browser: a network controlled by the test, timers
 * that only fire by hand, in-memory caches and IndexedDB.
 */
export function startServiceWorker(line: { fetch: Fetch }, language = 'en-GB') {
  const handlers = new Map<string, Handler>();
  const stores = new Map<string, Map<string, Response>>();
  const timers: { run: () => void; milliseconds: number }[] = [];
  const absolute = (asked: string | { url: string }) =>
    new URL(typeof asked === 'string' ? asked : asked.url, origin).href;
  const open = (name: string) => {
    const kept = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, kept);
    return {
      match: async (asked: string | Request) => kept.get(absolute(asked))?.clone(),
      put: async (asked: string | Request, answer: Response) => void kept.set(absolute(asked), answer),
      delete: async (asked: string | Request) => kept.delete(absolute(asked)),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
    };
  };
  const self = {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
    navigator: { language },
  };
  runInContext(
    String(findAssetByName('worker.js').body),
    createContext({
      self,
      location: { origin },
      URL,
      Request: class {
        readonly url: string;
        constructor(url: string) {
          this.url = absolute(url);
        }
      },
      Response,
      fetch: (asked: string | Request) => line.fetch(absolute(asked)),
      setTimeout: (run: () => void, milliseconds: number) => timers.push({ run, milliseconds }),
      indexedDB: createFakeIndexedDb(),
      caches: {
        open: async (name: string) => open(name),
        keys: async () => [...stores.keys()],
        delete: async (name: string) => stores.delete(name),
      },
    }),
  );
  return {
    stores,
    timers,
    install: () =>
      new Promise((resolve, reject) => {
        handlers.get('install')?.({ waitUntil: (work: Promise<unknown>) => work.then(resolve, reject) });
      }),
    /** A navigation request: the response of the worker, and its `waitUntil` promise. */
    navigate(path: string) {
      let answer: Promise<Response> | undefined;
      let after: Promise<unknown> = Promise.resolve();
      handlers.get('fetch')?.({
        request: { url: absolute(path), method: 'GET', mode: 'navigate' },
        respondWith: (given: Promise<Response>) => {
          answer = given;
        },
        waitUntil: (work: Promise<unknown>) => {
          after = work;
        },
      });
      if (answer === undefined) throw new Error('The service worker did not call respondWith');
      return { answer, after };
    },
  };
}

/** The subset of IndexedDB that idb-keyval uses. */
function createFakeIndexedDb() {
  const values = new Map<string, unknown>();
  const done = (result?: unknown) => {
    const request: { result: unknown; onsuccess?: () => void; oncomplete?: () => void } = { result };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const objectStore = () => ({
    get: (key: string) => done(values.get(key)),
    put: (value: unknown, key: string) => values.set(key, value),
    transaction: done(),
  });
  return { open: () => done({ createObjectStore() {}, transaction: () => ({ objectStore }) }) };
}

/** A cacheable page of an account. */
export const createPageResponse = (account: string, text: string) =>
  new Response(`<html><p>${text}</p></html>`, {
    headers: { 'x-account': account, 'x-offline': 'keep', 'content-language': 'ru', date: 'yesterday' },
  });
