import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  deliverAnnouncementBatch,
  deliverAnnouncements,
} from '../../src/features/notify/announcement-delivery.ts';
import { publishEvent } from '../../src/features/notify/publish-event.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, personas, type Village } from '../harness/village.ts';

describe('an announcement', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    await service.db`
      insert into membership (id, account_id, parcel_id, role, state, created_at)
      values (${service.newId()}, ${village.accounts.newcomer}, ${village.plots.free}, 'owner', 'claimed', now())`;
  });

  async function publish(visibility: string): Promise<string> {
    const id = service.newId();
    await service.pool.begin(async (db) => {
      await db`
        insert into article (id, settlement_id, author_id, slug, title, body, excerpt, kind, status, visibility, about_on_shown, published_at, created_at, updated_at)
        values (${id}, ${village.settlement.id}, ${village.accounts.editor}, ${`voda-${id}`}, 'Отключат воду', 'Завтра', 'Завтра',
                'announcement', 'published', ${visibility}, '2026-11-14', now(), now(), now())`;
      await publishEvent(
        { ...service.app.kernelDependencies, db, services: service.app.services },
        {
          type: 'announcement_published',
          settlementId: village.settlement.id,
          articleId: id,
          slug: `voda-${id}`,
          title: 'Отключат воду',
          visibility,
          authorId: village.accounts.editor,
          isUrgent: false,
        },
      );
    });
    return id;
  }
  const deliver = () =>
    deliverAnnouncements({
      pool: service.pool,
      signal: new AbortController().signal,
      now: () => new Date(),
      newId: service.newId,
      sendsEmail: true,
      batchSize: 2,
    });
  async function toldPersonas(): Promise<string[]> {
    const rows = await service.db<{ id: string }[]>`select account_id as id from notification`;
    await clear();
    return rows.map(({ id }) => personas.find((persona) => village.accounts[persona] === id) ?? id).sort();
  }
  async function clear(): Promise<void> {
    await service.db`delete from letter_item`;
    await service.db`delete from notification`;
    await service.db`delete from notification_counter`;
    await service.db`delete from announcement_delivery`;
  }

  const readers: [string, string[]][] = [
    ['private', []],
    ['residents', ['neighbour', 'resident']],
    ['settlement', ['company', 'neighbour', 'newcomer', 'resident']],
    ['public', ['company', 'neighbour', 'newcomer', 'resident']],
  ];
  for (const [visibility, expected] of readers) {
    it(`with visibility ${visibility} reaches ${expected.join(', ') || 'nobody but its author’s board'}`, async () => {
      await publish(visibility);
      await deliver();
      assert.deepEqual(await toldPersonas(), expected);
    });
  }

  it('is only recorded by the operation and delivered by the job', async () => {
    await publish('residents');
    assert.equal((await service.db`select 1 from notification`).length, 0);
    const [row] = await service.db<
      { jobs: number }[]
    >`select count(*)::int as jobs from job where queue = 'announcements'`;
    assert.ok((row?.jobs ?? 0) > 0);
    await clear();
  });

  it('narrowed or withdrawn before delivery reaches nobody who may not read it now', async () => {
    const narrowed = await publish('public');
    await service.db`update article set visibility = 'private' where id = ${narrowed}`;
    const withdrawn = await publish('public');
    await service.db`update article set status = 'draft', published_at = null where id = ${withdrawn}`;
    const removed = await publish('public');
    await service.db`delete from article where id = ${removed}`;
    await deliver();
    assert.deepEqual(await toldPersonas(), []);
  });

  it('reaches five thousand accounts exactly once despite failed batches and parallel instances', async () => {
    await service.db`
      insert into account (id, email, email_key, email_confirmed_at, display_name, created_at)
      select n, 'many' || n || '@example.org', 'many' || n || '@example.org', now(), 'Житель ' || n, now() from generate_series(1, 5000) n`;
    await service.db`
      insert into membership (id, account_id, parcel_id, role, state, created_at, decided_at)
      select n, n, ${village.plots.empty}, 'family', 'confirmed', now(), now() from generate_series(1, 5000) n`;
    await publish('residents');
    const clock = { now: () => new Date(), newId: service.newId, sendsEmail: true };
    for (let turn = 0; turn < 5; turn += 1) {
      await service.pool.begin((db) => deliverAnnouncementBatch(db, clock, 300));
      await assert.rejects(
        service.pool.begin(async (db) => {
          await deliverAnnouncementBatch(db, clock, 300);
          throw new Error('killed before the commit');
        }),
      );
    }
    const signal = new AbortController().signal;
    await Promise.all(
      Array.from({ length: 3 }, () =>
        deliverAnnouncements({ ...clock, pool: service.pool, signal, batchSize: 300 }),
      ),
    );
    const [row] = await service.db<{ told: number; accounts: number; counted: number; letters: number }[]>`
      select count(*)::int as told, count(distinct account_id)::int as accounts,
             (select sum(unread)::int from notification_counter) as counted, (select count(*)::int from letter_item) as letters
        from notification`;
    assert.deepEqual(row, { told: 5002, accounts: 5002, counted: 5002, letters: 5002 });
    assert.equal((await service.db`select 1 from announcement_delivery`).length, 0);
    await clear();
  });
});
