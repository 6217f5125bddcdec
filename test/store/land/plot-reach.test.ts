import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { reachWays, unreachedWays } from '../../../src/domain/rules/plot-reach.ts';
import { insertParcels } from '../../../src/store/land/parcels.ts';
import { countPlotReach, listPlotReach, type ReachQuery } from '../../../src/store/land/plot-reach.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

const day = 86_400_000;

describe('plots of a settlement by how they are reached', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  const query = (change: Partial<ReachQuery> = {}): ReachQuery => ({
    settlementId: village.settlement.id,
    topic: 'reminders',
    key: 'notifications.announcement_published',
    sendsEmail: true,
    now: new Date(),
    ...change,
  });
  const wayOf = async (parcelId: string, change: Partial<ReachQuery> = {}) =>
    (await listPlotReach(service.db, query(change), { limit: 100 })).find(
      (plot) => plot.parcelId === parcelId,
    )?.way;
  const prefer = (persona: 'resident' | 'neighbour', preferences: object) => service.db`
    insert into notification_preference (account_id, channels, topics, kinds)
    select ${village.accounts[persona]}, channels, topics, kinds
      from jsonb_to_record(${service.db.json({ channels: {}, topics: {}, kinds: {}, ...preferences } as never)})
        as x (channels jsonb, topics jsonb, kinds jsonb)
    on conflict (account_id) do update
      set channels = excluded.channels, topics = excluded.topics, kinds = excluded.kinds`;
  const record = async (parcelId: string, person: { until?: Date; membershipId?: string } = {}) => {
    const id = service.newId();
    await service.db`
      insert into recorded_person (id, parcel_id, name, until, membership_id, created_at, updated_at)
      values (${id}, ${parcelId}, 'Иванова', ${person.until ?? null}, ${person.membershipId ?? null}, now(), now())`;
    return id;
  };

  it('follow the channels, topics and kinds that members have switched', async () => {
    const { resident } = village.plots;
    assert.equal(await wayOf(resident), 'app');
    for (const off of [
      { channels: { in_app: false } },
      { topics: { reminders: { in_app: false } } },
      { kinds: { news: { in_app: false } } },
    ]) {
      await prefer('resident', off);
      assert.equal(await wayOf(resident), 'letter', JSON.stringify(off));
      assert.equal(await wayOf(resident, { sendsEmail: false }), 'paper');
    }
    await service.db`update account set mail_paused_at = now() where id = ${village.accounts.resident}`;
    assert.equal(await wayOf(resident), 'paper');
    await service.db`update account set mail_paused_at = null where id = ${village.accounts.resident}`;
    await prefer('resident', { channels: { in_app: false, mail: false } });
    assert.equal(await wayOf(resident), 'paper');
    await prefer('resident', {});
    assert.equal(await wayOf(resident), 'app');
  });

  it('count whoever is recorded, until they left', async () => {
    const { free } = village.plots;
    assert.equal(await wayOf(free), 'nothing');
    await record(free, { until: new Date(Date.now() - 2 * day) });
    assert.equal(await wayOf(free), 'nothing', 'left already');
    await record(free, { until: new Date(Date.now() + 2 * day) });
    assert.equal(await wayOf(free), 'paper', 'leaves later');
    assert.equal(await wayOf(free, { now: new Date(Date.now() + 4 * day) }), 'nothing');
    await service.db`delete from recorded_person`;
  });

  it('do not count a former member, with or without a record', async () => {
    const { db } = service;
    const { neighbour } = village.plots;
    const [membership] = await db<{ id: string }[]>`
      select id from membership where parcel_id = ${neighbour} and account_id = ${village.accounts.neighbour}`;
    await record(neighbour, { membershipId: membership?.id as string });
    assert.equal(await wayOf(neighbour), 'app');
    await db`update membership set state = 'ended', is_primary = false where id = ${membership?.id as string}`;
    assert.equal(await wayOf(neighbour), 'nothing');
    await record(neighbour);
    assert.equal(await wayOf(neighbour), 'paper', 'the next owner is recorded');
    await db`delete from recorded_person`;
    await db`update membership set state = 'confirmed', is_primary = true where id = ${membership?.id as string}`;
  });

  it('are counted as they are listed, page by page in the order of their numbers', async () => {
    const { db, newId } = service;
    const numbers = ['101', '21', '100а', '100', '9', 'А2', 'А10', '20', '100/2', '12А1'];
    await insertParcels(
      db,
      numbers.map((number) => ({
        id: newId(),
        settlementId: village.other.id,
        number,
        cadastralNumber: null,
        address: '',
        geometry: null,
        center: null,
        areaM2: 600,
      })),
      new Date(),
    );
    const there = query({ settlementId: village.other.id });
    const all = await listPlotReach(db, there, { limit: 100 });
    assert.deepEqual(
      all.map(({ number }) => number),
      ['1', '9', '12А1', '20', '21', '100', '100а', '100/2', '101', 'А2', 'А10'],
    );
    assert.deepEqual(await countPlotReach(db, there), { app: 1, letter: 0, paper: 0, nothing: 10 });
    const unreached = all.filter(({ way }) => unreachedWays.includes(way));
    const pages = await Promise.all(
      [0, 4, 8].map((offset) => listPlotReach(db, there, { ways: unreachedWays, offset, limit: 4 })),
    );
    assert.deepEqual(
      pages.flat(),
      unreached.map((plot) => ({ ...plot, inAll: unreached.length })),
    );
    for (const way of reachWays) {
      const listed = await listPlotReach(db, there, { ways: [way], limit: 100 });
      assert.equal(listed.length, (await countPlotReach(db, there))[way], way);
      assert.ok(listed.every((plot) => plot.way === way));
    }
  });

  it('leave out those where the announcement was read', async () => {
    const { settlement, clients, plots } = village;
    const { db } = service;
    const { data } = await clients.editor.write_article({
      settlement: settlement.slug,
      kind: 'announcement',
      title: 'Отключение воды',
      body: 'Завтра.',
    });
    await clients.editor.publish_article({ settlement: settlement.slug, article: data.id });
    const eventId = service.newId();
    await db`
      insert into announcement_event (event_id, article_id, settlement_id, happened_at)
      values (${eventId}, ${data.id}, ${settlement.id}, now())`;
    await db`
      insert into announcement_household (event_id, parcel_id, site_at, read_at)
      values (${eventId}, ${plots.resident}, now(), now()), (${eventId}, ${plots.neighbour}, now(), null)`;
    const unread = await listPlotReach(db, query(), { unreadArticleId: data.id, limit: 100 });
    assert.ok(unread.every(({ parcelId }) => parcelId !== plots.resident));
    assert.ok(unread.some(({ parcelId }) => parcelId === plots.neighbour));
  });
});
