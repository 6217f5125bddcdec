import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '../../../src/entry/client/client.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { purgeRemoved, upload } from '../media/uploads.ts';

let service: TestService;
let village: Village;
before(async () => {
  service = await startService();
  village = await buildVillage(service);
});

async function countKept(id: string): Promise<number> {
  const [{ count = 0 } = {}] = await service.db<{ count: number }[]>`
    select count(*)::int as count from replaced_value where subject_id = ${id}`;
  return count;
}

describe('the replaced caption of a photograph', () => {
  const readKept = async (client: Client, media: string) =>
    (await client.edit_media({ media, replaced: true })).data.replaced?.map(({ fields }) => fields);

  it('is kept unless the edit says what it saw', async () => {
    const { resident, editor } = village.clients;
    const { id } = await upload(resident, {
      subject_type: 'parcel',
      subject_id: village.plots.resident,
      caption: 'Яблоня',
      tags: ['сад'],
      visibility: 'public',
    });
    await assert.rejects(editor.edit_media({ media: id, caption: 'Слова правления' }));
    await resident.edit_media({ media: id, caption: 'Дерево' });
    await resident.edit_media({ media: id, caption: 'Антоновка', seen: { caption: 'Дерево' } });
    await resident.edit_media({ media: id, visibility: 'residents' });
    await resident.edit_media({ media: id, add_tags: ['осень'] });
    await resident.edit_media({ media: id, tags: ['урожай'], seen: { caption: 'Антоновка' } });
    const kept = [{ tags: ['сад', 'осень'] }, { caption: 'Яблоня' }];
    assert.deepEqual(await readKept(resident, id), kept);
    const { data } = await resident.edit_media({ media: id, replaced: true });
    assert.equal(data.replaced?.length, 2);
    assert.equal((await resident.edit_media({ media: id })).data.replaced, undefined, 'only when asked for');
    for (const client of [editor, village.clients.neighbour])
      assert.equal(await readKept(client, id).catch(() => undefined), undefined, 'not for others');

    await resident.remove_media({ media: id });
    await resident.edit_media({ media: id, removed: false });
    assert.deepEqual(await readKept(resident, id), kept, 'brought back with the photograph');
    await resident.remove_media({ media: id });
    await purgeRemoved(service);
    assert.equal(await countKept(id), 0);
  });

  it('of the settlement is for the board, whoever of it uploaded the photograph', async () => {
    const { editor, moderator } = village.clients;
    const { id } = await upload(editor, {
      subject_type: 'settlement',
      subject_id: village.settlement.id,
      caption: 'Въезд',
    });
    await editor.edit_media({ media: id, caption: 'Ворота' });
    await service.db`update media set owner_id = ${village.accounts.moderator} where id = ${id}`;
    assert.deepEqual(await readKept(editor, id), [{ caption: 'Въезд' }]);
    await assert.rejects(readKept(moderator, id), 'no longer on the board');
  });

  it('goes with a verdict and with a knowledge article', async () => {
    const { resident } = village.clients;
    const company = {
      settlement: village.settlement.slug,
      subject_type: 'company',
      subject_id: village.companyId,
    } as const;
    const { data: review } = await resident.post_review({ ...company, medal: 'silver', body: 'Быстро.' });
    const article = await resident.write_knowledge_article({
      title: 'Колодец',
      body: 'Как чистить колодец осенью.',
    });
    const subjects = [
      { subject_type: 'review', subject_id: review.id },
      { subject_type: 'knowledge_article', subject_id: article.id },
    ] as const;
    for (const subject of subjects) {
      const { id } = await upload(resident, { ...subject, caption: 'До' });
      await resident.edit_media({ media: id, caption: 'После' });
      assert.deepEqual(await readKept(resident, id), [{ caption: 'До' }]);
      if (subject.subject_type === 'review') await resident.withdraw_review(company);
      else await resident.remove_knowledge_article({ article: article.id });
      assert.equal(await countKept(id), 0, subject.subject_type);
    }
  });
});

describe('the replaced words of an article', () => {
  const at = { settlement: 'berezka' };
  const readKept = async (client: Client, article: string) =>
    (await client.show_article({ ...at, article, replaced: true })).data.replaced?.map(
      ({ fields }) => fields.body,
    );
  /** Written privately, published for everybody, then edited by both without saying what they saw. */
  async function writeTwice(author: Client, kind: 'diary' | 'post'): Promise<string> {
    const { data } = await author.write_article({
      ...at,
      kind,
      ...(kind === 'diary' && { parcel_id: village.plots.resident }),
      title: 'Забор',
      body: 'О чём знаю только я',
      visibility: 'private',
    });
    await author.edit_article({ ...at, article: data.id, body: 'Для всех', visibility: 'public' });
    await author.publish_article({ ...at, article: data.id });
    return data.id;
  }

  it('of a diary entry are for its author, not for the board', async () => {
    const { resident, neighbour, editor, moderator } = village.clients;
    const article = await writeTwice(resident, 'diary');
    assert.deepEqual(await readKept(resident, article), ['О чём знаю только я']);
    for (const client of [editor, neighbour, moderator, village.anonymous])
      assert.equal(await readKept(client, article), undefined);
    await resident.edit_article({ ...at, article, body: 'Другое' });
    assert.deepEqual(await readKept(resident, article), ['Для всех', 'О чём знаю только я']);
    await editor.edit_article({ ...at, article, visibility: 'residents', reason: 'Имена соседей' });
    assert.equal(await readKept(editor, article), undefined, 'also after the board has hidden it');
  });

  it('of a diary entry stay with the author who left the plot, and are not for who came after', async () => {
    const { resident, newcomer } = village.clients;
    const article = await writeTwice(resident, 'diary');
    const plot = village.plots.resident;
    const move = (from: string, to: string) =>
      service.db`update membership set account_id = ${to} where account_id = ${from} and parcel_id = ${plot}`;
    await move(village.accounts.resident, village.accounts.newcomer);
    assert.deepEqual(await readKept(resident, article), ['О чём знаю только я']);
    assert.equal(await readKept(newcomer, article), undefined);
    await move(village.accounts.newcomer, village.accounts.resident);
  });

  it('of a post are for the board, not for its author who has left it', async () => {
    const { editor, resident, neighbour } = village.clients;
    const article = await writeTwice(editor, 'post');
    assert.deepEqual(await readKept(editor, article), ['О чём знаю только я']);
    for (const client of [resident, neighbour, village.anonymous])
      assert.equal(await readKept(client, article), undefined);
    const { accounts } = village;
    const pass = (from: string, to: string) =>
      service.db`update settlement_role set account_id = ${to} where account_id = ${from}`;
    await pass(accounts.editor, accounts.neighbour);
    assert.equal(await readKept(editor, article), undefined, 'a former editor');
    assert.deepEqual(await readKept(neighbour, article), ['О чём знаю только я'], 'the editor of today');
    await pass(accounts.neighbour, accounts.editor);
  });
});

describe('the replaced words of an object on a plot', () => {
  it('are for members of the plot, not for the board that sees the object', async () => {
    const { resident, editor, neighbour } = village.clients;
    const parcel = village.plots.resident;
    const { data } = await resident.write_parcel_object({
      parcel,
      kind: 'tree',
      title: 'Дуб',
      notes: 'Ключ под корнем',
    });
    await resident.edit_parcel_object({ parcel, object: data.id, notes: 'Желуди' });
    const read = async (client: Client) =>
      (await client.show_parcel_object({ parcel, object: data.id, replaced: true })).data;
    assert.deepEqual(
      (await read(resident)).replaced?.map(({ fields }) => fields),
      [{ notes: 'Ключ под корнем' }],
    );
    const shown = await read(editor);
    assert.deepEqual([shown.notes, shown.replaced], ['Желуди', undefined]);
    await assert.rejects(read(neighbour));
  });
});
