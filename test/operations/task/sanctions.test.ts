import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { createWorkers } from '../../../src/background/jobs/workers.ts';
import type { AnyDefinition } from '../../../src/domain/kernel/operation.ts';
import { Refusal } from '../../../src/domain/kernel/refusal.ts';
import { appeal_sanction } from '../../../src/features/actions/appeal_sanction.ts';
import { decide_appeal } from '../../../src/features/actions/decide_appeal.ts';
import { impose_sanction } from '../../../src/features/actions/impose_sanction.ts';
import { lift_sanction } from '../../../src/features/actions/lift_sanction.ts';
import { list_sanctions } from '../../../src/features/actions/list_sanctions.ts';
import { read_report_context } from '../../../src/features/actions/read_report_context.ts';
import { show_sanction } from '../../../src/features/actions/show_sanction.ts';
import { deleteAccount } from '../../../src/store/accounts/credentials.ts';
import {
  addFurtherPeople,
  type FurtherPeople,
  type FurtherPersona,
  furtherPersonas,
} from '../../harness/further-people.ts';
import { refusalKindOf, runActionAs } from '../../harness/page-actions.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../../harness/village.ts';
import { waitUntil } from '../../harness/wait-until.ts';

type Who = Persona | FurtherPersona;
const settlement = 'berezka';
const statuses: Readonly<Record<string, number>> = { forbidden: 403, not_found: 404, invalid: 422 };

async function assertActRefused(work: Promise<unknown>, status: number, field?: string) {
  await assert.rejects(work, (error) => {
    if (!(error instanceof Refusal)) throw error;
    assert.equal(statuses[error.kind], status, error.message);
    if (field !== undefined) assert.deepEqual(Object.keys(error.fields ?? {}), [field]);
    return true;
  });
}

describe('what is imposed on a person after a report', () => {
  let service: TestService;
  let village: Village;
  let further: FurtherPeople;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    further = await addFurtherPeople(service, village);
  });

  // What a failed test left must not stop the next one.
  afterEach(() => service.db`update sanction set ended_at = now() where ended_at is null`.then(() => {}));

  const act = <Reply>(by: Who, action: AnyDefinition<Reply>, input: Record<string, unknown>) => {
    const accounts = { ...further.accounts, ...village.accounts };
    return runActionAs(service, accounts[by], action, input, 'session', by === 'moderator');
  };
  /** Everybody but these is refused as somebody who cannot know of it. */
  const assertUnknownTo = async (
    known: readonly Who[],
    action: AnyDefinition<unknown>,
    input: Record<string, unknown>,
  ) => {
    for (const who of [...personas, ...furtherPersonas].filter((each) => !known.includes(each)))
      await assertActRefused(act(who, action, input), 404);
  };
  const say = async (by: Persona, to: Persona, body: string) =>
    (await village.clients[by].send_message({ to: 'person', account: village.accounts[to], body })).data;
  /** A report by the neighbour of a message that the resident wrote: the board decides. */
  const reportToBoard = async (body = 'Грубость') => {
    const { id: message_id } = await say('resident', 'neighbour', body);
    return (await village.clients.neighbour.write_task({ kind: 'report', title: 'Угрозы', message_id })).data
      .id;
  };
  const silence = async (days = 3) => {
    const report = await reportToBoard();
    return (await act('editor', impose_sanction, { report, kind: 'silence', days, reason: 'Оскорбления' }))
      .id;
  };
  const lift = (sanction: string) => act('editor', lift_sanction, { sanction, reason: 'Помирились' });
  const notified = async (persona: Persona, key: string, sanction: string) =>
    (
      await service.db`select 1 from notification where account_id = ${village.accounts[persona]}
                          and key = ${`notifications.${key}`} and url = ${`/sanctions/${sanction}`}`
    ).length;

  it('is decided by whoever decides the report, and by nobody else', async () => {
    const report = await reportToBoard();
    const input = { report, kind: 'warning', reason: 'Так нельзя' };
    await assertActRefused(act('neighbour', impose_sanction, input), 403);
    await assertUnknownTo(['editor', 'neighbour'], impose_sanction, input);
    const { id } = await act('editor', impose_sanction, input);
    assert.equal(await notified('resident', 'warned_by_board', id), 1);
    await assertActRefused(act('editor', impose_sanction, input), 422, 'kind');
    const shown = ['editor', 'resident', 'moderator', 'auditor'] as const;
    for (const who of shown) await act(who, show_sanction, { sanction: id });
    await assertUnknownTo(shown, show_sanction, { sanction: id });
    for (const who of ['resident', 'auditor'] as const)
      await assertActRefused(act(who, lift_sanction, { sanction: id, reason: 'Хватит' }), 403);
    await assertUnknownTo(shown, lift_sanction, { sanction: id, reason: 'Хватит' });
    await assertActRefused(act('auditor', list_sanctions, { of: 'platform' }), 403);
    for (const who of furtherPersonas) {
      const list = { of: 'board', settlement };
      if (who === 'auditor') assert.equal((await act(who, list_sanctions, list)).sanctions.length > 0, true);
      else await assertActRefused(act(who, list_sanctions, list), 403);
    }
    await assertActRefused(act('editor', impose_sanction, { ...input, kind: 'silence' }), 422, 'days');
    await assertActRefused(
      act('editor', impose_sanction, { ...input, kind: 'silence', days: 31 }),
      422,
      'days',
    );
    await assertActRefused(
      act('editor', impose_sanction, { ...input, kind: 'silence', days: 3, everywhere: true }),
      422,
      'everywhere',
    );
    // A warning stops nothing.
    await say('resident', 'neighbour', 'Извините');
  });

  it('tells the person why and until when, and neither who decided nor who reported', async () => {
    const id = await silence();
    const seen = await act('resident', show_sanction, { sanction: id });
    assert.equal(seen.forDeciders, null);
    assert.equal(seen.isStanding && seen.mayAppeal && seen.reason === 'Оскорбления', true);
    const own = await act('resident', list_sanctions, { of: 'person' });
    const told = JSON.stringify([seen, own]);
    for (const hidden of [village.accounts.neighbour, village.accounts.editor, 'Neighbour', 'Editor'])
      assert.equal(told.includes(hidden), false, hidden);
    await lift(id);
  });

  it('stops writing in the village at once, by every door, and says by whom, why, until when and where to appeal', async () => {
    const upload = await village.clients.resident.upload_media({
      subject_type: 'parcel',
      subject_id: village.plots.resident,
    });
    const id = await silence();
    // Tokens are known to every instance for a while: the database tells them.
    await waitUntil(
      'the token is known anew',
      async () => (await refusalKindOf(say('resident', 'neighbour', 'Ещё'))) !== '',
    );
    const writes = {
      send_message: () => say('resident', 'neighbour', 'Ещё'),
      write_task: () => village.clients.resident.write_task({ settlement, title: 'Заявка' }),
      write_article: () =>
        village.clients.resident.write_article({ settlement, kind: 'diary', title: 'Запись', body: 'Текст' }),
    };
    for (const [name, write] of Object.entries(writes)) {
      const refused = await assertRefused(write(), 403);
      const { sanction = {} } = refused.body as { sanction?: Record<string, string> };
      assert.deepEqual(
        [sanction.id, sanction.by, sanction.reason, sanction.appeal],
        [id, 'board', 'Оскорбления', `${service.url}/sanctions/${id}`],
        name,
      );
    }
    const put = await fetch(upload.data.upload_url, { method: 'PUT', body: 'x' });
    assert.equal(put.status, 403);
    // What anybody may do all the same.
    const { conversations } = await village.clients.resident.list_conversations({});
    await village.clients.resident.read_conversation({ conversation: conversations[0]?.id ?? '', up_to: 1 });
    await village.clients.resident.edit_profile({ language: 'en' });
    await village.clients.resident.show_me({});
    // Other villages, and the knowledge base, are not the board's.
    await village.clients.resident.write_knowledge_article({
      category: 'bathhouse_and_shed',
      title: 'Печь',
      body: 'Топить.',
    });
    await lift(id);
    await waitUntil(
      'the token is known anew',
      async () => (await refusalKindOf(say('resident', 'neighbour', 'Снова пишу'))) === '',
    );
    assert.equal(await notified('resident', 'sanction_lifted', id), 1);
  });

  it('ends by the clock, and the person is told once', async () => {
    const id = await silence(1);
    await waitUntil(
      'the token is known anew',
      async () => (await refusalKindOf(say('resident', 'neighbour', 'Рано'))) !== '',
    );
    await service.db`update sanction set until = now() - interval '1 second' where id = ${id}`;
    await waitUntil(
      'the token is known anew',
      async () => (await refusalKindOf(say('resident', 'neighbour', 'Пора'))) === '',
    );
    const worker = createWorkers({ services: () => service.app.services } as never).find(
      ({ queue }) => queue === 'sanction_ends',
    );
    const context = {
      pool: service.db,
      signal: new AbortController().signal,
      now: () => new Date(),
      newId: service.newId,
    };
    for (const _ of [1, 2]) await worker?.handle({}, context as never);
    assert.equal(await notified('resident', 'sanction_over', id), 1);
    const { isStanding, mayAppeal } = await act('resident', show_sanction, { sanction: id });
    assert.deepEqual([isStanding, mayAppeal], [false, false]);
  });

  it('is appealed against once, by the person, and decided by a moderator with a reason that both read', async () => {
    const id = await silence();
    const knowing = ['editor', 'moderator', 'auditor'] as const;
    for (const who of knowing)
      await assertActRefused(act(who, appeal_sanction, { sanction: id, words: 'Несправедливо' }), 403);
    await assertUnknownTo(['resident', ...knowing], appeal_sanction, { sanction: id, words: 'Нет' });
    await act('resident', appeal_sanction, { sanction: id, words: 'Меня не так поняли' });
    await assertActRefused(
      act('resident', appeal_sanction, { sanction: id, words: 'Ещё раз' }),
      422,
      'words',
    );
    assert.equal(await notified('moderator', 'sanction_appealed', id), 1);
    const decision = { sanction: id, outcome: 'lifted', reason: 'Это была шутка' };
    for (const who of ['editor', 'resident', 'auditor'] as const)
      await assertActRefused(act(who, decide_appeal, decision), 403);
    await assertUnknownTo(['moderator', 'editor', 'resident', 'auditor'], decide_appeal, decision);
    const { appeals } = await act('moderator', list_sanctions, { of: 'platform' });
    assert.deepEqual(
      appeals.map(({ id, appeal }) => [id, appeal]),
      [[id, 'Меня не так поняли']],
    );
    await act('moderator', decide_appeal, decision);
    await assertActRefused(act('moderator', decide_appeal, decision), 422, 'outcome');
    assert.equal(await notified('resident', 'appeal_lifted', id), 1);
    assert.equal(await notified('editor', 'decision_lifted', id), 1);
    await waitUntil(
      'the token is known anew',
      async () => (await refusalKindOf(say('resident', 'neighbour', 'Спасибо'))) === '',
    );
  });

  it('on the platform is decided by another moderator on appeal, where there is one', async () => {
    const answered = await village.clients.resident.send_message({ to: 'board', settlement, body: 'Свет?' });
    const { id: message_id } = (
      await village.clients.editor.send_message({
        conversation: answered.data.conversation,
        body: 'Отстаньте',
      })
    ).data;
    const { id: report } = (
      await village.clients.resident.write_task({ kind: 'report', title: 'Грубость', message_id })
    ).data;
    const input = { report, kind: 'silence', days: 60, reason: 'Грубость', everywhere: true };
    await assertActRefused(act('editor', impose_sanction, input), 404);
    const { id } = await act('moderator', impose_sanction, input);
    // An editor stopped everywhere writes nothing for the board, either.
    await waitUntil(
      'the token is known anew',
      async () =>
        (await refusalKindOf(
          village.clients.editor.write_contact({ settlement, name: 'Печник', category: 'trade' } as never),
        )) !== '',
    );
    await assertRefused(
      village.clients.editor.write_contact({ settlement, name: 'Печник', category: 'trade' } as never),
      403,
    );
    await act('editor', appeal_sanction, { sanction: id, words: 'Был не прав' });
    const decision = { sanction: id, outcome: 'kept', reason: 'Остаётся' };
    await service.db`update account set platform_role = 'moderator' where id = ${village.accounts.outsider}`;
    await assertActRefused(act('moderator', decide_appeal, decision), 403);
    await service.db`update account set platform_role = null where id = ${village.accounts.outsider}`;
    await act('moderator', decide_appeal, decision);
    assert.equal(await notified('editor', 'appeal_kept', id), 1);
    await act('moderator', lift_sanction, { sanction: id, reason: 'Хватит' });
  });

  it('ends rights in the village, so that no claim is taken, and gives them back as they were', async () => {
    const report = await reportToBoard();
    const { id } = await act('editor', impose_sanction, {
      report,
      kind: 'exclusion',
      reason: 'Угрозы соседям',
    });
    const states = async () =>
      (
        await service.db<
          { state: string }[]
        >`select state from membership where account_id = ${village.accounts.resident} order by id`
      ).map(({ state }) => state);
    assert.equal((await states()).includes('confirmed'), false);
    await assertRefused(village.clients.resident.request_residency({ settlement, parcel: '1' }), 403);
    await act('resident', appeal_sanction, { sanction: id, words: 'Вернусь' });
    await act('moderator', decide_appeal, { sanction: id, outcome: 'lifted', reason: 'Слишком строго' });
    assert.equal((await states()).includes('confirmed'), true);
    await say('resident', 'neighbour', 'Я снова здесь');
  });

  it('is imposed on nobody whose account is gone, and goes with it', async () => {
    const leaving = await service.as(further.accounts.blocked);
    await service.db`delete from account_block where account_id = ${further.accounts.blocked} or blocked_id = ${further.accounts.blocked}`;
    const { neighbour } = village.accounts;
    const { data } = await leaving.send_message({ to: 'person', account: neighbour, body: 'Грубость' });
    const report = (
      await village.clients.neighbour.write_task({ kind: 'report', title: 'Угрозы', message_id: data.id })
    ).data.id;
    const { id } = await act('editor', impose_sanction, { report, kind: 'warning', reason: 'Так нельзя' });
    await service.pool.begin((db) => deleteAccount(db, further.accounts.blocked, new Date()));
    const silence = { report, kind: 'silence', days: 3, reason: 'Поздно' };
    await assertActRefused(act('editor', impose_sanction, silence), 422, 'kind');
    for (const who of ['editor', 'moderator', 'auditor', 'blocked'] as const)
      await assertActRefused(act(who, show_sanction, { sanction: id }), 404);
    await assertRefused(leaving.send_message({ to: 'person', account: neighbour, body: 'Ещё' }), 401);
  });

  it('shows whoever decides a few messages around the reported one, and notes that in the audit', async () => {
    for (const body of ['1', '2', '3', '4', '5']) await say('neighbour', 'resident', body);
    const report = await reportToBoard('6, грубость');
    for (const body of ['7', '8', '9', '10']) await say('neighbour', 'resident', body);
    await assertActRefused(act('neighbour', read_report_context, { report }), 403);
    await assertUnknownTo(['editor', 'neighbour'], read_report_context, { report });
    const around = await act('editor', read_report_context, { report });
    assert.deepEqual(
      around.map(({ body, isReported }) => [body, isReported]),
      [
        ['3', false],
        ['4', false],
        ['5', false],
        ['6, грубость', true],
        ['7', false],
        ['8', false],
        ['9', false],
      ],
    );
    const [entry] = await service.db`
      select settlement_id from audit_entry where action = 'read_report_context' and subject_id = ${report}`;
    assert.equal(entry?.settlement_id, village.settlement.id);
  });
});
