import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { drainQueue } from '../../harness/jobs.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../../harness/village.ts';
import { findWorker, listBlobs, makeRenditions, type SentMedia, upload } from '../media/uploads.ts';

describe('photographs of messages', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const add = (who: Persona, input: object = {}): Promise<SentMedia> =>
    upload(village.clients[who], {
      subject_type: 'message',
      subject_id: village.accounts[who],
      visibility: 'public',
      ...input,
    });
  const toNeighbour = () => ({ to: 'person', account: village.accounts.neighbour }) as const;
  const read = async (who: Persona, conversation: string) =>
    (await village.clients[who].list_messages({ conversation })).messages;

  it('are sent with a message and visible to those who read it, and nobody else', async () => {
    const { resident, editor, moderator } = village.clients;
    const [one, two] = [await add('resident', { caption: 'Забор' }), await add('resident')];
    assert.equal(one.visibility, 'private');
    await makeRenditions(service);
    const { data } = await resident.send_message({
      ...toNeighbour(),
      body: 'Смотрите',
      media: [two.id, one.id, one.id],
    });
    for (const who of ['resident', 'neighbour'] as const) {
      const [message] = await read(who, data.conversation);
      assert.deepEqual(
        message?.media.map(({ id, caption }) => [id, caption]),
        [
          [one.id, 'Забор'],
          [two.id, ''],
        ],
        who,
      );
      assert.ok(!('owner_user_id' in (message?.media[0] ?? {})), 'who lives behind a plot is not told');
      assert.equal((await fetch(service.url + message?.media[0]?.path)).status, 200);
    }
    await resident.send_message({ conversation: data.conversation, body: 'Просто слова' });
    assert.deepEqual((await read('neighbour', data.conversation))[0]?.media, []);
    for (const who of personas) {
      if (who !== 'resident' && who !== 'neighbour')
        await assertRefused(village.clients[who].list_messages({ conversation: data.conversation }), 404);
      const { media } = await village.clients[who].list_media({ settlement: 'berezka' });
      assert.ok(!media.some(({ id }) => id === one.id), who);
      const expected = who === 'resident' ? 403 : 404;
      await assertRefused(village.clients[who].edit_media({ media: one.id, caption: 'x' }), expected);
      await assertRefused(village.clients[who].remove_media({ media: one.id }), expected);
    }
    await assertRefused(
      resident.set_media_subject({
        media: one.id,
        subject_type: 'parcel',
        subject_id: village.plots.resident,
      }),
      403,
    );
    for (const client of [editor, moderator])
      await assertRefused(client.send_message({ ...toNeighbour(), body: 'Чужое', media: [one.id] }), 404);
  });

  it('belong to the sender until sent, are sent once, and at most ten', async () => {
    const { resident, neighbour } = village.clients;
    await assertRefused(
      resident.upload_media({ subject_type: 'message', subject_id: village.accounts.neighbour }),
      404,
    );
    const mine = await add('resident');
    await assertRefused(neighbour.edit_media({ media: mine.id, caption: 'x' }), 404);
    await assertRefused(village.clients.moderator.remove_media({ media: mine.id }), 404);
    await resident.edit_media({ media: mine.id, caption: 'Вид' });
    await assertRefused(resident.edit_media({ media: mine.id, visibility: 'public' }), 422, 'visibility');
    const to = { to: 'person', account: village.accounts.resident } as const;
    const count = async () => Number((await service.db`select count(*)::int as n from message`)[0]?.n);
    const before = await count();
    await assertRefused(neighbour.send_message({ ...to, body: 'Чужое', media: [mine.id] }), 422, 'media');
    const plot = await upload(resident, { subject_type: 'parcel', subject_id: village.plots.resident });
    await assertRefused(
      resident.send_message({ ...toNeighbour(), body: 'С участка', media: [plot.id] }),
      422,
      'media',
    );
    const eleven = Array.from({ length: 11 }, (_, index) => String(index + 1));
    await assertRefused(
      resident.send_message({ ...toNeighbour(), body: 'Много', media: eleven }),
      422,
      'media',
    );
    assert.equal(await count(), before, 'nothing was written');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        resident.send_message({ ...toNeighbour(), body: 'Разом', media: [mine.id] }),
      ),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(await count(), before + 1);
  });

  it('are shown to those who decide a report, and vanish from a hidden message', async () => {
    const { resident, neighbour, editor } = village.clients;
    const { id } = await add('resident');
    await makeRenditions(service);
    const { data } = await resident.send_message({ ...toNeighbour(), body: 'Гадость', media: [id] });
    const { conversation } = data;
    await assertRefused(editor.list_messages({ conversation }), 404);
    await neighbour.read_conversation({ conversation, report: { message: data.number, reason: 'Грубо' } });
    const [shown] = await read('editor', conversation);
    assert.deepEqual(
      shown?.media.map((one) => one.id),
      [id],
    );
    const { tasks } = await editor.list_tasks({ settlement: 'berezka', kind: 'report' } as never);
    const task = tasks[0]?.id ?? '';
    const { data: report } = await editor.show_task({ task });
    assert.deepEqual(
      report.report?.thing?.media.map((one) => one.id),
      [id],
    );
    assert.equal((await neighbour.show_task({ task })).data.report?.thing, null);
    await editor.edit_task({ task, outcome: 'hidden' });
    for (const who of ['resident', 'neighbour'] as const) {
      const message = (await read(who, conversation)).find(({ number }) => number === data.number);
      assert.deepEqual([message?.is_hidden, message?.media], [true, []], who);
    }
    assert.equal((await editor.show_task({ task })).data.report?.thing?.media.length, 1);
  });

  it('are inaccessible to blocked people and to former editors', async () => {
    const { resident, neighbour, editor } = village.clients;
    const { id } = await add('resident');
    const { data } = await resident.send_message({
      to: 'board',
      settlement: 'berezka',
      body: 'Правлению',
      media: [id],
    });
    assert.equal((await read('editor', data.conversation))[0]?.media.length, 1);
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    await assertRefused(editor.list_messages({ conversation: data.conversation }), 404);
    const next = await add('resident');
    const { data: last } = await resident.send_message({ ...toNeighbour(), body: 'Последнее' });
    await neighbour.read_conversation({ conversation: last.conversation, block: true });
    await assertRefused(
      resident.send_message({ conversation: last.conversation, body: 'Ещё', media: [next.id] }),
      403,
    );
    await resident.remove_media({ media: next.id });
    await resident.edit_media({ media: next.id, removed: false });
  });

  it('are deleted when they were never sent', async () => {
    await service.db`delete from media`;
    await add('resident');
    await makeRenditions(service);
    const sweep = async (days: number) => {
      await service.app.jobs.add(service.pool, { queue: 'media_sweep' });
      await drainQueue(service, findWorker(service, 'media_sweep'), days * 86_400_000);
    };
    await sweep(6);
    assert.ok((await listBlobs(service)).length > 0);
    await sweep(8);
    assert.deepEqual(await listBlobs(service), []);
  });
});
