import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createThings } from './mentioned-things.ts';

describe('mentions and photographs of an article', () => {
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
  const show = async (article: string, who = village.clients.resident) =>
    (await who.show_article({ settlement, article })).data;

  it('maps mentions to current titles, as far as the reader may see', async () => {
    const tree = await things.object('Яблоня');
    const photo = await things.photo({ caption: 'В цвету', visibility: 'public' });
    const own = await things.photo({ visibility: 'private' });
    const task = await things.task('Обрезать', village.accounts.resident);
    const body = `[object:${tree}] [media:${photo}] [media:${own}] [task:${task}] [gallery:${tree}] [gallery:${village.plots.resident}] [object:999] \`[task:1]\``;
    const article = await write(body, { visibility: 'public' });
    const all = {
      [`object:${tree}`]: { type: 'object', id: tree, title: 'Яблоня' },
      [`media:${photo}`]: { type: 'media', id: photo, title: 'В цвету' },
      [`media:${own}`]: { type: 'media', id: own, title: 'Photograph' },
      [`task:${task}`]: { type: 'task', id: task, title: 'Обрезать' },
      [`gallery:${tree}`]: { type: 'gallery', id: tree, title: 'Яблоня' },
      [`gallery:${village.plots.resident}`]: { type: 'gallery', id: village.plots.resident, title: 'Plot 1' },
    };
    assert.deepEqual(article.mentions, all);
    assert.deepEqual([article.mentions_count, article.photos_count, article.body], [6, 2, body]);
    const published = await village.clients.resident.publish_article({ settlement, article: article.id });
    assert.deepEqual(published.data.mentions, all);
    const keys = async (who: typeof village.anonymous) =>
      Object.keys((await show(article.id, who)).mentions).sort();
    const open = [`gallery:${village.plots.resident}`, `media:${photo}`].sort();
    assert.deepEqual(await keys(village.clients.neighbour), open, 'the garden is its people’s business');
    assert.deepEqual(await keys(village.clients.editor), Object.keys(all).sort());
    assert.deepEqual(await keys(village.anonymous), open);
    await service.db`update parcel_object set title = 'Старая яблоня' where id = ${tree}`;
    assert.equal((await show(article.id)).mentions[`object:${tree}`]?.title, 'Старая яблоня');
    const other = await things.object('Чужое', village.outsiderPlot);
    assert.deepEqual((await write(`[object:${other}]`)).mentions, [], 'nothing of another settlement');
  });

  it('lists the article in the history of mentioned objects, for its readers', async () => {
    const tree = await things.object('Груша');
    const article = await write(`[object:${tree}]`);
    const history = async (client: typeof village.anonymous) =>
      (
        await client.show_parcel_object({ parcel: village.plots.resident, object: tree })
      ).data.history.articles.map(({ id }) => id);
    const { resident, editor } = village.clients;
    assert.deepEqual(await history(resident), [article.id], 'the author’s own draft');
    await resident.publish_article({ settlement, article: article.id });
    assert.deepEqual(await history(editor), [article.id]);
    await village.clients.outsider.write_article({
      settlement: 'sosny',
      parcel_id: '1',
      title: 'Тайное',
      body: `[object:${tree}]`,
      visibility: 'private',
    });
    assert.deepEqual(await history(editor), [article.id], 'nothing of another settlement');
    await resident.edit_article({ settlement, article: article.id, body: 'Без груши' });
    assert.deepEqual(await history(editor), []);
  });

  it('takes the day from the author, the photographs or the time of writing, in the settlement’s zone', async () => {
    const early = await things.photo({ takenAt: '2025-06-30T22:30:00Z' });
    const late = await things.photo({ takenAt: '2025-07-04T10:00:00Z' });
    const article = await write(`[media:${late}] [media:${early}]`);
    assert.equal(article.about_on, '2025-07-01', 'half past one in the morning in Moscow');
    const edit = async (input: object) => {
      await village.clients.resident.edit_article({ settlement, article: article.id, ...input });
      return (await show(article.id)).about_on;
    };
    assert.equal(await edit({ about_on: '2024-01-02' }), '2024-01-02');
    assert.equal(await edit({ body: `[media:${late}]` }), '2024-01-02', 'the author has said it');
    assert.equal(await edit({ about_on: null }), '2025-07-04', 'the question is given back');
    assert.equal(
      await edit({ body: 'Без фотографий' }),
      new Date(Date.parse(article.created_at) + 3 * 3_600_000).toISOString().slice(0, 10),
    );
    assert.equal((await write('Текст', { about_on: '2020-02-29' })).about_on, '2020-02-29');
  });

  it('takes the cover from photographs of the plot', async () => {
    const first = await things.photo();
    const second = await things.photo();
    const strange = await things.photo({
      parcel: village.plots.neighbour,
      owner: village.accounts.neighbour,
    });
    const scan = await things.photo({ contentType: 'application/pdf' });
    const hidden = await things.photo({ owner: village.accounts.neighbour, visibility: 'private' });
    const article = await write(`[media:${strange}] [media:${first}]`, { cover_media_id: second });
    assert.equal(article.cover_media_id, second);
    for (const cover of [strange, scan, hidden, '999']) {
      await assertRefused(write('т', { cover_media_id: cover }), 422, 'cover_media_id');
      await assertRefused(
        village.clients.resident.edit_article({ settlement, article: article.id, cover_media_id: cover }),
        422,
        'cover_media_id',
      );
    }
    await village.clients.resident.edit_article({ settlement, article: article.id, cover_media_id: null });
    assert.equal((await show(article.id)).cover_media_id, strange, 'the first the text names');
    const { data: post } = await village.clients.editor.write_article({
      settlement,
      kind: 'post',
      title: 'О посёлке',
      body: 'т',
      cover_media_id: strange,
      visibility: 'public',
    });
    assert.equal(post.cover_media_id, strange, 'the settlement’s own kinds show anything of the settlement');
    await village.clients.editor.publish_article({ settlement, article: post.id });
    assert.equal(
      (await show(post.id, village.anonymous)).cover_media_id,
      null,
      'a stranger does not see the picture',
    );
  });

  it('assigns photographs to objects', async () => {
    const tree = await things.object('Вишня');
    const well = await things.object('Колодец');
    const [one, two, three] = [
      await things.photo(),
      await things.photo(),
      await things.photo({ subject: ['object', well] }),
    ];
    const subjects = () => Promise.all([one, two, three].map(things.subjectOf));
    const named = `[media:${one}] [media:${two}] [media:${three}]`;
    const plot = `parcel:${village.plots.resident}`;
    const article = await write(named);
    assert.deepEqual(await subjects(), [plot, plot, `object:${well}`], 'no object named, nothing moves');
    const edit = (input: object) =>
      village.clients.resident.edit_article({ settlement, article: article.id, ...input });
    await edit({ body: `${named} [object:${tree}] [object:${well}]` });
    assert.deepEqual(await subjects(), [plot, plot, `object:${well}`], 'two objects leave it open');
    await edit({ body: `${named} [object:${tree}]`, photo_subjects: [{ media: two, object: null }] });
    assert.deepEqual(await subjects(), [`object:${tree}`, plot, `object:${well}`]);
    await edit({
      photo_subjects: [
        { media: one, object: well },
        { media: three, object: null },
        { media: two, object: tree },
      ],
    });
    assert.deepEqual(await subjects(), [`object:${well}`, `object:${tree}`, plot]);

    const strange = await things.photo({
      parcel: village.plots.neighbour,
      owner: village.accounts.neighbour,
    });
    const strangeTree = await things.object('Слива', village.plots.neighbour);
    await assertRefused(
      edit({ title: 'Не станет', photo_subjects: [{ media: strange, object: null }] }),
      422,
      'photo_subjects.0.media',
    );
    await assertRefused(
      edit({ photo_subjects: [{ media: one, object: strangeTree }] }),
      422,
      'photo_subjects.0.object',
    );
    await assertRefused(edit({ photo_subjects: [{ media: one }] }), 422, 'photo_subjects.0.object');
    await assertRefused(
      edit({ photo_subjects: [{ media: one, object: null, x: 1 }] }),
      422,
      'photo_subjects.0.x',
    );
    assert.equal((await show(article.id)).title, 'Запись', 'nothing of a refused edit is kept');
    await assertRefused(
      village.clients.editor.write_article({
        settlement,
        kind: 'post',
        title: 'П',
        body: 'т',
        photo_subjects: [{ media: one, object: null }],
      }),
      422,
      'photo_subjects',
    );
  });

  it('does not let a former member of the plot reassign its photographs', async () => {
    const tree = await things.object('Ива');
    const photo = await things.photo();
    const article = await write('Черновик');
    const membership = (state: string) =>
      service.db`update membership set state = ${state} where account_id = ${village.accounts.resident}`;
    await membership('ended');
    const edit = (input: object) =>
      village.clients.resident.edit_article({ settlement, article: article.id, ...input });
    await assertRefused(edit({ body: `[media:${photo}] [object:${tree}]` }), 403);
    assert.equal(await things.subjectOf(photo), `parcel:${village.plots.resident}`);
    await assertRefused(edit({ photo_subjects: [{ media: photo, object: null }] }), 403);
    await membership('confirmed');
  });

  it('cannot be removed while it owns a photograph', async () => {
    const article = await write('С фотографией');
    const photo = await things.photo({ subject: ['article', article.id] });
    const remove = () => village.clients.resident.remove_article({ settlement, article: article.slug });
    await assertRefused(remove(), 422, 'article');
    assert.equal((await show(article.id)).id, article.id);
    await service.db`update media set subject_type = 'parcel', subject_id = parcel_id where id = ${photo}`;
    await remove();
    assert.equal(await things.subjectOf(photo), `parcel:${village.plots.resident}`, 'the photograph stays');
    const named = await write(`[media:${photo}]`);
    assert.deepEqual(await village.clients.resident.remove_article({ settlement, article: named.id }), {
      data: { removed: true },
    });
    assert.equal(await things.subjectOf(photo), `parcel:${village.plots.resident}`);
  });
});
