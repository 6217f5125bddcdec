import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ApiError } from '../../src/entry/client/client.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { createMcpClient, readRefusal } from '../transport/mcp/json-rpc-client.ts';
import {
  type Column,
  columns,
  createRows,
  readTable,
  reason,
  seatBoards,
  settlement,
} from './whose-words-rows.ts';

describe('words written by people', () => {
  let service: TestService;
  let village: Village;
  let accounts: Record<Column, string>;
  let parts: ReturnType<typeof createRows>;
  let table: Map<string, string[]>;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    accounts = await seatBoards(service, village);
    parts = createRows(service, village);
    table = await readTable();
  });
  const entry = (more: object = {}, publish = true) => parts.entry(more, publish);
  const photo = () => parts.photo();

  const statusOf = async (call: Promise<unknown>): Promise<number> => {
    try {
      return (await call) === 'waits' ? 403 : 200;
    } catch (error) {
      if (error instanceof ApiError) return error.status;
      throw error;
    }
  };

  it('are changed by whom the table says, for every row and everybody', async () => {
    const { rows } = parts;
    assert.deepEqual([...table.keys()], Object.keys(rows), 'the table lists what is tested');
    for (const [name, row] of Object.entries(rows)) {
      const found: string[] = [];
      for (const column of columns) {
        const thing = await row.make();
        const client =
          column === 'author' && row.bySecond ? village.clients.newcomer : await service.as(accounts[column]);
        const status = await statusOf(row.try(client, thing));
        const stands = (await row.stands?.(thing)) ?? false;
        assert.ok([200, 403, 404].includes(status), `${name}, ${column}: ${status}`);
        found.push(stands ? 'no' : status === 200 ? 'yes' : status === 403 ? 'no' : 'unseen');
      }
      assert.deepEqual(found, table.get(name), name);
    }
  });

  const told = async (key: string) => {
    const { notifications } = await village.clients.resident.list_notifications({});
    return notifications
      .filter((each) => each.key === `notifications.${key}`)
      .map((each) => each.replacements);
  };

  it('are hidden by the board with a reason that the author reads, and shown again no wider than the author chose', async () => {
    const { resident, editor, neighbour } = village.clients;
    const article = await entry({ title: 'Пожар у соседей' });
    const at = { settlement, article };
    const tool = createMcpClient(service, 'settlement', await service.token(village.accounts.editor));
    const bare = await tool.call('edit_article', { ...at, visibility: 'private' });
    assert.deepEqual(Object.keys(readRefusal(bare).errors ?? {}), ['reason'], 'tools require it');
    assert.equal((await resident.show_article(at)).data.visibility, 'public');
    const { data } = await editor.edit_article({ ...at, visibility: 'residents', reason: ` ${reason} ` });
    assert.deepEqual([data.visibility, data.hidden?.reason], ['residents', reason]);
    assert.deepEqual((await told('article_hidden')).at(0), { title: 'Пожар у соседей', reason });
    assert.equal((await resident.show_article(at)).data.hidden?.reason, reason);
    assert.equal((await neighbour.show_article(at)).data.hidden, undefined, 'nobody else reads the reason');
    assert.equal(await statusOf(village.anonymous.show_article(at)), 404);

    await resident.edit_article({ ...at, body: 'Поправил, как просили' });
    for (const visibility of ['settlement', 'public'] as const)
      assert.equal(await statusOf(resident.edit_article({ ...at, visibility })), 422, visibility);
    await resident.edit_article({ ...at, visibility: 'private' });
    await resident.edit_article({ ...at, visibility: 'residents' });
    // The author has chosen residents since: the board lifting its limit shows it to no more.
    const lifted = await editor.edit_article({ ...at, visibility: 'public' });
    assert.deepEqual([lifted.data.visibility, lifted.data.hidden], ['residents', undefined]);
    assert.equal((await told('article_shown')).length, 1);
    assert.equal(await statusOf(editor.edit_article({ ...at, visibility: 'public' })), 403, 'not twice');
    await resident.edit_article({ ...at, visibility: 'public' });

    const rows = await service.db<{ action: string; before: object; after: object }[]>`
      select action, before, after from audit_entry where subject_type = 'article' and subject_id = ${article} order by id`;
    assert.deepEqual(
      rows.map(({ action, before, after }) => [action, before, after]),
      [
        ['edit_article', { visibility: 'public', reason: null }, { visibility: 'residents', reason }],
        ['edit_article', { visibility: 'residents', reason }, { visibility: 'residents', reason: null }],
      ],
    );
  });

  it('are hidden by the board over REST without a reason, and the author is told that there is none', async () => {
    const { resident, editor } = village.clients;
    const at = { settlement, article: await entry({ title: 'Без причины' }) };
    const { data } = await editor.edit_article({ ...at, visibility: 'private' });
    assert.deepEqual([data.visibility, data.hidden?.reason], ['private', '']);
    assert.deepEqual(await told('article_hidden_unexplained'), [{ title: 'Без причины' }]);
    assert.equal((await resident.show_article(at)).data.hidden?.reason, '');
    assert.equal(await statusOf(resident.edit_article({ ...at, visibility: 'public' })), 422);
    const explained = await editor.edit_article({ ...at, visibility: 'private', reason });
    assert.equal(explained.data.hidden?.reason, reason, 'given later');
    assert.deepEqual((await told('article_hidden')).at(0), { title: 'Без причины', reason });
    const shown = await editor.edit_article({ ...at, visibility: 'public' });
    assert.deepEqual([shown.data.visibility, shown.data.hidden], ['public', undefined]);
  });

  it('of a photograph are hidden likewise; a removed and restored one stays hidden', async () => {
    const { resident, editor } = village.clients;
    const media = await photo();
    const tool = createMcpClient(service, 'settlement', await service.token(village.accounts.editor));
    const bare = await tool.call('edit_media', { media, visibility: 'private' });
    assert.deepEqual(Object.keys(readRefusal(bare).errors ?? {}), ['reason']);
    await editor.edit_media({ media, visibility: 'private' });
    assert.deepEqual((await told('media_hidden_unexplained')).at(0), { caption: 'Крыльцо' });
    await editor.edit_media({ media, visibility: 'private', reason });
    assert.deepEqual((await told('media_hidden')).at(0), { caption: 'Крыльцо', reason });
    const own = async () => {
      const { media: listed } = await resident.list_media({ settlement, media });
      return [listed[0]?.visibility, listed[0]?.hidden?.reason];
    };
    assert.deepEqual(await own(), ['private', reason]);
    await resident.edit_media({ media, caption: 'Без лиц' });
    assert.equal(await statusOf(resident.edit_media({ media, visibility: 'residents' })), 422);
    await resident.remove_media({ media });
    await resident.edit_media({ media, removed: false });
    assert.equal(await statusOf(resident.edit_media({ media, visibility: 'public' })), 422);
    assert.deepEqual(await own(), ['private', reason]);
    await editor.edit_media({ media, visibility: 'public' });
    assert.deepEqual(await own(), ['public', undefined]);
    assert.equal((await told('media_shown')).length, 1);
  });

  it('published by the board from a draft are told to their author and are in the audit', async () => {
    const article = await entry({ title: 'Черновик' }, false);
    await village.clients.editor.publish_article({ settlement, article });
    assert.deepEqual((await told('article_published')).at(0), { title: 'Черновик' });
    const rows = await service.db`
      select 1 from audit_entry where action = 'publish_article' and subject_id = ${article}`;
    assert.equal(rows.length, 1);
  });

  it('are not widened by an author at the moment the board hides them', async () => {
    const { resident, editor } = village.clients;
    for (let round = 0; round < 6; round += 1) {
      const at = { settlement, article: await entry({ visibility: 'settlement' }) };
      await Promise.all([
        statusOf(editor.edit_article({ ...at, visibility: 'private', reason })),
        statusOf(resident.edit_article({ ...at, visibility: 'public' })),
      ]);
      const { data } = await resident.show_article(at);
      assert.deepEqual([data.visibility, data.hidden?.reason], ['private', reason]);
    }
  });
});
