import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { withClockOffset } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';
import { createThings } from '../journal/mentioned-things.ts';
import { listBlobs, makeRenditions, purgeRemoved, type SentMedia, upload } from '../media/uploads.ts';

const settlement = 'berezka';
const day = 86_400_000;

describe('restoring removed things', () => {
  let service: TestService;
  let village: Village;
  let parcel: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    parcel = village.plots.resident;
  });
  const removedMedia = async (who: 'resident' | 'editor' | 'neighbour' = 'resident') =>
    (await village.clients[who].list_media({ settlement, removed: true })).media;
  const leave = (state: 'ended' | 'confirmed') =>
    service.db`update membership set state = ${state} where account_id = ${village.accounts.resident}`;

  describe('photographs', () => {
    const add = (input: object = {}) =>
      upload(village.clients.resident, {
        subject_type: 'parcel',
        subject_id: parcel,
        visibility: 'public',
        tags: ['Яблоня', 'весна'],
        caption: 'Сад',
        ...input,
      });
    const bring = (id: string, who: (typeof personas)[number] = 'resident') =>
      village.clients[who].edit_media({ media: id, removed: false });

    it('disappear for everybody, and are restored completely by who removed them', async () => {
      const { resident } = village.clients;
      const { id } = await add();
      await makeRenditions(service);
      const find = async () =>
        (await resident.list_media({ settlement })).media.find((one) => one.id === id) as
          | SentMedia
          | undefined;
      const shown = await find();
      const { data: entry } = await resident.write_article({
        settlement,
        parcel_id: '1',
        title: 'Сад весной',
        body: `Смотрите: [media:${id}]`,
      });
      await resident.remove_media({ media: id });
      for (const persona of personas) {
        const { media } = await village.clients[persona].list_media({ settlement });
        assert.ok(!media.some((one) => one.id === id), persona);
        const tagged = await village.clients[persona].list_tagged({ settlement, tag: 'весна' });
        assert.deepEqual(tagged.items, [], persona);
        const own = await village.clients[persona].list_media({ settlement, removed: true });
        assert.deepEqual(
          own.media.map((one) => one.id),
          persona === 'resident' ? [id] : [],
          persona,
        );
        if (persona !== 'resident') await assertRefused(bring(id, persona), 404);
      }
      assert.deepEqual((await village.anonymous.list_media({ settlement, removed: true })).media, []);
      assert.equal((await fetch(service.url + shown?.path)).status, 404, 'nor its bytes');
      const [gone] = await removedMedia();
      assert.deepEqual([gone?.path, gone?.renditions, gone?.tags], [null, {}, ['Яблоня', 'весна']]);
      assert.ok(Date.parse(gone?.restorable_until ?? '') > Date.now() + 29 * day);
      assert.equal((await resident.show_article({ settlement, article: entry.id })).data.photos_count, 0);

      const { data: back } = await bring(id);
      const { path: _, renditions: _r, ...rest } = back;
      const { path: _p, renditions, ...before } = shown as SentMedia;
      assert.deepEqual(rest, before);
      assert.equal(Object.keys(back.renditions).length, Object.keys(renditions).length);
      assert.equal((await fetch(service.url + back.path)).status, 200);
      assert.equal((await resident.show_article({ settlement, article: entry.id })).data.photos_count, 1);
      assert.deepEqual(await removedMedia(), []);
      assert.equal((await bring(id)).data.id, id, 'safe to repeat');
    });

    it('get their renditions when they were removed before these were made', async () => {
      const { id } = await add();
      await village.clients.resident.remove_media({ media: id });
      await makeRenditions(service);
      await bring(id);
      await makeRenditions(service);
      const { media } = await village.clients.resident.list_media({ settlement });
      assert.equal(media.find((one) => one.id === id)?.state, 'ready');
    });

    it('are restored only with the right to it, within 30 days, if quota and subject allow', async () => {
      const { resident, editor } = village.clients;
      const { id } = await add();
      const board = await createThings(service, village).photo({
        parcel: null,
        owner: village.accounts.editor,
      });
      await editor.remove_media({ media: board });
      await assertRefused(bring(board), 404);
      assert.equal((await removedMedia('editor')).length, 1);
      await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
      await assertRefused(bring(board, 'editor'), 403);
      await service.db`
        insert into settlement_role (settlement_id, account_id, role, created_at)
        values (${village.settlement.id}, ${village.accounts.editor}, 'editor', now())`;
      await bring(board, 'editor');

      await leave('ended');
      await resident.remove_media({ media: id });
      await assertRefused(bring(id), 403);
      await leave('confirmed');
      await assertRefused(
        withClockOffset(service, 30 * day + 1000, () => bring(id)),
        404,
      );
      await service.db`update settlement set media_quota_bytes = media_bytes where id = ${village.settlement.id}`;
      await assertRefused(bring(id), 422, 'file');
      await service.db`update settlement set media_quota_bytes = 10737418240 where id = ${village.settlement.id}`;
      const things = createThings(service, village);
      const object = await things.object('Колодец');
      await bring(id);
      await resident.set_media_subject({ media: id, subject_type: 'object', subject_id: object });
      await resident.remove_media({ media: id });
      await resident.edit_parcel_object({ parcel, object, removed: true });
      await assertRefused(bring(id), 422, 'removed');
      await resident.edit_parcel_object({ parcel, object, removed: false });
      assert.equal((await bring(id)).data.subject.id, object);
      await resident.remove_media({ media: id });
      await purgeRemoved(service);
      await assertRefused(bring(id), 404);
      assert.deepEqual(await removedMedia(), []);
    });

    it('keep their files for 30 days, and no longer', async () => {
      await service.db`delete from media`;
      await service.db`delete from removed_thing`;
      await service.app.jobs.add(service.pool, {
        queue: 'media_blobs',
        payload: { hashes: await listBlobs(service) },
      });
      await purgeRemoved(service);
      const { id } = await add();
      await makeRenditions(service);
      await village.clients.resident.remove_media({ media: id });
      assert.ok((await listBlobs(service)).length > 0);
      await purgeRemoved(service);
      assert.deepEqual(await listBlobs(service), []);
    });

    it('are restored once by concurrent requests', async () => {
      const { id } = await add();
      for (let round = 0; round < 5; round += 1) {
        await village.clients.resident.remove_media({ media: id });
        await Promise.all([bring(id), bring(id), bring(id)]);
        const [row] = await service.db<
          { count: number }[]
        >`select count(*)::int as count from media where id = ${id}`;
        assert.equal(row?.count, 1);
      }
    });
  });

  describe('objects', () => {
    const write = async (title: string) =>
      (await village.clients.resident.write_parcel_object({ parcel, kind: 'tree', title, tags: ['сад'] }))
        .data;
    const edit = (object: string, change: object) =>
      village.clients.resident.edit_parcel_object({ parcel, object, ...change });

    it('disappear for everybody, and are restored by who removed them', async () => {
      const { resident, editor } = village.clients;
      const tree = await write('Груша');
      const { data } = await edit(tree.id, { removed: true });
      assert.ok(data.restorable_until);
      await assertRefused(resident.show_parcel_object({ parcel, object: tree.id }), 404);
      await assertRefused(editor.show_parcel_object({ parcel, object: tree.id }), 404);
      const all = await resident.list_parcel_objects({ parcel, archived: true });
      assert.ok(!all.objects.some((one) => one.id === tree.id));
      const listed = await resident.list_parcel_objects({ parcel, removed: true });
      assert.deepEqual(
        listed.objects.map((one) => [one.id, one.title, one.tags]),
        [[tree.id, 'Груша', ['сад']]],
      );
      assert.deepEqual((await editor.list_parcel_objects({ parcel, removed: true })).objects, []);
      await assertRefused(edit(tree.id, { title: 'x' }), 404);
      await insertMembership(service.db, {
        id: service.newId(),
        accountId: village.accounts.newcomer,
        parcelId: parcel,
        role: 'family',
        state: 'confirmed',
        isPrimary: false,
        decidedBy: village.accounts.editor,
        now: new Date(),
      });
      const family = village.clients.newcomer;
      await assertRefused(family.edit_parcel_object({ parcel, object: tree.id, removed: false }), 404);
      await assertRefused(
        withClockOffset(service, 30 * day + 1000, () => edit(tree.id, { removed: false })),
        404,
      );
      const { data: back } = await edit(tree.id, { removed: false });
      assert.deepEqual({ ...back, updated_at: '' }, { ...tree, updated_at: '' });
    });

    it('cannot be removed while photographs or tasks belong to them', async () => {
      const tree = await write('Слива');
      const things = createThings(service, village);
      const photo = await things.photo({ subject: ['object', tree.id] });
      await assertRefused(edit(tree.id, { removed: true }), 422, 'removed');
      await service.db`delete from media where id = ${photo}`;
      const task = await things.task('Обрезать', village.accounts.resident);
      await service.db`update task set object_id = ${tree.id} where id = ${task}`;
      await assertRefused(edit(tree.id, { removed: true }), 422, 'removed');
      await edit(tree.id, { archived: true });
    });

    it('are not restored when the plot is full meanwhile', async () => {
      const tree = await write('Вишня');
      await edit(tree.id, { removed: true });
      const [row] = await service.db<{ count: number }[]>`
        select count(*)::int as count from parcel_object where parcel_id = ${parcel}`;
      const filling = 2000 - (row?.count ?? 0);
      await service.db`
        insert into parcel_object (id, parcel_id, kind, title, created_by, created_at, updated_at)
        select g, ${parcel}, 'bed', 'грядка', ${village.accounts.resident}, now(), now() from generate_series(1, ${filling}::int) g`;
      await assertRefused(edit(tree.id, { removed: false }), 422, 'parcel');
      await service.db`delete from parcel_object where id <= 2000`;
      await edit(tree.id, { removed: false });
    });
  });

  describe('contacts', () => {
    const write = async (name: string) =>
      (await village.clients.editor.write_contact({ settlement, name, category: 'trade', tags: ['вода'] }))
        .data;
    const edit = (contact: string, change: object) =>
      village.clients.editor.edit_contact({ settlement, contact, ...change });

    it('disappear for everybody, and are restored by who removed them', async () => {
      const { editor, resident } = village.clients;
      const card = await write('Насосы Иванова');
      await assertRefused(resident.edit_contact({ settlement, contact: card.id, removed: true }), 403);
      await edit(card.id, { removed: true });
      for (const filter of [{ contact: card.id }, { contact: card.slug }])
        await assertRefused(editor.list_contacts({ settlement, ...filter }), 404);
      assert.deepEqual((await editor.list_contacts({ settlement, q: 'насосы' })).contacts, []);
      assert.deepEqual((await editor.list_contacts({ settlement, archived: true })).contacts, []);
      await assertRefused(resident.list_contacts({ settlement, removed: true }), 403);
      const { contacts } = await editor.list_contacts({ settlement, removed: true });
      assert.deepEqual(
        contacts.map((one) => [one.id, one.tags]),
        [[card.id, ['вода']]],
      );
      await assertRefused(edit(card.id, { name: 'x' }), 404);
      await assertRefused(
        village.clients.outsider.edit_contact({ settlement: 'sosny', contact: card.id, removed: false }),
        404,
      );
      const { data: back } = await edit(card.id, { removed: false });
      assert.deepEqual({ ...back, updated_at: '' }, { ...card, updated_at: '' });
      assert.equal((await resident.list_contacts({ settlement, q: 'насос' })).contacts[0]?.id, card.id);
      const decided = await service.db<{ after: object }[]>`
        select after from audit_entry where subject_type = 'contact' and subject_id = ${card.id} order by id`;
      assert.deepEqual(
        decided.map(({ after }) => after),
        [{ removed: true }, { removed: false, name: 'Насосы Иванова' }],
      );
    });

    it('cannot be removed while things of others refer to them, and do not displace a namesake', async () => {
      const card = await write('Колодцы Петрова');
      await village.clients.resident.propose_change({
        settlement,
        subject_type: 'contact',
        subject_id: card.id,
        proposed: { hours: '9–18' },
      });
      await assertRefused(edit(card.id, { removed: true }), 422, 'removed');
      await service.db`update change_proposal set status = 'withdrawn' where subject_id = ${card.id}`;
      await edit(card.id, { removed: true });
      const namesake = await write('Колодцы Петрова');
      assert.equal(namesake.slug, card.slug);
      await assertRefused(edit(card.id, { removed: false }), 422, 'removed');
      await edit(namesake.id, { removed: true });
      assert.equal((await edit(card.id, { removed: false })).data.slug, card.slug);
    });

    it('are either removed or used by a concurrent task', async () => {
      for (let round = 0; round < 6; round += 1) {
        const card = await write(`Мастер ${round}`);
        const outcomes = await Promise.allSettled([
          edit(card.id, { removed: true }),
          village.clients.editor.write_task({
            settlement,
            kind: 'work',
            title: 'Чинить',
            assign_to: 'contact',
            contact_id: card.id,
          } as never),
        ]);
        assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
        for (const outcome of outcomes)
          if (outcome.status === 'rejected')
            assert.ok([404, 422].includes(outcome.reason.status), outcome.reason);
      }
    });
  });
});
