import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { observeStatements } from '../../src/base/db/driver/statement-observer.ts';
import { createSharedReads } from '../../src/base/threads/shared-reads.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';

describe('identical reads at the same time', () => {
  it('wait for the next one, which begins after they were asked for', async () => {
    const shared = createSharedReads();
    const begun: number[] = [];
    const finish: (() => void)[] = [];
    const load = () =>
      new Promise<number>((done) => {
        const number = begun.push(0);
        finish.push(() => done(number));
      });
    const first = shared.read('a', 'asker', load);
    const waiting = [
      shared.read('a', 'asker', load),
      shared.read('a', 'asker', load),
      shared.read('a', 'asker', load),
    ];
    const other = shared.read('b', 'asker', load);
    assert.equal(begun.length, 2, 'another key does not wait');
    finish[0]?.();
    assert.equal(await first, 1);
    assert.equal(begun.length, 3);
    const later = shared.read('a', 'asker', load);
    finish[2]?.();
    assert.deepEqual(await Promise.all(waiting), [3, 3, 3]);
    finish[3]?.();
    assert.equal(await later, 4, 'what came while the second was running got a third');
    finish[1]?.();
    assert.equal(await other, 2);
  });

  it('are read in the share of the only asker, or in one of their own where several wait', async () => {
    const shared = createSharedReads();
    const shares: string[] = [];
    const load = async (share: string) => {
      shares.push(share);
      await Promise.resolve();
    };
    await Promise.all([
      shared.read('a', 'one', load),
      shared.read('a', 'two', load),
      shared.read('a', 'two', load),
    ]);
    await Promise.all([
      shared.read('a', 'one', load),
      shared.read('a', 'one', load),
      shared.read('a', 'two', load),
    ]);
    assert.deepEqual(shares, ['one', 'two', 'one', 'shared a']);
  });

  it('go on after a failure, which only those get who were waiting for it', async () => {
    const shared = createSharedReads();
    let count = 0;
    const load = async () => {
      count += 1;
      await Promise.resolve();
      if (count === 1) throw new Error('the first fails');
      return count;
    };
    const first = shared.read('a', 'asker', load);
    const second = shared.read('a', 'asker', load);
    await assert.rejects(first, /the first fails/);
    assert.equal(await second, 2);
    assert.equal(await shared.read('a', 'asker', load), 3);
  });
});

describe('public reads over REST', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await buildVillage(service);
  });
  const get = (url: string, headers: Record<string, string> = {}) =>
    service.app.server.inject({ url, headers: { host: new URL(service.url).host, ...headers } });

  it('give everybody the same bytes and tag, and each the own limit headers', async () => {
    const url = '/api/v1/settlements/berezka';
    const replies = await Promise.all(Array.from({ length: 12 }, () => get(url)));
    assert.deepEqual([...new Set(replies.map(({ statusCode }) => statusCode))], [200]);
    assert.equal(new Set(replies.map(({ body }) => body)).size, 1);
    assert.equal(new Set(replies.map(({ headers }) => headers.etag)).size, 1);
    assert.equal(new Set(replies.map(({ headers }) => headers['ratelimit-remaining'])).size, 12);
    const cached = await get(url, { 'if-none-match': String(replies[0]?.headers.etag) });
    assert.equal(cached.statusCode, 304);
  });

  it('never miss what was written before they were asked for', async () => {
    const url = '/api/v1/settlements/berezka';
    for (let round = 0; round < 10; round += 1) {
      const early = Array.from({ length: 4 }, () => get(url));
      await service.db`update settlement set address = ${`address ${round}`} where slug = 'berezka'`;
      const late = await Promise.all(Array.from({ length: 4 }, () => get(url)));
      for (const { body } of late) assert.equal(JSON.parse(body).data.address, `address ${round}`);
      await Promise.all(early);
    }
  });

  it('are one read for many network addresses', async () => {
    const url = '/api/v1/settlements/berezka';
    const host = new URL(service.url).host;
    let sent = 0;
    const endObservation = observeStatements({
      sent: ({ form }) => {
        if (/from settlement s left join settlement_boundary/.test(form.text)) sent += 1;
      },
    });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        service.app.server.inject({ url, headers: { host }, remoteAddress: `192.0.2.${number}` }),
      ),
    );
    endObservation();
    assert.deepEqual([...new Set(replies.map(({ statusCode }) => statusCode))], [200]);
    assert.ok(sent < 12, `${sent} statements for twelve readers`);
  });

  it('do not mix languages, inputs and callers', async () => {
    const [ru, en, list, one] = await Promise.all([
      get('/api/v1/settlements/none', { 'accept-language': 'ru' }),
      get('/api/v1/settlements/none', { 'accept-language': 'en' }),
      get('/api/v1/settlements'),
      get('/api/v1/settlements/berezka'),
    ]);
    assert.notEqual(ru?.body, en?.body);
    assert.ok(Array.isArray(JSON.parse(list?.body ?? '').settlements));
    assert.equal(JSON.parse(one?.body ?? '').data.slug, 'berezka');
  });
});
