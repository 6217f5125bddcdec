import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPageResponse, flushPromises, startServiceWorker } from './service-worker-scope.ts';

const failOffline = async (): Promise<Response> => {
  throw new TypeError('offline');
};

describe('the service worker', () => {
  it('caches the 40 pages viewed last', async () => {
    const line = { fetch: async (url: string) => createPageResponse('7', url) };
    const worker = startServiceWorker(line);
    const look = async (path: string) => {
      const { answer, after } = worker.navigate(path);
      assert.equal((await answer).status, 200);
      await after;
    };
    for (let number = 1; number <= 40; number += 1) await look(`/tasks/${number}`);
    const kept = () => [...(worker.stores.get('pages-7')?.keys() ?? [])].map((url) => new URL(url).pathname);
    assert.equal(kept().length, 40);
    // Viewed again, so it is not the oldest.
    await look('/tasks/1');
    await look('/tasks/41');
    assert.equal(kept().length, 40);
    assert.ok(kept().includes('/tasks/1'));
    assert.ok(!kept().includes('/tasks/2'));
    for (let number = 42; number <= 120; number += 1) await look(`/tasks/${number}`);
    assert.equal(kept().length, 40);
    assert.deepEqual(kept().slice(-1), ['/tasks/120']);

    line.fetch = failOffline;
    assert.match(
      await (await worker.navigate('/tasks/120').answer).text(),
      /data-kept="yesterday".*tasks\/120/,
    );
  });

  it('shows the cached page after 6 s on a slow connection, and caches the late response', async () => {
    const line = { fetch: async (): Promise<Response> => createPageResponse('7', 'как было') };
    const worker = startServiceWorker(line);
    const first = worker.navigate('/today');
    await first.answer;
    await first.after;
    assert.equal(worker.timers.length, 0, 'without a cached page there is no timeout');

    let come: (answer: Response) => void = () => {};
    line.fetch = () =>
      new Promise((resolve) => {
        come = resolve;
      });
    const slow = worker.navigate('/today');
    let isAnswered = false;
    slow.answer.then(() => {
      isAnswered = true;
    });
    await flushPromises();
    assert.equal(isAnswered, false);
    assert.deepEqual(
      worker.timers.map((timer) => timer.milliseconds),
      [6000],
    );
    for (const { run } of worker.timers.splice(0)) run();
    assert.match(await (await slow.answer).text(), /data-kept="yesterday".*как было/);
    come(createPageResponse('7', 'как стало'));
    await slow.after;
    line.fetch = failOffline;
    assert.match(await (await worker.navigate('/today').answer).text(), /как стало/);
  });

  it('shows the network response when it comes before the timeout', async () => {
    const line = { fetch: async (): Promise<Response> => createPageResponse('7', 'как было') };
    const worker = startServiceWorker(line);
    await worker.navigate('/today').after;
    line.fetch = async () => createPageResponse('7', 'как стало');
    const { answer } = worker.navigate('/today');
    await flushPromises();
    for (const { run } of worker.timers) run();
    assert.match(await (await answer).text(), /как стало/);
  });

  it('waits without a timeout for a page that is not cached, and deletes the pages of another account', async () => {
    const line = {
      fetch: async (url: string): Promise<Response> =>
        url.includes('/offline')
          ? new Response('<html data-account><p>нет связи</p></html>')
          : createPageResponse('7', 'моё'),
    };
    const worker = startServiceWorker(line);
    await worker.install();
    await worker.navigate('/today').after;
    line.fetch = async () => createPageResponse('8', 'её');
    await worker.navigate('/messages').after;
    assert.deepEqual(
      [...worker.stores.keys()].filter((name) => name.startsWith('pages-')),
      ['pages-8'],
    );
    line.fetch = failOffline;
    const shown = await (await worker.navigate('/today').answer).text();
    assert.match(shown, /data-account="8".*нет связи/);
    assert.deepEqual(worker.timers, []);
  });

  it('deletes all cached pages after a signed-out response', async () => {
    const line = {
      fetch: async (url: string): Promise<Response> =>
        url.includes('/offline')
          ? new Response('<html data-account><p>нет связи</p></html>')
          : createPageResponse('7', 'моё'),
    };
    const worker = startServiceWorker(line);
    await worker.install();
    await worker.navigate('/today').after;
    line.fetch = async () => createPageResponse('none', 'войдите');
    await worker.navigate('/login').after;
    assert.deepEqual(
      [...worker.stores.keys()].filter((name) => name.startsWith('pages-')),
      [],
    );
    line.fetch = failOffline;
    assert.match(await (await worker.navigate('/today').answer).text(), /data-account="".*нет связи/);
  });

  it('shows the offline page in the browser language before any page was cached', async () => {
    for (const [browser, shown] of [
      ['ru-RU', 'ru'],
      ['en-US', 'en'],
      ['fi', 'en'],
    ] as const) {
      const line = { fetch: async (url: string) => new Response(`<html>${new URL(url).search}</html>`) };
      const worker = startServiceWorker(line, browser);
      await worker.install();
      line.fetch = failOffline;
      const page = await (await worker.navigate('/today').answer).text();
      assert.equal(page, `<html>?lang=${shown}</html>`, browser);
    }
  });
});
