import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { recordStatements } from './request-statements.ts';

describe('recorded statements', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  it('are those of the request, with its body, and not those of work that goes on beside it', async () => {
    const token = await service.token(village.accounts.resident);
    const body = JSON.stringify({ display_name: 'Resident Ivanov' });
    /** The body arrives after the headers were seen. */
    const edit = async () => {
      const sending = request(new URL('/api/v1/me', service.url), {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': body.length,
        },
      });
      const replied = once(sending, 'response') as Promise<[IncomingMessage]>;
      const isSeen = once(service.app.server.server, 'request');
      sending.flushHeaders();
      await isSeen;
      sending.end(body);
      const [reply] = await replied;
      assert.equal(reply.statusCode, 200, await text(reply));
    };
    await edit();
    const alone = await recordStatements(edit);
    assert.ok(
      alone.statements.some((each) => /update account/.test(each)),
      alone.statements.join('\n'),
    );
    let isOver = false;
    let others = 0;
    const work = async () => {
      for (; !isOver; others += 1) await service.pool`select 1 as beside`;
    };
    const working = work();
    while (others === 0) await new Promise((done) => setImmediate(done));
    const beside = await recordStatements(edit);
    isOver = true;
    await working;
    assert.deepEqual(beside.statements, alone.statements);
  });

  it('are those that a call in this process sends, each once however often it is asked for', async () => {
    const db = service.pool.forOwner('somebody', { isMemoized: true });
    const ask = () => db`select 1 as a`;
    const { statements } = await recordStatements(async () => {
      await Promise.all([ask(), ask(), db`select 2 as b`]);
      await service.pool.begin((tx) => tx`select 3 as c`);
    });
    assert.deepEqual(statements.sort(), ['select 1 as a', 'select 2 as b', 'select 3 as c']);
  });
});
