import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { signMediaUrl } from '../../src/engines/media/signed-url.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

describe('a service whose database becomes unavailable', () => {
  let line: DatabaseProxy;
  let service: TestService;
  let village: Village;
  let token: string;
  const loose: unknown[] = [];
  const note = (error: unknown) => loose.push(error);
  const article = { kind: 'diary', parcel_id: '1', body: 'text' };

  before(async () => {
    process.on('unhandledRejection', note);
    line = await createDatabaseProxy();
    service = await startService({}, { jobs: true, database: line });
    village = await buildVillage(service);
    token = await service.token(village.accounts.resident);
  });
  after(() => process.off('unhandledRejection', note));

  const ask = (path: string, init: RequestInit = {}) => fetch(service.url + path, init);
  const write = (title: string, headers: Record<string, string> = {}) =>
    ask('/api/v1/settlements/berezka/articles', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...article, title }),
    });
  const countTitled = async (title: string) =>
    (await line.direct`select 1 from article where title = ${title}`).length;
  const untilReady = async () => {
    while ((await ask('/health/ready')).status !== 200) await sleep(20);
  };

  it('retries reads when only the connections were lost', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      assert.equal((await ask('/api/v1/settlements')).status, 200);
      line.cut();
      assert.equal((await ask('/api/v1/settlements')).status, 200);
    }
  });

  it('retries a read when the connection is lost during it', async () => {
    line.cutAfter('from settlement');
    assert.equal((await ask('/api/v1/settlements/berezka')).status, 200);
  });

  it('starts a transaction on another connection when the first was lost before it', async () => {
    assert.equal((await write('before the loss')).status, 201);
    line.cut();
    assert.equal((await write('after the loss')).status, 201);
    line.cutAfter('begin');
    assert.equal((await write('lost with begin')).status, 201);
    assert.equal(await countTitled('lost with begin'), 1);
  });

  it('responds 503 when a commit is in doubt, and repeats the first response for the same key', async () => {
    const key = { 'idempotency-key': 'in-doubt' };
    line.cutAfter('commit', 'in doubt');
    const first = await write('in doubt', key);
    assert.equal(first.status, 503);
    assert.ok(Number(first.headers.get('retry-after')) > 0);
    assert.equal(await countTitled('in doubt'), 1);
    const second = await write('in doubt', key);
    const third = await write('in doubt', key);
    assert.equal(second.status, 201);
    assert.deepEqual(await third.json(), await second.json());
    assert.equal(await countTitled('in doubt'), 1);
  });

  it('writes nothing when the connection is lost before the commit, and once on a retry', async () => {
    const key = { 'idempotency-key': 'lost-inside' };
    line.cutAfter('insert into article');
    const first = await write('lost inside', key);
    assert.equal(first.status, 503);
    assert.ok(Number(first.headers.get('retry-after')) > 0);
    assert.equal((await write('lost inside', key)).status, 201);
    assert.equal(await countTitled('lost inside'), 1);
  });

  it('responds 503 with Retry-After in both languages everywhere, logs the outage once, and recovers', async () => {
    // An outage of the previous test may not be over yet.
    const count = (what: string) =>
      service.log.filter((line) => line.includes(`the database is ${what}`)).length;
    while (count('away') > count('back')) await sleep(50);
    const before = service.log.length;
    const logged = (text: string) => service.log.slice(before).some((line) => line.includes(text));
    const signed = signMediaUrl(
      { mediaId: '123', rendition: 'small', expiresAt: new Date(Date.now() + 3_600_000) },
      service.app.services.media.addressKey,
    );
    line.cut(true);
    const doors: Record<string, (language: string) => Promise<Response>> = {
      'a list': (language) => ask('/api/v1/settlements', { headers: { 'accept-language': language } }),
      'a write': (language) => write('never', { 'accept-language': language }),
      'an unknown token': (language) =>
        ask('/api/v1/parcels/mine', {
          headers: { 'accept-language': language, authorization: `Bearer ${'stl_pat_'.padEnd(51, 'x')}` },
        }),
      'a page': (language) => ask('/settlements/berezka', { headers: { 'accept-language': language } }),
      'a page of an account': (language) =>
        ask('/account', { headers: { 'accept-language': language, cookie: `session=${'x'.repeat(43)}` } }),
      'a feed': (language) =>
        ask('/settlements/berezka/articles.atom', { headers: { 'accept-language': language } }),
      'a file': (language) =>
        ask(`/media/123/small?s=${signed}`, { headers: { 'accept-language': language } }),
      'an upload': (language) =>
        ask(`/media/uploads/${'A'.repeat(43)}`, {
          method: 'PUT',
          body: 'x',
          headers: { 'accept-language': language },
        }),
      'a tool': (language) =>
        ask('/mcp/public', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'accept-language': language },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'list_settlements', arguments: {} },
          }),
        }),
      'a token': (language) =>
        ask('/oauth/token', {
          method: 'POST',
          headers: { 'accept-language': language },
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code: 'x'.repeat(43),
            client_id: 'x',
            redirect_uri: 'http://127.0.0.1/',
            code_verifier: 'v'.repeat(43),
            resource: `${service.url}/mcp/resident`,
          }),
        }),
    };
    const english = new Set(['a tool', 'a token']);
    for (const [name, knock] of Object.entries(doors)) {
      for (const language of ['en', 'ru']) {
        const reply = await knock(language);
        const text = await reply.text();
        assert.equal(reply.status, 503, `${name}: ${text}`);
        assert.ok(Number(reply.headers.get('retry-after')) > 0, name);
        const said = language === 'ru' && !english.has(name) ? /База данных/ : /[Dd]atabase/;
        assert.match(text, said, name);
      }
    }
    assert.equal((await ask('/health')).status, 503);
    assert.equal((await ask('/health/ready')).status, 503);
    assert.equal((await ask('/health/live')).status, 200);
    assert.equal((await ask('/metrics')).status, 200);
    // The job queue polls twice a second: some polls happen before the log is checked.
    while (!logged('the database is away')) await sleep(50);
    await sleep(1500);
    line.restore();
    await untilReady();
    assert.equal((await write('after the outage')).status, 201);
    while (!logged('the database is back')) await sleep(50);
    const said = service.log.slice(before);
    for (const text of ['the database is away', 'the database is back'])
      assert.equal(said.filter((line) => line.includes(text)).length, 1, said.join(''));
    assert.deepEqual(
      said.filter((line) => line.includes('incident') || line.includes('background failure')),
      [],
    );
    assert.equal(await countTitled('never'), 0);
  });

  it('resumes jobs and LISTEN', async () => {
    const heard: string[] = [];
    const states: string[] = [];
    const listening = await service.pool.listen('pears', (payload) => heard.push(payload), {
      onLost: () => states.push('lost'),
      onBack: () => states.push('back'),
    });
    line.cut(true);
    while (!states.includes('lost')) await sleep(20);
    await sleep(300);
    line.restore();
    while (!states.includes('back')) await sleep(20);
    await line.direct`select pg_notify('pears', 'ripe')`;
    while (heard.length === 0) await sleep(20);
    assert.deepEqual([heard, states], [['ripe'], ['lost', 'back']]);
    await listening.unlisten();
    await untilReady();
    await service.app.jobs.add(service.pool, { queue: 'search_terms', key: 'again' });
    while ((await line.direct`select 1 from job where queue = 'search_terms' and key = 'again'`).length > 0)
      await sleep(50);
  });

  it('is not ready on a read-only database, nor when it is about to stop', async () => {
    const [{ name } = { name: '' }] = await line.direct`select current_database() as name`;
    await line.direct`alter database ${line.direct(name)} set default_transaction_read_only = on`;
    line.cut();
    assert.equal((await ask('/health/ready')).status, 503);
    assert.equal((await ask('/health')).status, 200);
    const refused = await write('read only');
    assert.equal(refused.status, 503);
    // The direct connections were opened before and can still write.
    await line.direct`alter database ${line.direct(name)} reset default_transaction_read_only`;
    line.cut();
    await untilReady();
    assert.equal((await write('writable')).status, 201);
    service.app.markNotReady();
    assert.equal((await ask('/health/ready')).status, 503);
    assert.equal((await ask('/health/live')).status, 200);
    assert.equal((await write('still taken')).status, 201);
    assert.deepEqual(loose, []);
  });
});
