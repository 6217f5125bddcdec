import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Pool } from '../../src/base/db/connect.ts';
import { dismiss_editor } from '../../src/features/actions/dismiss_editor.ts';
import { invite_to_plot } from '../../src/features/actions/invite_to_plot.ts';
import { remove_plot } from '../../src/features/actions/remove_plot.ts';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { openWatch, type Pair, statusOf, tryEverySchedule } from '../harness/every-schedule.ts';
import { interleave } from '../harness/interleaving.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, squarePlot, type Village } from '../harness/village.ts';
import { giveSecondWriter } from './lost-updates/writer-cases.ts';

const settlement = 'berezka';

let service: TestService;
let village: Village;
let watch: Pool;
before(async () => {
  service = await startService();
  village = await buildVillage(service);
  await giveSecondWriter(service, village);
  watch = await openWatch(service);
});

let serial = 0;
const word = () => {
  serial += 1;
  return `слово ${serial}`;
};

async function addContact(hours: string): Promise<string> {
  const card = { settlement, name: word(), category: 'trade', hours } as const;
  return (await village.clients.editor.write_contact(card)).data.id;
}

const count = async (rows: Promise<readonly { n: number }[]>) => (await rows)[0]?.n ?? 0;

const pairs: readonly Pair[] = [
  {
    name: 'edit_contact of two who saw the same',
    anomaly: 'lost update',
    async make() {
      const contact = await addContact('днём');
      const edit = (who: 'editor' | 'neighbour', hours: string) => () =>
        statusOf(village.clients[who].edit_contact({ settlement, contact, hours, seen: { hours: 'днём' } }));
      return {
        calls: [edit('editor', 'утром'), edit('neighbour', 'вечером')],
        stands: async () => (await village.clients.editor.edit_contact({ settlement, contact })).data.hours,
      };
    },
  },
  {
    name: 'edit_article of two who saw the same version',
    anomaly: 'lost update',
    async make() {
      const draft = { settlement, kind: 'post', title: word(), body: 'Текст.' } as const;
      const { data } = await village.clients.editor.write_article(draft);
      const at = { settlement, article: data.id };
      const { version: base_version } = (await village.clients.editor.show_article(at)).data;
      const edit = (who: 'editor' | 'neighbour', body: string) => () =>
        statusOf(village.clients[who].edit_article({ ...at, body, base_version }));
      return {
        calls: [edit('editor', 'Одно.'), edit('neighbour', 'Другое.')],
        stands: async () => (await village.clients.editor.show_article(at)).data.body,
      };
    },
  },
  {
    name: 'confirm_resident and remove_resident of one claim',
    anomaly: 'lost update',
    async make() {
      await service.db`delete from membership where account_id = ${village.accounts.newcomer}`;
      const { data } = await village.clients.newcomer.request_residency({ settlement, parcel: '3' });
      const at = { settlement, resident: data.id, seen_state: 'claimed' } as const;
      return {
        calls: [
          () => statusOf(village.clients.editor.confirm_resident(at)),
          () => statusOf(village.clients.neighbour.remove_resident({ ...at, reason: 'Чужой участок.' })),
        ],
        stands: () => service.db`select state from membership where id = ${data.id}`,
      };
    },
  },
  {
    name: 'approve_change_proposal and edit_contact of the same field',
    anomaly: 'lost update',
    async make() {
      const contact = await addContact('9–18');
      const subject = { subject_type: 'contact', subject_id: contact } as const;
      const { data } = await village.clients.resident.propose_change({
        settlement,
        ...subject,
        proposed: { hours: 'ночью' },
      });
      const at = { settlement, proposal: data.id };
      return {
        calls: [
          () => statusOf(village.clients.editor.approve_change_proposal(at)),
          () =>
            statusOf(
              village.clients.neighbour.edit_contact({
                settlement,
                contact,
                hours: 'утром',
                seen: { hours: '9–18' },
              }),
            ),
        ],
        stands: async () => (await village.clients.editor.edit_contact({ settlement, contact })).data.hours,
      };
    },
  },
  {
    name: 'two editors who dismiss each other',
    anomaly: 'write skew',
    async make() {
      const { editor, neighbour } = village.accounts;
      await service.db`
        insert into settlement_role (settlement_id, account_id, role, created_at)
        select ${village.settlement.id}, id, 'editor', now() from account where id = any(${[editor, neighbour]})
        on conflict do nothing`;
      const dismiss = (who: string, account: string) => () =>
        statusOf(runActionAs(service, who, dismiss_editor, { settlement, account, reason: 'Так решили.' }));
      return {
        calls: [dismiss(editor, neighbour), dismiss(neighbour, editor)],
        stands: () =>
          count(service.db<{ n: number }[]>`
            select count(*)::int as n from settlement_role where settlement_id = ${village.settlement.id} and role = 'editor'`),
      };
    },
  },
  {
    name: 'request_residency of a plot and remove_plot',
    anomaly: 'write skew',
    async make() {
      const { editor } = village.accounts;
      await service.db`
        insert into settlement_role (settlement_id, account_id, role, created_at)
        values (${village.settlement.id}, ${editor}, 'editor', now()) on conflict do nothing`;
      await service.db`delete from membership where account_id = ${village.accounts.newcomer}`;
      serial += 1;
      const [id, number] = [service.newId(), `П${serial}`];
      const plot = { id, number, settlementId: village.settlement.id, cadastralNumber: null, address: '' };
      await insertParcels(service.db, [{ ...plot, ...squarePlot(50, serial) }], new Date());
      return {
        calls: [
          () => statusOf(village.clients.newcomer.request_residency({ settlement, parcel: number })),
          () => statusOf(runActionAs(service, editor, remove_plot, { settlement, parcel: number })),
        ],
        stands: () => service.db`
          select (select count(*)::int from parcel where id = ${id}) as plots,
                 (select count(*)::int from membership where parcel_id = ${id}) as claims`,
      };
    },
  },
  {
    name: 'the last of twenty connections, twice',
    anomaly: 'predicate',
    async make() {
      const { resident } = village.clients;
      const settings = { device: { name: 'Бак' }, sensors: [{ key: 'level', path: '$.level' }] };
      const parcel = village.plots.resident;
      const one = () => resident.connect_device({ parcel, provider: 'push', name: word(), settings });
      const held = () =>
        count(service.db<{ n: number }[]>`
          select count(*)::int as n from device_connection
           where account_id = ${village.accounts.resident} and state <> 'revoked'`);
      for (let n = await held(); n < 19; n += 1) await one();
      const ids = (await resident.list_my_devices({})).data.map(({ id }) => id);
      for (const connection of ids.slice(19)) await resident.disconnect_device({ connection });
      return { calls: [() => statusOf(one()), () => statusOf(one())], stands: held };
    },
  },
  {
    name: 'the last of ten invitations to a plot, twice',
    anomaly: 'predicate',
    async make() {
      const { resident } = village.accounts;
      const parcel = village.plots.resident;
      await service.db`delete from plot_code where parcel_id = ${parcel}`;
      const invite = () => {
        const email = `${word().replace(/\D/g, '')}@example.org`;
        return statusOf(runActionAs(service, resident, invite_to_plot, { parcel, email, role: 'family' }));
      };
      for (let n = 0; n < 9; n += 1) assert.equal(await invite(), 'done');
      return {
        calls: [invite, invite],
        stands: () =>
          count(service.db<{ n: number }[]>`
            select count(*)::int as n from plot_code where parcel_id = ${parcel}`),
      };
    },
  },
];

describe('two calls at once, one stopped after each of its statements while the other runs', () => {
  for (const { name, anomaly, make } of pairs)
    it(`${name}: no ${anomaly}, what happened is what one after the other could do`, async (context) => {
      const schedules = await tryEverySchedule(make, watch);
      context.diagnostic(`${schedules} schedules`);
      assert.ok(schedules > 5);
    });

  it('a lost update is found where a call reads, and then writes what it made of it', async () => {
    const { resident } = village.accounts;
    const add = (text: string) => async () => {
      const [row] = await service.db<{ name: string }[]>`
        select display_name as name from account where id = ${resident}`;
      await service.db`update account set display_name = ${`${row?.name} ${text}`} where id = ${resident}`;
    };
    await interleave([add('one'), add('two')], 1, watch);
    const [row] = await service.db<{ name: string }[]>`
      select display_name as name from account where id = ${resident}`;
    assert.match(row?.name ?? '', /Ivanova one$/);
  });
});
