import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { audiences } from '../../../src/domain/kernel/operation.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createMcpClient, type McpResponse, readRefusal } from './json-rpc-client.ts';

/** What an assistant learns before it has called a tool, and what its address and token narrow. */
describe('first contact with a server', () => {
  let service: TestService;
  let village: Village;
  let token: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    token = await service.token(village.accounts.resident);
  });
  const namesOf = (list: unknown) => (list as { name: string }[]).map(({ name }) => name);

  for (const [query, isReadOnly] of [
    ['?read_only', true],
    ['?read_only=', true],
    ['?read_only=1', true],
    ['?read_only=true', true],
    ['?read_only=0', false],
    ['?read_only=false', false],
    ['', false],
    ['?read_only=yes', null],
    ['?read_only=2', null],
    ['?read_only=1&read_only=0', null],
  ] as const)
    it(`takes ${query || 'no query'} as ${isReadOnly === null ? 'a mistake' : isReadOnly ? 'reading only' : 'everything'}`, async () => {
      const { status, body } = await createMcpClient(service, `resident${query}`, token).ask('tools/list');
      if (isReadOnly === null) {
        assert.deepEqual([status, body.error?.code], [400, -32602]);
        assert.match(body.error?.message ?? '', /read_only/);
        return;
      }
      const names = namesOf(body.result?.tools);
      assert.ok(names.includes('list_tasks'));
      assert.equal(names.includes('write_task'), !isReadOnly);
    });

  it('offers a token that only reads no prompt that tells to write', async () => {
    const reading = await service.token(village.accounts.resident, ['mcp:read']);
    const client = createMcpClient(service, 'resident', reading);
    const names = namesOf((await client.ask('prompts/list')).body.result?.prompts);
    assert.ok(names.includes('answer_with_quotations'));
    assert.ok(!names.includes('write_diary_entry') && !names.includes('ask_the_board'));
    const asked = { name: 'write_diary_entry', arguments: { notes: 'Дождь.' } };
    assert.equal((await client.ask('prompts/get', asked)).body.error?.code, -32602);
    const writing = createMcpClient(service, 'resident', token);
    assert.ok((await writing.ask('prompts/get', asked)).body.result);
  });

  it('says to a stranger what this is, for whom, and how one joins', async () => {
    const { body } = await createMcpClient(service, 'public').ask('initialize');
    const instructions = String(body.result?.instructions);
    assert.match(
      instructions,
      /cottage villages.*residents.*boards.*companies.*\/register.*settlements:\/\/about/s,
    );
  });

  it('has a resource about the service on every server, in the language of the call', async () => {
    const tokens = {
      public: undefined,
      resident: token,
      settlement: await service.token(village.accounts.editor),
      platform: await service.token(village.accounts.moderator),
      company: token,
    };
    for (const audience of audiences) {
      const client = createMcpClient(service, audience, tokens[audience]);
      const listed = (await client.ask('resources/list')).body.result?.resources as { uri: string }[];
      assert.deepEqual(
        listed.map(({ uri }) => uri),
        ['settlements://about'],
      );
      const { body } = await client.ask('resources/read', { uri: 'settlements://about' });
      const [content] = (body.result?.contents ?? []) as { text: string }[];
      for (const address of ['/register', '/settlements', '/connect', `/mcp/${audience}`])
        assert.ok(content?.text.includes(`${service.url}${address}`), `${audience} ${address}`);
    }
    const response = await fetch(`${service.url}/mcp/public`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'ru' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'resources/read',
        params: { uri: 'settlements://about' },
      }),
    });
    assert.match(await response.text(), /Правление подтвердит/);
  });
});

const readReply = <Reply>({ body }: McpResponse) => body.result?.structuredContent as Reply;

describe('what refusals of tools tell an assistant to do', () => {
  let service: TestService;
  let village: Village;
  let call: ReturnType<typeof createMcpClient>['call'];
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const token = await service.token(village.accounts.resident);
    ({ call } = createMcpClient(service, 'resident', token));
  });

  it('names only arguments that the tool has', async () => {
    const { errors = {} } = readRefusal(
      await call('write_task', { settlement: 'berezka', kind: 'reminder', title: 'Т', addressee: 'board' }),
    );
    assert.deepEqual(Object.keys(errors), ['addressee']);
  });

  it('says where a file over 1 MB goes', async () => {
    const data = 'A'.repeat(1_500_000);
    const { errors = {} } = readRefusal(
      await call('upload_media', { subject_type: 'parcel', subject_id: village.plots.resident, data }),
    );
    assert.match(errors.data?.[0] ?? '', /upload_url/);
    const larger = await call('upload_media', {
      subject_type: 'parcel',
      subject_id: village.plots.resident,
      data: data.repeat(3),
    });
    assert.equal(larger.status, 413);
    assert.match(larger.body.error?.message ?? '', /upload_url/);
  });

  it('names a key that was used for something else as the argument it was sent in', async () => {
    const key = { settlement: 'berezka', idempotency_key: 'once' };
    await call('write_task', { ...key, title: 'Первое' });
    const { errors = {} } = readRefusal(await call('write_task', { ...key, title: 'Другое' }));
    assert.deepEqual(Object.keys(errors), ['idempotency_key']);
  });

  it('says that a place is unknown instead of listing nothing', async () => {
    for (const [tool, argument] of [
      ['list_settlements', 'place'],
      ['list_places', 'parent'],
    ] as const) {
      const { errors = {} } = readRefusal(await call(tool, { [argument]: '999' }));
      assert.match(errors[argument]?.[0] ?? '', /list_places/);
    }
    const leaf = await call('list_places', { parent: village.places.district });
    assert.deepEqual(readReply<{ places: object[] }>(leaf).places, []);
  });

  it('finds what was removed, which then comes back', async () => {
    const parcel = village.plots.resident;
    const { data } = await village.clients.resident.write_parcel_object({
      parcel,
      kind: 'tree',
      title: 'Слива',
    });
    await call('edit_parcel_object', { parcel, object: data.id, removed: true });
    const found = await call('list_parcel_objects', { parcel, removed: true });
    const { objects } = readReply<{ objects: { id: string }[] }>(found);
    assert.deepEqual(
      objects.map(({ id }) => id),
      [data.id],
    );
    const back = await call('edit_parcel_object', { parcel, object: data.id, removed: false });
    assert.equal(back.body.result?.isError, undefined);
  });

  it('tells who receives a message', async () => {
    const sent = await call('send_message', {
      to: 'person',
      settlement: 'berezka',
      parcel: '2',
      body: 'Эй!',
    });
    assert.deepEqual(readReply<{ data: { to: object } }>(sent).data.to, { kind: 'person', title: 'Plot 2' });
  });
});
