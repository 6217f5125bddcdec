import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createThings } from '../../operations/journal/mentioned-things.ts';

describe('articles and advice', () => {
  let service: TestService;
  let village: Village;
  let things: ReturnType<typeof createThings>;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    things = createThings(service, village);
  });
  const write = async (body: string, more: object = {}) =>
    (
      await village.clients.resident.write_article({
        settlement,
        parcel_id: '1',
        title: 'Запись',
        body,
        ...more,
      })
    ).data;

  it('an entry written without a cover has the first photograph that its text names', async () => {
    const [first, second] = [await things.photo(), await things.photo()];
    const entry = await write(`Сад: [media:${second}], [media:${first}]`, { cover_media_id: null });
    assert.equal(entry.cover_media_id, second);
  });

  it('photographs of a new entry become those of the one object that its text names', async () => {
    const [tree, photo] = [await things.object('Слива'), await things.photo()];
    await write(`[object:${tree}] [media:${photo}]`);
    assert.equal(await things.subjectOf(photo), `object:${tree}`);
  });

  it('photographs of a new entry show what the author says, else what they showed', async () => {
    const [tree, well] = [await things.object('Груша'), await things.object('Колодец')];
    const ofWell = { subject: ['object', well] as [string, string] };
    const [said, whole, kept, open] = [
      await things.photo(),
      await things.photo(ofWell),
      await things.photo(ofWell),
      await things.photo(),
    ];
    await write(`[object:${tree}] [media:${said}] [media:${whole}] [media:${kept}]`, {
      photo_subjects: [
        { media: said, object: well },
        { media: whole, object: null },
      ],
    });
    const plot = `parcel:${village.plots.resident}`;
    assert.deepEqual(await Promise.all([said, whole, kept].map(things.subjectOf)), [
      `object:${well}`,
      plot,
      `object:${well}`,
    ]);
    await write(`[object:${tree}] [object:${well}] [media:${open}]`);
    assert.equal(await things.subjectOf(open), plot, 'two objects leave it open');
  });

  it('removing an entry leaves the objects and tasks that it mentions', async () => {
    const tree = await things.object('Вишня');
    const task = await things.task('Полить', village.accounts.resident);
    const entry = await write(`[object:${tree}] [task:${task}]`);
    await village.clients.resident.remove_article({ settlement, article: entry.slug });
    const { data } = await village.clients.resident.show_parcel_object({
      parcel: village.plots.resident,
      object: tree,
    });
    assert.deepEqual([data.title, data.history.articles], ['Вишня', []]);
    assert.equal((await village.clients.resident.show_task({ task })).data.title, 'Полить');
  });

  it('a draft is in no list of articles, for its author and the board neither', async () => {
    const draft = await write('Черновик', { visibility: 'public', tags: ['черновик'] });
    for (const client of [village.clients.resident, village.clients.editor, village.anonymous])
      for (const filter of [{}, { parcel_id: '1' }, { kind: 'diary' as const }]) {
        const { articles } = await client.list_articles({ settlement, ...filter });
        assert.ok(!articles.some(({ id }) => id === draft.id));
      }
    await village.clients.resident.publish_article({ settlement, article: draft.id });
    const { articles } = await village.anonymous.list_articles({ settlement });
    assert.deepEqual([articles[0]?.id, articles[0]?.status], [draft.id, 'published']);
  });

  it('an entry made private leaves the lists of neighbours, and keeps its text', async () => {
    const entry = await write('Для соседей');
    const { resident, neighbour, editor } = village.clients;
    await resident.publish_article({ settlement, article: entry.id });
    const isListed = async (client: typeof resident) =>
      (await client.list_articles({ settlement })).articles.some(({ id }) => id === entry.id);
    assert.deepEqual([await isListed(neighbour), await isListed(editor)], [true, true]);
    await resident.edit_article({ settlement, article: entry.id, visibility: 'private' });
    assert.deepEqual([await isListed(neighbour), await isListed(editor)], [false, true]);
    const { data } = await editor.show_article({ settlement, article: entry.id });
    assert.deepEqual([data.body, data.status], ['Для соседей', 'published']);
  });

  it('a question is answered by eight passages unless another number is asked for', async () => {
    for (let count = 0; count < 10; count += 1)
      await village.clients.moderator.write_knowledge_article({
        title: `Плитняк ${count}`,
        body: `Плитняк кладут на песок, способ ${count}.`,
        publish: true,
      });
    const search = async (more: object) =>
      (await village.anonymous.search_shared_knowledge({ question: 'плитняк на песок', ...more })).data
        .passages.length;
    assert.deepEqual([await search({}), await search({ limit: 10 }), await search({ limit: 3 })], [8, 10, 3]);
  });
});
