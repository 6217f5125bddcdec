import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { articleKinds } from '../../../src/domain/rules/article-publication.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('publishing an announcement', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  it('publishes announcement_published once, in its transaction, and for announcements only', async () => {
    const told = async () =>
      service.db<{ article: string; author: string }[]>`
        select article_id as article, author_id as author from announcement_delivery order by event_id`;
    const jobs = async () => (await service.db`select 1 from job where queue = 'announcements'`).length;
    const { editor, neighbour } = village.clients;
    for (const kind of articleKinds) {
      const { data } = await editor
        .write_article({
          settlement,
          kind,
          title: kind,
          body: 'Текст',
          visibility: 'residents',
          ...(kind === 'diary' && { parcel_id: '1' }),
        })
        .catch((error: Error) => {
          // Diaries are written by members of the plot.
          if (kind === 'diary') return { data: null };
          throw error;
        });
      if (data === null) continue;
      assert.equal(
        (await told()).some(({ article }) => article === data.id),
        false,
        'a draft tells nothing',
      );
      await assertRefused(neighbour.publish_article({ settlement, article: data.id }), 404);
      await editor.publish_article({ settlement, article: data.id });
      await assertRefused(editor.publish_article({ settlement, article: data.id }), 422, 'status');
      const events = (await told()).filter(({ article }) => article === data.id);
      assert.deepEqual(
        events,
        kind === 'announcement' ? [{ article: data.id, author: village.accounts.editor }] : [],
      );
    }
    assert.equal((await told()).length, 1);
    assert.ok((await jobs()) >= 1, 'somebody is asked to deliver it');
  });
});
