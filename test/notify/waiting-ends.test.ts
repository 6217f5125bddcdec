import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { deleteAccount } from '../../src/store/accounts/credentials.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../harness/village.ts';
import { listWaitingCases, prepareWaitingCases, type WaitingPlace } from './waiting-cases.ts';

const settlement = 'berezka';

describe('notifications of what waits for a decision', () => {
  let service: TestService;
  let village: Village;
  const place = {} as WaitingPlace;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    Object.assign(place, await prepareWaitingCases(service, village));
  });

  const state = async (who: Persona, language: 'en' | 'ru' = 'en') =>
    await village.clients[who].list_notifications({}, { headers: { 'accept-language': language } });
  const countRows = async () =>
    await service.db<{ id: string; counted: number; unread: number }[]>`
      select account_id as id, c.unread as counted,
             (select count(*)::int from notification n where n.account_id = c.account_id and n.read_at is null) as unread
        from notification_counter c`;
  const lettersOf = async (who: Persona) =>
    (await service.db`select 1 from letter_item where account_id = ${village.accounts[who]}`).length;

  for (const [name, { ask, other, outcome, by, further = 0 }] of Object.entries(listWaitingCases(place)))
    it(`end with ${name}`, async () => {
      await service.db`update notification set read_at = created_at`;
      await service.db`update notification_counter set unread = 0`;
      await service.db`delete from letter_item`;
      const decide = await ask();
      const waiting = await state(other);
      const [told] = waiting.notifications;
      assert.ok(waiting.unread > 0, 'told');
      assert.equal(told?.ended, null);
      assert.ok((await lettersOf(other)) > 0, 'an email waits');
      await decide();
      const after = await state(other);
      const ended = after.notifications.find(({ id }) => id === told?.id);
      assert.equal(after.unread, further, 'nothing waits in the bell');
      assert.equal(ended?.read, true);
      const person = by && `${by[0]?.toUpperCase()}${by.slice(1)} I.`;
      assert.deepEqual([ended?.ended?.outcome, ended?.ended?.by], [outcome, person]);
      assert.equal(await lettersOf(other), further, 'no email tells of it');
      const { notifications } = await state(other, 'ru');
      const text = notifications.find(({ id }) => id === told?.id)?.text ?? '';
      assert.match(text, person === null ? /Уже решено: [^—]+\.$/ : /Уже решено: .+ — \S+ I\.$/);
      for (const { id, counted, unread } of await countRows()) assert.equal(counted, unread, id);
    });

  it('end for who declines, and go on for the others of the plot', async () => {
    const { editor, resident, company, newcomer } = village.clients;
    await service.db`delete from membership where account_id = ${village.accounts.newcomer}`;
    const confirm = async (who: typeof newcomer, parcel: string) => {
      const { data } = await who.request_residency({ settlement, parcel, role: 'family' });
      await editor.confirm_resident({ settlement, resident: data.id });
    };
    await confirm(newcomer, '3');
    await confirm(company, '1');
    const offered = { addressee: 'neighbour', to_parcel: '1', title: 'Полейте теплицу' } as const;
    const { data: task } = await newcomer.write_task({ settlement, ...offered });
    const find = async (who: Persona) =>
      (await state(who)).notifications.find(({ url }) => url === `/tasks/${task.id}`);
    await company.edit_task({ task: task.id, accept: false });
    assert.equal((await find('company'))?.ended?.outcome, 'declined');
    assert.equal((await find('resident'))?.ended, null);
    await resident.edit_task({ task: task.id, accept: true });
    assert.equal((await find('resident'))?.ended?.outcome, 'taken');
  });

  it('end when who asked deletes the account', async () => {
    await service.db`delete from membership where account_id = ${village.accounts.newcomer}`;
    const asked = { settlement, parcel: '3', role: 'owner' } as const;
    const { id } = (await village.clients.newcomer.request_residency(asked)).data;
    await service.pool.begin((db) => deleteAccount(db, village.accounts.newcomer, new Date()));
    const { notifications } = await state('neighbour');
    const told = notifications.find(({ url }) => url.endsWith(`/claims/${id}`));
    assert.equal(told?.ended?.outcome, 'withdrawn');
  });
});
