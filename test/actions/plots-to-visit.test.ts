import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { list_plots_to_visit } from '../../src/features/actions/list_plots_to_visit.ts';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { listAudit } from '../../src/store/system/audit.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, personas, type Village } from '../harness/village.ts';

const day = 86_400_000;

describe('plots to visit with an announcement', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  let article: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
    const { data } = await village.clients.editor.write_article({
      settlement,
      kind: 'announcement',
      title: 'Вода',
      body: 'Во вторник воды не будет.',
    });
    article = data.id;
  });

  const list = (input: object = {}, accountId = village.accounts.editor) =>
    runActionAs(service, accountId, list_plots_to_visit, { settlement, article, ...input });
  const record = (
    parcelId: string,
    person: { name: string; phones?: string[]; address?: string; role?: string; until?: Date },
  ) => service.db`
    insert into recorded_person (id, parcel_id, name, role, phones, postal_address, until, created_at, updated_at)
    values (${service.newId()}, ${parcelId}, ${person.name}, ${person.role ?? 'owner'}, ${person.phones ?? []},
            ${person.address ?? ''}, ${person.until ?? null}, now(), now())`;
  const audited = async () =>
    (
      await listAudit(service.db, { kind: 'board', settlementId: village.settlement.id }, { limit: 100 })
    ).filter(({ action }) => action === 'read_register');

  it('are for the present board alone, and of announcements alone', async () => {
    for (const persona of personas) {
      const kind = await refusalKindOf(list({}, village.accounts[persona]));
      assert.equal(kind, persona === 'editor' ? '' : 'forbidden', persona);
    }
    const { data: post } = await village.clients.editor.write_article({
      settlement,
      kind: 'post',
      title: 'Грибы',
      body: 'Пошли.',
    });
    assert.equal(await refusalKindOf(list({ article: post.id })), 'not_found');
    assert.equal(await refusalKindOf(list({ article: 'nothing' })), 'not_found');
    assert.equal(await refusalKindOf(list({ limit: 301 })), 'invalid');
    const { db } = service;
    await db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    assert.equal(await refusalKindOf(list()), 'forbidden', 'a former editor');
    await insertSettlementRole(db, village.settlement.id, village.accounts.editor, 'editor', new Date());
  });

  it('have the people who live there now, owners first, and nobody who left', async () => {
    const { free, empty } = village.plots;
    await record(free, { name: 'Съёмщик', role: 'tenant', phones: ['+79160000002'] });
    await record(free, { name: 'Иванова Анна', phones: ['+79160000001'], address: 'Москва, Лесная, 5' });
    await record(free, {
      name: 'Прежний хозяин',
      phones: ['+79160000003'],
      until: new Date(Date.now() - 2 * day),
    });
    await service.db`
      update membership set state = 'ended', is_primary = false where account_id = ${village.accounts.neighbour}`;
    const { plots, inAll } = await list();
    assert.deepEqual(
      plots.map(({ number, way, people }) => [number, way, people.map(({ name }) => name)]),
      [
        ['2', 'nothing', []],
        ['3', 'paper', ['Иванова Анна', 'Съёмщик']],
        ['12А', 'nothing', []],
      ],
    );
    assert.equal(inAll, 3);
    assert.deepEqual(plots[1]?.people[0], {
      name: 'Иванова Анна',
      phones: ['+79160000001'],
      postalAddress: 'Москва, Лесная, 5',
    });
    const called = await list({ phones: true });
    assert.deepEqual(
      called.plots.map(({ number }) => number),
      ['3'],
    );
    assert.equal(called.inAll, 1);
    assert.equal(JSON.stringify(called).includes('Прежний'), false);
    await record(empty, { name: 'Ушедшая', phones: ['+79160000004'], until: new Date(Date.now() - 2 * day) });
    assert.equal((await list({ phones: true })).inAll, 1, 'a number of who left is no number to call');
  });

  it('name a member whose notices are off, once, by the record if there is one', async () => {
    const { db } = service;
    const { resident } = village.plots;
    await db`
      insert into notification_preference (account_id, channels)
      values (${village.accounts.resident}, ${db.json({ in_app: false, mail: false })})`;
    const namesThere = async () =>
      (await list()).plots.find(({ id }) => id === resident)?.people.map(({ name }) => name);
    assert.deepEqual(await namesThere(), ['Resident Ivanova']);
    await db`
      insert into recorded_person (id, parcel_id, name, membership_id, created_at, updated_at)
      select ${service.newId()}, parcel_id, 'Иванова Р. Р.', id, now(), now()
        from membership where parcel_id = ${resident}`;
    assert.deepEqual(await namesThere(), ['Иванова Р. Р.']);
    await db`delete from notification_preference`;
    assert.equal(await namesThere(), undefined, 'reached by the app');
    const unread = await list({ which: 'unread' });
    assert.ok(
      unread.plots.some(({ id }) => id === resident),
      'and has not read it',
    );
  });

  it('come in parts, and the people read are counted in the audit', async () => {
    const { db, newId } = service;
    const ids = Array.from({ length: 320 }, () => newId());
    await insertParcels(
      db,
      ids.map((id, index) => ({
        id,
        settlementId: village.settlement.id,
        number: String(1000 + index),
        cadastralNumber: null,
        address: '',
        geometry: null,
        center: null,
        areaM2: 600,
      })),
      new Date(),
    );
    for (const id of ids.slice(0, 25)) await record(id, { name: `Хозяин ${id}` });
    const counted = async () => {
      const [entry, ...others] = await audited();
      assert.equal(others.length, 0);
      assert.equal(entry?.accountId, village.accounts.editor);
      return Number(entry?.after?.people);
    };
    const before = await counted();
    const first = await list();
    assert.equal(first.plots.length, 300);
    assert.equal(first.inAll, 323);
    assert.equal(await counted(), before + 27);
    const second = await list({ offset: 300 });
    assert.equal(second.plots.length, 23);
    const numbers = [...first.plots, ...second.plots].map(({ number }) => number);
    assert.equal(new Set(numbers).size, 323);
    assert.deepEqual(numbers.slice(-1), ['1319']);
  });
});

it('without a mail server letters on paper take the place of emails', async () => {
  const service = await startService({ BASE_URL: 'https://dacha.example' });
  const { db } = service;
  const { accounts, settlement, plots } = await buildVillage(service);
  await db`
    insert into notification_preference (account_id, channels)
    values (${accounts.resident}, ${db.json({ in_app: false })})`;
  const written = await service.app.server.inject({
    method: 'POST',
    url: `/api/v1/settlements/${settlement.slug}/articles`,
    headers: { host: 'dacha.example', authorization: `Bearer ${await service.token(accounts.editor)}` },
    payload: { kind: 'announcement', title: 'Вода', body: 'Во вторник воды не будет.' },
  });
  const visited = await runActionAs(service, accounts.editor, list_plots_to_visit, {
    settlement: settlement.slug,
    article: (written.json() as { data: { id: string } }).data.id,
  });
  assert.equal(visited.plots.find(({ id }) => id === plots.resident)?.way, 'paper');
});
