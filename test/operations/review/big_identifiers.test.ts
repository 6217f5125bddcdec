import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

/** Two identifiers that plain JSON.parse reads as the same number. */
const [even, odd] = ['9007199254740992', '9007199254740993'];
const biggest = '9223372036854775807';

describe('identifiers beyond 2^53', () => {
  let service: TestService;
  let village: Village;
  let token: string;
  let address: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    token = await service.token(village.accounts.resident);
    address = `${service.url}/api/v1/settlements/${village.settlement.slug}/reviews`;
    for (const id of [even, odd, biggest])
      await service.db`
        insert into contact (id, settlement_id, slug, name, category, created_by, created_at, updated_at)
        values (${id as string}, ${village.settlement.id}, ${`c-${id}`}, 'Мастер', 'trade', ${village.accounts.editor}, now(), now())`;
  });

  const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  const countOf = async (id: string) =>
    (await service.db`select 1 from review where subject_id = ${id}`).length;

  it('survive a JSON body as a number and as a string', async () => {
    for (const [literal, id] of [
      [odd, odd],
      [`"${biggest}"`, biggest],
    ] as const) {
      const reply = await fetch(address, {
        method: 'POST',
        headers: headers(),
        body: `{"subject_type": "contact", "subject_id": ${literal}, "medal": "gold"}`,
      });
      assert.equal(reply.status, 201);
      assert.equal(((await reply.json()) as { data: { subject_id: string } }).data.subject_id, id);
    }
    assert.deepEqual(
      [await countOf(even as string), await countOf(odd as string), await countOf(biggest)],
      [0, 1, 1],
    );
    const tooBig = await fetch(address, {
      method: 'POST',
      headers: headers(),
      body: '{"subject_type": "contact", "subject_id": 9223372036854775808, "medal": "gold"}',
    });
    assert.equal(tooBig.status, 422);
  });

  it('survive a query string, as subject and as cursor, also of DELETE', async () => {
    const list = async (query: string) => {
      const reply = await fetch(`${address}?subject_type=contact&${query}`, { headers: headers() });
      assert.equal(reply.status, 200);
      return ((await reply.json()) as { reviews: unknown[] }).reviews.length;
    };
    assert.deepEqual([await list(`subject_id=${even}`), await list(`subject_id=${odd}`)], [0, 1]);
    assert.equal(await list(`subject_id=${odd}&cursor=${biggest}`), 1);
    const [row] = await service.db<
      { id: string }[]
    >`select id from review where subject_id = ${odd as string}`;
    const id = BigInt((row as { id: string }).id);
    assert.deepEqual(
      [await list(`subject_id=${odd}&cursor=${id}`), await list(`subject_id=${odd}&cursor=${id + 1n}`)],
      [0, 1],
      'the cursor is exact to the last digit',
    );
    const remove = async (id_: string) =>
      (
        await fetch(`${address}?subject_type=contact&subject_id=${id_}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    assert.deepEqual([await remove(even as string), await remove(biggest)], [404, 200]);
  });

  it('survive the arguments of an MCP tool', async () => {
    const call = async (name: string, args: string) => {
      const reply = await fetch(`${service.url}/mcp/resident`, {
        method: 'POST',
        headers: {
          ...headers(),
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-06-18',
        },
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`,
      });
      const body = (await reply.json()) as {
        result?: { isError?: boolean; structuredContent?: Record<string, unknown> };
      };
      assert.ok(body.result && !body.result.isError, JSON.stringify(body));
      return body.result.structuredContent ?? {};
    };
    const subject = `"settlement":"${village.settlement.slug}","subject_type":"contact","subject_id":${odd}`;
    await service.db`delete from review`;
    await call('post_review', `{${subject},"medal":"silver"}`);
    assert.deepEqual([await countOf(even as string), await countOf(odd as string)], [0, 1]);
    const listed = await call('list_reviews', `{${subject},"cursor":"${biggest}"}`);
    assert.equal((listed.reviews as unknown[]).length, 1);
  });
});
