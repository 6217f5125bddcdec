import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import Fastify from 'fastify';
import { createAudienceServer } from '../../../src/entry/transport/mcp/audience-server.ts';
import { createElicitation } from '../../../src/entry/transport/mcp/elicitation.ts';
import { createElicitationChannel } from '../../../src/entry/transport/mcp/elicitation-stream.ts';
import { createPictures } from '../../../src/entry/transport/mcp/pictures.ts';
import { registerMcp } from '../../../src/entry/transport/mcp/routes.ts';
import { registerRequestConcurrency } from '../../../src/entry/transport/request-concurrency.ts';
import { operations } from '../../../src/features/operations/index.ts';
import { assertNoTransactionIsHeld } from '../../db/open-transactions.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { openElicitationStream, type Stream } from './elicitation-stream.ts';
import { officialClients } from './official-clients.ts';
import { readRefusalBody, type ToolReply } from './untrusted-text-marks.ts';

let service: TestService;
let village: Village;
let tokens: { resident: string; moderator: string };
before(async () => {
  service = await startService();
  village = await buildVillage(service);
  tokens = {
    resident: await service.token(village.accounts.resident),
    moderator: await service.token(village.accounts.moderator),
  };
});

let count = 0;
/** An article of the knowledge base, which its author or a moderator may remove. */
async function write(): Promise<string> {
  count += 1;
  const title = `Apple trees, part ${count}`;
  return (await village.clients.resident.write_knowledge_article({ title, body: 'Prune.', publish: true }))
    .id;
}
async function isThere(article: string): Promise<boolean> {
  const { status } = await village.clients.moderator.send('show_knowledge_article', { article });
  return status === 200;
}

interface Result {
  resultType?: string;
  requestState?: string;
  isError?: boolean;
  inputRequests?: { confirm: { method: string; params: { message: string; requestedSchema: object } } };
  structuredContent?: Record<string, unknown>;
}
type Reply = { result?: Result; error?: { code: number; message: string } };

async function call(
  name: string,
  given: Record<string, unknown>,
  more: Record<string, unknown> = {},
  { token = tokens.resident, capabilities = { elicitation: {} } as object, audience = 'resident' } = {},
): Promise<Reply> {
  const response = await fetch(`${service.url}/mcp/${audience}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: given,
        ...more,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    }),
  });
  return (await response.json()) as Reply;
}
const name = 'remove_knowledge_article';
const yes = { inputResponses: { confirm: { action: 'accept', content: {} } } };
async function askFor(article: string): Promise<{ requestState: string }> {
  const { result } = await call(name, { article });
  assert.equal(result?.resultType, 'input_required');
  assert.ok(result.requestState);
  return { requestState: result.requestState };
}
const isForged = ({ error }: Reply) => error?.code === -32602 && /requestState/.test(error.message);

describe('requestState of an elicitation, in the newest revision', () => {
  it('accompanies the question, and the answer acts once however often it is sent', async () => {
    const article = await write();
    const { result } = await call(name, { article });
    const { method, params } = result?.inputRequests?.confirm ?? assert.fail('no question');
    assert.equal(method, 'elicitation/create');
    assert.match(params.message, /Remove «Apple trees, part \d+» from the knowledge base for ever/);
    assert.deepEqual(params.requestedSchema, { type: 'object', properties: {} });
    assert.ok(await isThere(article));
    const state = { requestState: result?.requestState };
    const replies = await Promise.all([1, 2, 3].map(() => call(name, { article }, { ...yes, ...state })));
    for (const reply of replies) assert.equal(reply.result?.structuredContent?.removed, true);
    assert.ok(!(await isThere(article)));
    const later = await call(name, { article }, { ...yes, ...state });
    assert.equal(later.result?.structuredContent?.removed, true, 'the first reply again');
  });

  it('is invalid for other arguments, tools, servers or accounts', async () => {
    const [article, other] = [await write(), await write()];
    const state = await askFor(article);
    assert.ok(isForged(await call(name, { article: other }, { ...yes, ...state })));
    assert.ok(isForged(await call('publish_knowledge_article', { article }, { ...yes, ...state })));
    const moderator = { token: tokens.moderator };
    assert.ok(isForged(await call(name, { article }, { ...yes, ...state }, moderator)));
    const own = await call(name, { article }, {}, moderator);
    const moved = { requestState: own.result?.requestState };
    const platform = { ...moderator, audience: 'platform' };
    assert.ok(isForged(await call(name, { article }, { ...yes, ...moved }, platform)));
    for (const requestState of ['', 'x', `${state.requestState}x`, state.requestState.replace(/^\d/, '9'), 5])
      assert.ok(isForged(await call(name, { article }, { ...yes, requestState })), String(requestState));
    assert.ok((await isThere(article)) && (await isThere(other)));
  });

  it('is required: an answer without it, or an unreadable one, does not count', async () => {
    const article = await write();
    const state = await askFor(article);
    for (const more of [
      yes,
      state,
      { ...state, inputResponses: {} },
      { ...state, inputResponses: 'accept' },
      { ...state, inputResponses: { confirm: 'accept' } },
      { ...state, inputResponses: { confirm: { action: 'ACCEPT' } } },
      { ...state, inputResponses: { other: { action: 'accept' } } },
    ])
      assert.equal((await call(name, { article }, more)).result?.resultType, 'input_required');
    assert.ok(await isThere(article));
  });

  it('expires after ten minutes; then the question is asked again', async () => {
    const article = await write();
    const state = await askFor(article);
    service.clock.offset += 10 * 60_000 + 1_000;
    const late = await call(name, { article }, { ...yes, ...state });
    assert.equal(late.result?.resultType, 'input_required');
    assert.ok(await isThere(article));
    const again = { requestState: late.result?.requestState };
    assert.equal((await call(name, { article }, { ...yes, ...again })).result?.resultType, 'complete');
  });

  it('does not outlive the permission', async () => {
    const { settlement, accounts, clients } = village;
    const written = await clients.editor.write_article({
      settlement: settlement.slug,
      kind: 'post',
      title: 'A post',
      body: 'Text.',
    });
    const given = { settlement: settlement.slug, article: written.data.id };
    const token = await service.token(accounts.editor);
    const asked = await call('publish_article', given, {}, { token, audience: 'settlement' });
    await service.db`delete from settlement_role where account_id = ${accounts.editor}`;
    const state = { requestState: asked.result?.requestState };
    const reply = await call(
      'publish_article',
      given,
      { ...yes, ...state },
      { token, audience: 'settlement' },
    );
    assert.equal(reply.result?.isError, true);
  });

  it('is a word in the refusal for clients without form elicitation', async () => {
    for (const capabilities of [{}, { elicitation: { url: {} } }, { elicitation: 'yes' }]) {
      const article = await write();
      const refused = await call(name, { article }, {}, { capabilities });
      assert.equal(refused.result?.isError, true);
      assert.ok(await isThere(article), 'nothing was done');
      const { confirm = '' } = readRefusalBody(refused.result as ToolReply) as { confirm?: string };
      const other = await write();
      for (const wrong of [
        { article, confirm: `${confirm}x` },
        { article, confirm: 'yes' },
        { article: other, confirm },
      ]) {
        assert.equal((await call(name, wrong, {}, { capabilities })).result?.isError, true);
        assert.ok(await isThere(wrong.article));
      }
      const stranger = { token: tokens.moderator, audience: 'platform', capabilities };
      assert.equal((await call(name, { article, confirm }, {}, stranger as never)).result?.isError, true);
      assert.ok(await isThere(article), 'the word is one person’s, at one server');
      const done = await call(name, { article, confirm }, {}, { capabilities });
      assert.equal(done.result?.resultType, 'complete');
      assert.ok(!(await isThere(article)));
    }
  });

  it('acts once, also when it is sent again with an idempotency key of the caller', async () => {
    const tool = 'write_knowledge_article';
    const given = { title: 'Currants once', body: 'Water.', publish: true };
    const asked = await call(tool, given);
    const answer = { ...yes, requestState: asked.result?.requestState };
    assert.equal((await call(tool, given, answer)).result?.resultType, 'complete');
    for (const idempotency_key of ['one', 'two'])
      assert.ok(isForged(await call(tool, { ...given, idempotency_key }, answer)), idempotency_key);
    const keyed = { ...given, title: 'Currants keyed', idempotency_key: 'three' };
    const state = { ...yes, requestState: (await call(tool, keyed)).result?.requestState };
    const ids = await Promise.all(
      [1, 2].map(async () => (await call(tool, keyed, state)).result?.structuredContent?.id),
    );
    assert.ok(ids[0] !== undefined && ids[0] === ids[1], 'the same key gets the first reply again');
    assert.ok(isForged(await call(tool, { ...keyed, idempotency_key: 'four' }, state)));
    const [{ count } = { count: 0 }] = await service.db<{ count: number }[]>`
      select count(distinct article_id)::int as count from knowledge_revision where title like 'Currants %'`;
    assert.equal(count, 2);
  });

  it('leaves an output schema that a declined result fits too', async () => {
    const reach = officialClients['client 2.x, newest revision'] ?? assert.fail();
    const init = { requestInit: { headers: { authorization: `Bearer ${tokens.resident}` } } };
    const url = new URL(`${service.url}/mcp/resident?output_schemas=1`);
    const client = await reach(url, init, () => ({ action: 'decline' }));
    await client.listTools();
    const reply = (await client.callTool({ name, arguments: { article: await write() } })) as Result;
    assert.ok(reply.structuredContent?._not_done);
    await client.close();
  });
});

describe('a pending elicitation, in the earlier revisions', () => {
  const open = (article: string, url = service.url, token = tokens.resident) =>
    openElicitationStream(`${url}/mcp/resident`, token, { name, arguments: { article } });
  const answer = (stream: Stream, action: string, token = tokens.resident, url = service.url) =>
    stream.answer(`${url}/mcp/resident`, token, { action, content: {} });

  it('is not answered by anybody else, nor by an invalid answer', async () => {
    const article = await write();
    const stream = await open(article);
    assert.match(stream.question.params.message, /Remove «Apple/);
    assert.equal(await answer(stream, 'accept', tokens.moderator), 202);
    assert.ok(await isThere(article));
    assert.equal(await answer(stream, 'decline'), 202);
    assert.ok((await stream.result()).structuredContent?._not_done);
    assert.equal(await answer(stream, 'accept'), 202, 'nothing waits for it any more');
    assert.ok(await isThere(article));
    const odd = await open(article);
    assert.equal(await answer(odd, 'sure'), 202);
    assert.ok((await odd.result()).structuredContent?._not_done);
    assert.ok(await isThere(article));
  });

  it('holds no database connection meanwhile', async () => {
    const stream = await open(await write());
    await assertNoTransactionIsHeld(service.db);
    await answer(stream, 'cancel');
    await stream.result();
  });

  it('ends when the token is revoked', async () => {
    const article = await write();
    const token = await service.token(village.accounts.resident);
    const stream = await open(article, service.url, token);
    const prefix = await service.db`
      update personal_token set revoked_at = now() where account_id = ${village.accounts.resident}
        and id = (select max(id) from personal_token where account_id = ${village.accounts.resident}) returning id`;
    assert.equal(prefix.length, 1);
    service.clock.offset += 31_000;
    assert.equal(await answer(stream, 'accept'), 202);
    assert.equal(await stream.failure(), -32600);
    assert.ok(await isThere(article));
  });

  it('may be answered at another instance, waits for the client, and is limited in number', async () => {
    const other = Fastify();
    registerRequestConcurrency(other);
    other
      .decorateRequest('origin', '')
      .decorateRequest('call', undefined)
      .decorateRequest('caller', undefined);
    const { kernel } = service.app;
    const { pool } = service;
    const questions = createElicitation({ secret: Buffer.alloc(32), pool, now: () => new Date() });
    const pictures = createPictures({ pool, services: service.app.services, now: () => new Date() });
    const parts = { operations, kernel, version: '1', pool, questions, pictures };
    const [patient, hasty] = [
      createElicitationChannel(other, { pool }),
      createElicitationChannel(other, { pool, waitMilliseconds: 30 }),
    ];
    registerMcp(other, 'resident', createAudienceServer('resident', parts), kernel, patient);
    registerMcp(other, 'hasty', createAudienceServer('resident', parts), kernel, hasty);
    const url = await other.listen({ host: '127.0.0.1', port: 0 });
    const article = await write();
    const stream = await open(article, url);
    await answer(stream, 'accept');
    assert.equal((await stream.result()).structuredContent?.removed, true);
    assert.ok(!(await isThere(article)));

    const kept = await write();
    const late = await openElicitationStream(`${url}/mcp/hasty`, tokens.resident, {
      name,
      arguments: { article: kept },
    });
    assert.match(String((await late.result()).structuredContent?._not_done), /in time/);

    const left = await open(kept, url);
    await left.leave();
    while (patient.pendingCount > 0) await new Promise((done) => setImmediate(done));
    await answer(left, 'accept', tokens.resident, url);
    assert.ok(await isThere(kept));

    const waiting = await Promise.all([1, 2, 3, 4, 5].map(() => open(kept, url)));
    const refused = await open(kept, url).catch((error: Error) => error.message);
    assert.match(String(refused), /At most 5 questions/);
    await other.close();
    for (const each of waiting) assert.ok((await each.result()).structuredContent?._not_done);
    await Promise.all([patient.close(), hasty.close()]);
    assert.ok(await isThere(kept));
  });
});
