import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ApiError } from '../../../src/entry/client/client.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('concurrent changes of an article', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const status = (call: Promise<unknown>) =>
    call.then(
      () => 200,
      (error: unknown) => (error instanceof ApiError ? error.status : 0),
    );
  const draft = async () =>
    (await village.clients.resident.write_article({ settlement, parcel_id: '1', title: 'Спор', body: 'т' }))
      .data.id;

  it('publish once of many attempts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const article = await draft();
      const { resident, editor } = village.clients;
      const results = await Promise.all(
        [resident, editor, resident, editor].map((client) =>
          status(client.publish_article({ settlement, article })),
        ),
      );
      assert.deepEqual(results.sort(), [200, 422, 422, 422]);
    }
  });

  it('lose neither an edit nor a publication', async () => {
    for (let round = 0; round < 5; round += 1) {
      const article = await draft();
      const { resident, editor } = village.clients;
      const results = await Promise.all([
        status(editor.publish_article({ settlement, article })),
        status(resident.edit_article({ settlement, article, title: 'Правка', tags: ['один'] })),
        status(resident.edit_article({ settlement, article, body: 'Другое', tags: ['два', 'три'] })),
      ]);
      assert.deepEqual(results, [200, 200, 200]);
      const { data } = await resident.show_article({ settlement, article });
      assert.deepEqual([data.status, data.title, data.body], ['published', 'Правка', 'Другое']);
      assert.ok(
        [['один'], ['два', 'три']].some((tags) => tags.join() === data.tags.join()),
        'one set of tags, whole',
      );
    }
  });

  it('serialize a removal and an edit', async () => {
    for (let round = 0; round < 8; round += 1) {
      const article = await draft();
      const { resident, editor } = village.clients;
      const [removed, edited, published] = await Promise.all([
        status(resident.remove_article({ settlement, article })),
        status(editor.edit_article({ settlement, article, visibility: 'private', reason: 'Поздно' })),
        status(editor.publish_article({ settlement, article })),
      ]);
      assert.equal(removed, 200);
      assert.ok([200, 404].includes(edited) && [200, 404].includes(published), `${edited} ${published}`);
      assert.equal(
        (
          await service.db`select 1 from tagging where subject_id = ${article}
                           union all select 1 from board_hiding where subject_id = ${article}`
        ).length,
        0,
        'nothing is left behind',
      );
      assert.equal(await status(resident.show_article({ settlement, article })), 404);
    }
  });
});
