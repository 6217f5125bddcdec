import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { add_meter } from '../../src/features/actions/add_meter.ts';
import { ask_for_settlement } from '../../src/features/actions/ask_for_settlement.ts';
import { decide_settlement_request } from '../../src/features/actions/decide_settlement_request.ts';
import { remind_of_meters } from '../../src/features/actions/remind_of_meters.ts';
import { type_meter_reading } from '../../src/features/actions/type_meter_reading.ts';
import { withdraw_settlement_request } from '../../src/features/actions/withdraw_settlement_request.ts';
import { setPlatformRole } from '../../src/store/accounts/accounts.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { runActionAs } from '../harness/page-actions.ts';
import type { TestService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';

export interface WaitingCase {
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

/** Where they happen; filled before the first one is asked. */
export interface WaitingPlace {
  service: TestService;
  village: Pick<Village, 'accounts' | 'clients' | 'settlement'>;
  /** A contact to correct. */
  contact: string;
  /** Numbers of a plot that is free and of the resident's own. */
  plots: { free: string; resident: string };
}

/** Adds a second member of the board, a second moderator and a contact. */
export async function prepareWaitingCases(
  service: TestService,
  village: WaitingPlace['village'],
  plots = { free: '3', resident: '1' },
): Promise<WaitingPlace> {
  const { accounts, clients, settlement } = village;
  await insertSettlementRole(service.db, settlement.id, accounts.neighbour, 'editor', new Date());
  await setPlatformRole(service.db, accounts.outsider, 'moderator');
  const card = { settlement: settlement.slug, name: 'Электрик Иван', category: 'trade' } as const;
  const { data } = await clients.editor.write_contact({ ...card, phones: ['+74951234567'] });
  return { service, village, plots, contact: data.id };
}

/** Everything that waits for a decision, and each way it ends. One after the other: one person claims one plot again and again. */
export function listWaitingCases(place: WaitingPlace): Record<string, WaitingCase> {
  const where = () => place.village.settlement.slug;
  const clients = () => place.village.clients;
  const accounts = () => place.village.accounts;
  const claim = async (role: 'owner' | 'family' = 'owner', parcel = place.plots.free) =>
    (
      await clients().newcomer.request_residency({
        settlement: where(),
        parcel,
        role,
      })
    ).data.id;
  const propose = async () =>
    (
      await clients().resident.propose_change({
        settlement: where(),
        subject_type: 'contact',
        subject_id: place.contact,
        proposed: { hours: `с ${place.service.newId()}` },
      })
    ).data.id;
  const handIn = async () => {
    const { resident, moderator } = clients();
    const title = `Насос ${place.service.newId()}`;
    const { slug } = await resident.write_knowledge_article({ title, body: 'Слейте воду.', publish: true });
    const { revisions } = await moderator.list_knowledge_queue({});
    const revision = revisions.find((one) => one.title === title)?.id ?? '';
    return { article: slug, revision };
  };
  const askForVillage = async () =>
    (
      await runActionAs(place.service, accounts().resident, ask_for_settlement, {
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
      place.service,
      accounts().moderator,
      decide_settlement_request,
      { request, ...more },
      'session',
      true,
    );
  const writeTask = async (more: Record<string, unknown> = {}) =>
    (
      await clients().resident.write_task({
        settlement: where(),
        title: 'Фонарь не горит',
        kind: 'request',
        ...more,
      })
    ).data.id;

  const board = { other: 'neighbour', by: 'editor' } as const;
  const moderators = { other: 'outsider', by: 'moderator' } as const;
  return {
    'a reading that is typed after the reminder': {
      other: 'resident',
      by: 'editor',
      outcome: 'typed',
      async ask() {
        const { service, plots } = place;
        const act = <Reply>(action: AnyDefinition<Reply>, input: Record<string, unknown>) =>
          runActionAs<Reply>(service, accounts().editor, action, input);
        const { meter } = await act(add_meter, {
          settlement: where(),
          parcel: plots.resident,
          kind: 'gas',
          name: 'Газ',
        });
        await act(remind_of_meters, { settlement: where(), kind: 'gas' });
        return () => act(type_meter_reading, { meter, number: 17 });
      },
    },
    'a claim that is confirmed': {
      ...board,
      outcome: 'confirmed',
      async ask() {
        const resident = await claim();
        return () =>
          clients().editor.confirm_resident({
            settlement: where(),
            resident,
          });
      },
    },
    'a claim that is refused': {
      ...board,
      outcome: 'refused',
      async ask() {
        await place.service.db`delete from membership where account_id = ${accounts().newcomer}`;
        const resident = await claim();
        return () =>
          clients().editor.remove_resident({
            settlement: where(),
            resident,
            reason: 'Не живёт',
          });
      },
    },
    'a claim that is taken back': {
      ...board,
      by: null,
      outcome: 'withdrawn',
      async ask() {
        const resident = await claim();
        return () =>
          clients().newcomer.remove_resident({
            settlement: where(),
            resident,
          });
      },
    },
    'a claim to join a household, for its owner': {
      by: 'editor',
      other: 'resident',
      outcome: 'confirmed',
      async ask() {
        const resident = await claim('family', place.plots.resident);
        return () =>
          clients().editor.confirm_resident({
            settlement: where(),
            resident,
          });
      },
    },
    'a correction that is accepted': {
      ...board,
      outcome: 'approved',
      async ask() {
        const proposal = await propose();
        return () =>
          clients().editor.approve_change_proposal({
            settlement: where(),
            proposal,
          });
      },
    },
    'a correction that is refused': {
      ...board,
      outcome: 'refused',
      async ask() {
        const proposal = await propose();
        return () =>
          clients().editor.reject_change_proposal({
            settlement: where(),
            proposal,
            reason: 'Нет',
          });
      },
    },
    'a correction that is taken back': {
      ...board,
      by: null,
      outcome: 'withdrawn',
      async ask() {
        const proposal = await propose();
        return () =>
          clients().resident.withdraw_change_proposal({
            settlement: where(),
            proposal,
          });
      },
    },
    'a text that is published': {
      ...moderators,
      outcome: 'approved',
      async ask() {
        const text = await handIn();
        return () => clients().moderator.approve_knowledge_revision(text);
      },
    },
    'a text that is published with corrections': {
      ...moderators,
      outcome: 'corrected',
      async ask() {
        const text = await handIn();
        return () =>
          clients().moderator.approve_knowledge_revision({
            ...text,
            body: 'Слейте воду до морозов.',
          });
      },
    },
    'a text that is returned': {
      ...moderators,
      outcome: 'refused',
      async ask() {
        const text = await handIn();
        return () => clients().moderator.reject_knowledge_revision({ ...text, reason: 'Коротко' });
      },
    },
    'a text whose article is removed': {
      ...moderators,
      by: null,
      outcome: 'removed',
      async ask() {
        const { article } = await handIn();
        return () => clients().resident.remove_knowledge_article({ article });
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
        const { resident } = accounts();
        return () => runActionAs(place.service, resident, withdraw_settlement_request, { request });
      },
    },
    'a company that is checked': {
      ...moderators,
      outcome: 'verified',
      async ask() {
        const card = { inn: '7736050003', name: 'Родник' };
        const { data } = await clients().newcomer.register_company(card);
        return () => clients().moderator.edit_company({ company: data.id, is_verified: true });
      },
    },
    'somebody who would speak for a company': {
      ...moderators,
      outcome: 'confirmed',
      async ask() {
        const card = { inn: '7736050003', name: 'Родник' };
        const { data } = await clients().resident.register_company(card);
        const { resident: account_id } = accounts();
        return () =>
          clients().moderator.edit_company({
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
        return () => clients().editor.edit_task({ task, status: 'in_progress' });
      },
    },
    'a request that its author cancels': {
      ...board,
      by: 'resident',
      outcome: 'cancelled',
      async ask() {
        const task = await writeTask();
        return () => clients().resident.edit_task({ task, status: 'cancelled' });
      },
    },
    'a task that somebody was given and another has done': {
      ...board,
      outcome: 'done',
      further: 1,
      async ask() {
        const task = await writeTask();
        const { editor } = clients();
        await editor.edit_task({ task, assignees: [accounts().neighbour] });
        return () => editor.edit_task({ task, status: 'done' });
      },
    },
    'a task that is given to somebody else': {
      ...board,
      outcome: 'reassigned',
      async ask() {
        const task = await writeTask();
        const { editor } = clients();
        await editor.edit_task({ task, assignees: [accounts().neighbour] });
        return () => editor.edit_task({ task, assignees: [accounts().editor] });
      },
    },
    'a message that was reported': {
      ...moderators,
      outcome: 'nothing',
      async ask() {
        const { company, editor } = clients();
        const said = await company.send_message({ to: 'board', settlement: where(), body: 'Эй!' });
        const report = { kind: 'report', title: 'Грубость', message_id: said.data.id } as const;
        const { data } = await editor.write_task(report);
        return () => clients().moderator.edit_task({ task: data.id, outcome: 'nothing' });
      },
    },
  };
}
