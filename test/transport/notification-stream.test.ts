import assert from 'node:assert/strict';
import { connect as connectSocket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import Fastify from 'fastify';
import { registerNotificationStream } from '../../src/entry/transport/notification-stream.ts';
import { registerRequestConcurrency } from '../../src/entry/transport/request-concurrency.ts';
import { publishEvent } from '../../src/features/notify/publish-event.ts';
import { waitForLockWaiters } from '../db/lock-waiters.ts';
import { type EventStream, openEventStream, type StreamEvent } from '../harness/event-stream.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';

const open: EventStream[] = [];

async function listen(
  url: string,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const stream = await openEventStream(`${url}/api/v1/notifications/stream`, {
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  });
  open.push(stream);
  return stream;
}

describe('notification stream', () => {
  let service: TestService;
  let village: Village;
  let tokens: { resident: string; neighbour: string };
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    tokens = {
      resident: await service.token(village.accounts.resident, ['mcp:read']),
      neighbour: await service.token(village.accounts.neighbour, ['mcp:read']),
    };
  });
  after(() => {
    for (const stream of open) stream.close();
  });
  const remind = (account: string, title: string) =>
    service.pool.begin((db) =>
      publishEvent(
        { ...service.app.kernelDependencies, db, services: service.app.services },
        { type: 'task_due', accountIds: [account], taskId: '7', title, dueOn: '2026-11-20' },
      ),
    );
  const isNews = (title: string) => (event: StreamEvent) =>
    event.event === 'notification' && (event.data.replacements as { title: string }).title === title;

  it('sends an account its own notifications and counts, and nothing of anybody else', async () => {
    const [mine, theirs] = [
      await listen(service.url, tokens.resident),
      await listen(service.url, tokens.neighbour),
    ];
    assert.deepEqual((await mine.waitFor(({ event }) => event === 'unread')).data, { unread: 0 });
    await remind(village.accounts.resident, 'Моё');
    const news = await mine.waitFor(isNews('Моё'));
    assert.equal(news.id, news.data.id);
    await mine.waitFor(({ event, data }) => event === 'unread' && data.unread === 1);
    await remind(village.accounts.neighbour, 'Не моё');
    await theirs.waitFor(isNews('Не моё'));
    await village.clients.resident.read_notification({ notification: String(news.id) });
    await mine.waitFor(
      ({ event, data }) =>
        mine.events.some(isNews('Моё')) && event === 'unread' && data.unread === 0 && mine.events.length > 3,
    );
    assert.ok(!JSON.stringify(mine.events).includes('Не моё'));
    assert.ok(!theirs.events.some(isNews('Моё')));
    mine.close();
    theirs.close();
  });

  it('sends nothing that is rolled back', async () => {
    const stream = await listen(service.url, tokens.resident);
    await assert.rejects(
      service.pool.begin(async (db) => {
        await publishEvent(
          { ...service.app.kernelDependencies, db, services: service.app.services },
          {
            type: 'task_due',
            accountIds: [village.accounts.resident],
            taskId: '8',
            title: 'Никогда',
            dueOn: '2026-11-20',
          },
        );
        throw new Error('no');
      }),
    );
    await remind(village.accounts.resident, 'После');
    await stream.waitFor(isNews('После'));
    assert.ok(!stream.events.some(isNews('Никогда')));
    stream.close();
  });

  it('works across instances on the same database, and resumes after Last-Event-ID', async () => {
    const other = Fastify();
    registerRequestConcurrency(other);
    other.decorateRequest('origin', '');
    const bell = registerNotificationStream(other, {
      kernel: service.app.kernel,
      pool: service.pool,
      checkBearer: service.app.kernelDependencies.checkBearer,
      onError: () => {},
      heartbeatMilliseconds: 50,
    });
    const url = await other.listen({ host: '127.0.0.1', port: 0 });
    const stream = await listen(url, tokens.resident);
    await stream.waitFor(({ event }) => event === 'unread');
    await remind(village.accounts.resident, 'Издалека');
    const news = await stream.waitFor(isNews('Издалека'));
    stream.close();
    await remind(village.accounts.resident, 'Пока не было связи');
    const again = await listen(url, tokens.resident, { 'last-event-id': String(news.id) });
    await again.waitFor(isNews('Пока не было связи'));
    assert.ok(!again.events.some(isNews('Издалека')));

    const revoked = await service.token(village.accounts.company, ['mcp:read']);
    const stopped = await listen(url, revoked);
    await stopped.waitFor(({ event }) => event === 'unread');
    await service.db`update personal_token set revoked_at = now() where account_id = ${village.accounts.company}`;
    service.clock.offset += 31_000;
    await stopped.ended;

    await other.close();
    await again.ended;
    await bell.close();
    assert.equal(bell.streamCount, 0, 'closing ends the streams');
  });

  it('requires a token with mcp:read, and limits the streams of one account', async () => {
    assert.equal((await listen(service.url, undefined)).status, 401);
    assert.equal((await listen(service.url, 'sp_nonsense')).status, 401);
    const writing = await service.token(village.accounts.resident, ['mcp:write']);
    assert.equal((await listen(service.url, writing)).status, 403);
    const token = await service.token(village.accounts.outsider, ['mcp:read']);
    const statuses: number[] = [];
    for (let number = 0; number < 12; number += 1) statuses.push((await listen(service.url, token)).status);
    assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429, 429]);
  });

  it('frees the place of a client that disconnected before the response', async () => {
    const token = await service.token(village.accounts.editor, ['mcp:read']);
    const { hostname, port } = new URL(service.url);
    const head = `GET /api/v1/notifications/stream HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}`;
    // Four requests of one account run at once, and three times four would be more than its ten places.
    for (let round = 0; round < 3; round += 1)
      // While the table is locked, no stream gets its response.
      await service.pool.begin(async (db) => {
        await db`lock table notification in access exclusive mode`;
        const sockets = Array.from({ length: 4 }, () => connectSocket(Number(port), hostname));
        for (const socket of sockets) socket.write(`${head}\r\n\r\n`);
        await waitForLockWaiters(db, sockets.length);
        for (const socket of sockets) socket.destroy();
      });
    await waitUntil('a place is free', async () => (await listen(service.url, token)).status === 200);
  });
});
