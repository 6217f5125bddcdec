import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ask_for_settlement } from '../../src/features/actions/ask_for_settlement.ts';
import { decide_settlement_request } from '../../src/features/actions/decide_settlement_request.ts';
import { withdraw_settlement_request } from '../../src/features/actions/withdraw_settlement_request.ts';
import { setPlatformRole } from '../../src/store/accounts/accounts.ts';
import { deleteAccount } from '../../src/store/accounts/credentials.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../harness/village.ts';

const settlement = 'berezka';

interface Case {
  /** Creates what waits, and returns how it is decided. */
  ask(): Promise<() => Promise<unknown>>;
  /** Told, and not the one who decides. */
  other: Persona;
  outcome: string;
  /** Who decided; null: nobody in person. */
  by: Persona | null;
  /** What is told of the decision itself. */
  further?: number;
}

describe('notifications of what waits for a decision', () => {
  let service: TestService;
  let village: Village;
  let contact: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    // A second member of the board and a second moderator.
    const { accounts } = village;
    await insertSettlementRole(service.db, village.settlement.id, accounts.neighbour, 'editor', new Date());
    await setPlatformRole(service.db, accounts.outsider, 'moderator');
    const card = { settlement, name: 'Электрик Иван', category: 'trade' } as const;
    contact = (await village.clients.editor.write_contact({ ...card, phones: ['+74951234567'] })).data.id;
  });

  const claim = async (role: 'owner' | 'family' = 'owner', parcel = '3') =>
    (await village.clients.newcomer.request_residency({ settlement, parcel, role })).data.id;
  const propose = async () =>
    (
      await village.clients.resident.propose_change({
        settlement,
        subject_type: 'contact',
        subject_id: contact,
        proposed: { hours: `с ${service.newId()}` },
      })
    ).data.id;
  const handIn = async () => {
    const { resident, moderator } = village.clients;
    const title = `Насос ${service.newId()}`;
    const { slug } = await resident.write_knowledge_article({ title, body: 'Слейте воду.', publish: true });
    const { revisions } = await moderator.list_knowledge_queue({});
    const revision = revisions.find((one) => one.title === title)?.id ?? '';
    return { article: slug, revision };
  };
  const askForVillage = async () =>
    (
      await runActionAs(service, village.accounts.resident, ask_for_settlement, {
        name: 'Ручьи',
        kind: 'snt',
        region: 'Тверская область',
        place: '',
        asker: 'resident',
        contact: '',
        note: '',
      })
    ).request;
  const decideVillage = (request: string, more: Record<string, unknown>) =>
    runActionAs(
      service,
      village.accounts.moderator,
      decide_settlement_request,
      { request, ...more },
      'session',
      true,
    );
  const writeTask = async (more: Record<string, unknown> = {}) =>
    (
      await village.clients.resident.write_task({
        settlement,
        title: 'Фонарь не горит',
        kind: 'request',
        ...more,
      })
    ).data.id;

  const board = { other: 'neighbour', by: 'editor' } as const;
  const moderators = { other: 'outsider', by: 'moderator' } as const;
  const cases: Record<string, Case> = {
    'a claim that is confirmed': {
      ...board,
      outcome: 'confirmed',
      async ask() {
        const resident = await claim();
        return () => village.clients.editor.confirm_resident({ settlement, resident });
      },
    },
    'a claim that is refused': {
      ...board,
      outcome: 'refused',
      async ask() {
        await service.db`delete from membership where account_id = ${village.accounts.newcomer}`;
        const resident = await claim();
        return () => village.clients.editor.remove_resident({ settlement, resident, reason: 'Не живёт' });
      },
    },
    'a claim that is taken back': {
      ...board,
      by: null,
      outcome: 'withdrawn',
      async ask() {
        const resident = await claim();
        return () => village.clients.newcomer.remove_resident({ settlement, resident });
      },
    },
    'a claim to join a household, for its owner': {
      by: 'editor',
      other: 'resident',
      outcome: 'confirmed',
      async ask() {
        const resident = await claim('family', '1');
        return () => village.clients.editor.confirm_resident({ settlement, resident });
      },
    },
    'a correction that is accepted': {
      ...board,
      outcome: 'approved',
      async ask() {
        const proposal = await propose();
        return () => village.clients.editor.approve_change_proposal({ settlement, proposal });
      },
    },
    'a correction that is refused': {
      ...board,
      outcome: 'refused',
      async ask() {
        const proposal = await propose();
        return () => village.clients.editor.reject_change_proposal({ settlement, proposal, reason: 'Нет' });
      },
    },
    'a correction that is taken back': {
      ...board,
      by: null,
      outcome: 'withdrawn',
      async ask() {
        const proposal = await propose();
        return () => village.clients.resident.withdraw_change_proposal({ settlement, proposal });
      },
    },
    'a text that is published': {
      ...moderators,
      outcome: 'approved',
      async ask() {
        const text = await handIn();
        return () => village.clients.moderator.approve_knowledge_revision(text);
      },
    },
    'a text that is published with corrections': {
      ...moderators,
      outcome: 'corrected',
      async ask() {
        const text = await handIn();
        return () =>
          village.clients.moderator.approve_knowledge_revision({ ...text, body: 'Слейте воду до морозов.' });
      },
    },
    'a text that is returned': {
      ...moderators,
      outcome: 'refused',
      async ask() {
        const text = await handIn();
        return () => village.clients.moderator.reject_knowledge_revision({ ...text, reason: 'Коротко' });
      },
    },
    'a text whose article is removed': {
      ...moderators,
      by: null,
      outcome: 'removed',
      async ask() {
        const { article } = await handIn();
        return () => village.clients.resident.remove_knowledge_article({ article });
      },
    },
    'a village that is returned': {
      ...moderators,
      outcome: 'returned',
      async ask() {
        const request = await askForVillage();
        return () => decideVillage(request, { reason: 'Уже есть' });
      },
    },
    'a village that is taken back': {
      ...moderators,
      by: null,
      outcome: 'withdrawn',
      async ask() {
        const request = await askForVillage();
        const { resident } = village.accounts;
        return () => runActionAs(service, resident, withdraw_settlement_request, { request });
      },
    },
    'a company that is checked': {
      ...moderators,
      outcome: 'verified',
      async ask() {
        const card = { inn: '7736050003', name: 'Родник' };
        const { data } = await village.clients.newcomer.register_company(card);
        return () => village.clients.moderator.edit_company({ company: data.id, is_verified: true });
      },
    },
    'somebody who would speak for a company': {
      ...moderators,
      outcome: 'confirmed',
      async ask() {
        const card = { inn: '7736050003', name: 'Родник' };
        const { data } = await village.clients.resident.register_company(card);
        const { resident: account_id } = village.accounts;
        return () =>
          village.clients.moderator.edit_company({
            company: data.id,
            representatives: [{ account_id, state: 'confirmed' }],
          });
      },
    },
    'a request to the board that is taken on': {
      ...board,
      outcome: 'taken',
      async ask() {
        const task = await writeTask();
        return () => village.clients.editor.edit_task({ task, status: 'in_progress' });
      },
    },
    'a request that its author cancels': {
      ...board,
      by: 'resident',
      outcome: 'cancelled',
      async ask() {
        const task = await writeTask();
        return () => village.clients.resident.edit_task({ task, status: 'cancelled' });
      },
    },
    'a task that somebody was given and another has done': {
      ...board,
      outcome: 'done',
      further: 1,
      async ask() {
        const task = await writeTask();
        const { editor } = village.clients;
        await editor.edit_task({ task, assignees: [village.accounts.neighbour] });
        return () => editor.edit_task({ task, status: 'done' });
      },
    },
    'a task that is given to somebody else': {
      ...board,
      outcome: 'reassigned',
      async ask() {
        const task = await writeTask();
        const { editor } = village.clients;
        await editor.edit_task({ task, assignees: [village.accounts.neighbour] });
        return () => editor.edit_task({ task, assignees: [village.accounts.editor] });
      },
    },
    'a message that was reported': {
      ...moderators,
      outcome: 'nothing',
      async ask() {
        const { company, editor } = village.clients;
        const said = await company.send_message({ to: 'board', settlement, body: 'Эй!' });
        const report = { kind: 'report', title: 'Грубость', message_id: said.data.id } as const;
        const { data } = await editor.write_task(report);
        return () => village.clients.moderator.edit_task({ task: data.id, outcome: 'nothing' });
      },
    },
  };

  const state = async (who: Persona, language: 'en' | 'ru' = 'en') =>
    await village.clients[who].list_notifications({}, { headers: { 'accept-language': language } });
  const countRows = async () =>
    await service.db<{ id: string; counted: number; unread: number }[]>`
      select account_id as id, c.unread as counted,
             (select count(*)::int from notification n where n.account_id = c.account_id and n.read_at is null) as unread
        from notification_counter c`;
  const lettersOf = async (who: Persona) =>
    (await service.db`select 1 from letter_item where account_id = ${village.accounts[who]}`).length;

  for (const [name, { ask, other, outcome, by, further = 0 }] of Object.entries(cases))
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
    const id = await claim();
    await service.pool.begin((db) => deleteAccount(db, village.accounts.newcomer, new Date()));
    const { notifications } = await state('neighbour');
    const told = notifications.find(({ url }) => url.endsWith(`/claims/${id}`));
    assert.equal(told?.ended?.outcome, 'withdrawn');
  });
});
