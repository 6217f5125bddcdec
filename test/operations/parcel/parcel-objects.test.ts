import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';

const spot = { latitude: 56.30015, longitude: 37.50025 };
const tree = { kind: 'tree', title: ' Антоновка ', geometry: { type: 'point', points: [spot] } } as const;

describe('objects on a plot', () => {
  let service: TestService;
  let village: Village;
  let parcel: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    parcel = village.plots.resident;
  });
  const write = async (input: object = {}) =>
    (await village.clients.resident.write_parcel_object({ parcel, ...tree, ...input } as never)).data;
  const edit = (object: string, change: object) =>
    village.clients.resident.edit_parcel_object({ parcel, object, ...change });

  it('are visible to members and the board, and written by members only', async () => {
    const { id } = await write({ tags: ['Сад', 'яблоня'], begun_on: '2011-04-24' });
    for (const persona of personas) {
      const client = village.clients[persona];
      const sees = persona === 'resident' || persona === 'editor';
      const refusal = persona === 'editor' ? 403 : 404;
      if (sees) {
        assert.equal((await client.list_parcel_objects({ parcel })).objects.length, 1);
        assert.equal((await client.show_parcel_object({ parcel, object: id })).data.title, 'Антоновка');
      } else {
        await assertRefused(client.list_parcel_objects({ parcel }), 404);
        await assertRefused(client.show_parcel_object({ parcel, object: id }), 404);
      }
      if (persona === 'resident') continue;
      await assertRefused(client.write_parcel_object({ parcel, ...tree, geometry: null }), refusal);
      await assertRefused(client.edit_parcel_object({ parcel, object: id, title: 'x' }), refusal);
    }
    await assertRefused(village.anonymous.list_parcel_objects({ parcel }), 401);
    const reader = await service.as(village.accounts.resident, ['mcp:read']);
    await assertRefused(reader.write_parcel_object({ parcel, ...tree, geometry: null }), 403);
    await assertRefused(village.clients.resident.list_parcel_objects({ parcel: '2' }), 404);
    await assertRefused(village.clients.resident.list_parcel_objects({ parcel: '999' }), 404);
    await assertRefused(
      village.clients.neighbour.show_parcel_object({ parcel: village.plots.neighbour, object: id }),
      404,
    );
  });

  it('refuse an edit of a changed object (seen_updated_at), also within the same second', async () => {
    const written = await write({});
    // Times on the wire are whole seconds: several edits within one must not lead back to a time that was seen.
    for (const title of ['Пепин', 'Штрейфлинг', 'Белый налив']) {
      await edit(written.id, { title });
      await assertRefused(
        edit(written.id, { title: 'Мелба', seen_updated_at: written.updated_at }),
        422,
        'seen_updated_at',
      );
    }
    await assertRefused(edit(written.id, { title: 'Антоновка', seen_updated_at: written.updated_at }), 422);
    const { data } = await village.clients.resident.show_parcel_object({ parcel, object: written.id });
    assert.equal(data.title, 'Белый налив');
    await edit(written.id, { title: 'Антоновка', seen_updated_at: data.updated_at });
  });

  it('change only in what is sent, are archived and restored', async () => {
    const written = await write({ notes: 'кислая', tags: ['сад'] });
    const { data: renamed } = await edit(written.id, { title: 'Белый налив', kind: 'shrub' });
    assert.deepEqual(
      { ...renamed, updated_at: '' },
      { ...written, title: 'Белый налив', kind: 'shrub', updated_at: '' },
    );
    const { data: bare } = await edit(written.id, { geometry: null, begun_on: null, notes: '', tags: null });
    assert.deepEqual([bare.geometry, bare.begun_on, bare.notes, bare.tags], [null, null, '', []]);
    assert.equal((await edit(written.id, { archived: true })).data.archived, true);
    const shown = async (archived: boolean) =>
      (await village.clients.resident.list_parcel_objects({ parcel, archived })).objects.some(
        ({ id }) => id === written.id,
      );
    assert.deepEqual([await shown(false), await shown(true)], [false, true]);
    assert.equal((await edit(written.id, { archived: false })).data.archived, false);
    assert.equal(await shown(false), true);
  });

  it('are points, lines and rings near their plot; others are refused by field', async () => {
    const at = (dx: number, dy: number) => ({ latitude: spot.latitude + dy, longitude: spot.longitude + dx });
    const ring = [at(0, 0), at(0.0001, 0), at(0.0001, 0.0001), at(0, 0.0001)];
    const drawn = await write({ geometry: { type: 'ring', points: ring } });
    assert.deepEqual(drawn.geometry, { type: 'ring', points: ring });
    await write({ geometry: { type: 'line', points: ring.slice(0, 2) } });
    const bad = (geometry: object) =>
      village.clients.resident.write_parcel_object({ parcel, ...tree, geometry } as never);
    await assertRefused(bad({ type: 'point', points: ring }), 422, 'geometry.points');
    await assertRefused(bad({ type: 'point', points: [] }), 422, 'geometry.points');
    await assertRefused(bad({ type: 'line', points: [spot] }), 422, 'geometry.points');
    await assertRefused(
      bad({ type: 'ring', points: [ring[0], ring[2], ring[1], ring[3]] }),
      422,
      'geometry.points',
    );
    await assertRefused(
      bad({ type: 'point', points: [{ latitude: 91, longitude: 0 }] }),
      422,
      'geometry.points.0.latitude',
    );
    await assertRefused(bad({ type: 'cloud', points: [spot] }), 422, 'geometry.type');
    const far = await assertRefused(
      bad({ type: 'point', points: [{ latitude: spot.longitude, longitude: spot.latitude }] }),
      422,
      'geometry',
    );
    assert.match(far.body.message, /swapped/);
    await assertRefused(write({ title: '  ' }), 422, 'title');
    await assertRefused(write({ kind: 'dragon' }), 422, 'kind');
    await assertRefused(write({ begun_on: '2026-02-30' }), 422, 'begun_on');
  });

  it('list articles, photographs and tasks that mention them, as far as the reader may see', async () => {
    const { id } = await write();
    const { db, newId } = service;
    const now = new Date();
    const article = async (title: string, author: string, status: string, visibility: string) => {
      const article = newId();
      await db`
        insert into article (id, settlement_id, parcel_id, author_id, slug, title, body, excerpt, kind, status, visibility, about_on_shown, published_at, created_at, updated_at)
        values (${article}, ${village.settlement.id}, ${parcel}, ${author}, ${`a-${article}`}, ${title}, 'x', 'x', 'diary', ${status}, ${visibility},
                '2026-05-01', ${status === 'published' ? now : null}, ${now}, ${now})`;
      await db`insert into article_mention (article_id, position, type, subject_id) values (${article}, 1, 'object', ${id})`;
    };
    const { resident, editor } = village.accounts;
    await article('for all', resident, 'published', 'public');
    await article('draft of the resident', resident, 'draft', 'residents');
    await article('private of the editor', editor, 'published', 'private');
    await db`
      insert into task (id, settlement_id, parcel_id, object_id, kind, title, visibility, author_id, addressee, created_at, updated_at)
      values (${newId()}, ${village.settlement.id}, ${parcel}, ${id}, 'work', 'Обрезать', 'private', ${resident}, 'self', ${now}, ${now})`;
    const history = async (persona: 'resident' | 'editor') =>
      (await village.clients[persona].show_parcel_object({ parcel, object: id })).data.history;
    const own = await history('resident');
    assert.deepEqual(
      own.articles.map(({ title }) => title),
      ['draft of the resident', 'for all'],
    );
    assert.deepEqual(
      own.tasks.map(({ title }) => title),
      ['Обрезать'],
    );
    const board = await history('editor');
    assert.deepEqual(
      board.articles.map(({ title }) => title),
      ['private of the editor', 'draft of the resident', 'for all'],
      'the board sees drafts here as everywhere',
    );
    assert.deepEqual(board.tasks, [], 'a reminder to oneself is nobody else’s');
  });

  it('are paged, newest first', async () => {
    const titles = Array.from({ length: 9 }, (_, index) => `bed ${index}`);
    for (const title of titles) await write({ kind: 'bed', title, geometry: null });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { objects: { title: string }[]; cursor: string | null } =
        await village.clients.resident.list_parcel_objects({
          parcel,
          kind: 'bed',
          limit: 4,
          ...(cursor && { cursor }),
        });
      seen.push(...page.objects.map(({ title }) => title));
      cursor = page.cursor;
    } while (cursor !== null && seen.length < 50);
    assert.deepEqual(seen, titles.reverse());
  });

  it('are searched by words of the title and parts of the notes', async () => {
    const { resident } = village.clients;
    const parcel = village.plots.resident;
    await resident.write_parcel_object({
      parcel,
      kind: 'well',
      title: 'Глубокий колодец',
      notes: 'Восемь колец.',
    });
    const find = async (q: string) =>
      (await resident.list_parcel_objects({ parcel, q })).objects.map(({ title }) => title);
    for (const q of ['колодцы', 'глубокий', 'калодец', 'колец'])
      assert.deepEqual(await find(q), ['Глубокий колодец'], q);
    assert.deepEqual(await find('теплица из стекла'), []);
  });
});
