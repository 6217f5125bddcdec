import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../../harness/village.ts';

describe('reports', () => {
  let service: TestService;
  let village: Village;
  let contact: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    contact = service.newId();
    await service.db`
      insert into contact (id, settlement_id, slug, name, category, created_by, created_at, updated_at)
      values (${contact}, ${village.settlement.id}, 'stove', 'Печник', 'trade', ${village.accounts.editor}, now(), now())`;
  });
  const settlement = 'berezka';
  const say = async (by: Persona, to: Persona, body: string) =>
    (await village.clients[by].send_message({ to: 'person', account: village.accounts[to], body })).data;
  const report = async (by: Persona, thing: { message_id: string } | { review_id: string }) =>
    (await village.clients[by].write_task({ kind: 'report', title: 'Оскорбление', ...thing })).data;
  const show = async (by: Persona, task: string) => (await village.clients[by].show_task({ task })).data;
  const decide = async (by: Persona, task: string, outcome: 'hidden' | 'nothing', comment?: string) =>
    (await village.clients[by].edit_task({ task, outcome, ...(comment && { comment }) })).data;
  const listed = async (by: Persona) =>
    (await village.clients[by].list_tasks({ kind: 'report' })).tasks.map(({ id }) => id);
  const told = async (persona: Persona, key: string, task: string) =>
    (
      await service.db`select 1 from notification where account_id = ${village.accounts[persona]}
                          and key = ${`notifications.${key}`} and url like ${`%${task}`}`
    ).length;
  const praise = async (by: Persona, subject_type: 'contact' | 'company') =>
    (
      await village.clients[by].post_review({
        settlement,
        subject_type,
        subject_id: subject_type === 'contact' ? contact : village.companyId,
        medal: 'dung',
        body: 'Жулик!',
      })
    ).data.id;

  it('of a message show only that message, and only to the board', async () => {
    await say('resident', 'neighbour', 'Здравствуйте');
    const { id: message_id, conversation } = await say('resident', 'neighbour', 'Грубость');
    const { id, report: own, addressee } = await report('neighbour', { message_id });
    assert.deepEqual([addressee, own], ['board', { about: 'message', outcome: null, thing: null }]);
    assert.equal(await told('editor', 'message_reported', id), 1);
    const seen = await show('editor', id);
    assert.deepEqual(
      [seen.report?.thing?.body, seen.report?.thing?.author, seen.report?.thing?.is_hidden],
      ['Грубость', 'Resident I.', false],
    );
    assert.equal(JSON.stringify(seen).includes('Здравствуйте'), false);
    for (const persona of personas) {
      const isParty = persona === 'editor' || persona === 'neighbour';
      assert.equal((await listed(persona)).includes(id), isParty, persona);
      if (!isParty) await assertRefused(show(persona, id), 404);
      if (!isParty) await assertRefused(decide(persona, id, 'hidden'), 404);
    }
    await assertRefused(decide('neighbour', id, 'hidden'), 403);
    await assertRefused(village.clients.editor.edit_task({ task: id, status: 'done' }), 422, 'status');
    await assertRefused(village.clients.neighbour.edit_task({ task: id, visibility: 'public' }), 403);
    const decided = await decide('editor', id, 'hidden');
    assert.deepEqual([decided.status, decided.report?.outcome], ['done', 'hidden']);
    assert.equal(decided.report?.thing?.body, 'Грубость', 'those who decided go on seeing what about');
    assert.equal(await told('neighbour', 'report_hidden', id), 1);
    assert.equal(await told('neighbour', 'task_done', id), 0);
    for (const persona of ['resident', 'neighbour'] as const) {
      const { messages } = await village.clients[persona].list_messages({ conversation });
      assert.deepEqual(
        messages.map(({ body, is_hidden }) => [body, is_hidden]),
        [
          ['This message is hidden.', true],
          ['Здравствуйте', false],
        ],
      );
      const { conversations } = await village.clients[persona].list_conversations({});
      assert.equal(conversations[0]?.last_message.body, 'This message is hidden.');
    }
    await assertRefused(decide('editor', id, 'nothing'), 422, 'outcome');
    await assertRefused(village.clients.editor.edit_task({ task: id, status: 'open' }), 422, 'status');
  });

  it('are filed once per person and thing, also concurrently, and may be dismissed', async () => {
    const { id: message_id, conversation, number } = await say('resident', 'neighbour', 'Снова грубость');
    const tries = await Promise.allSettled([1, 2].map(() => report('neighbour', { message_id })));
    assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await assertRefused(report('neighbour', { message_id }), 422, 'message_id');
    await village.clients.neighbour.read_conversation({
      conversation,
      report: { message: number, reason: 'Ещё раз' },
    });
    const rows = await service.db`select id from task where message_id = ${message_id}`;
    assert.equal(rows.length, 1);
    const id = rows[0]?.id as string;
    const done = await decide('editor', id, 'nothing', 'Это шутка');
    assert.deepEqual([done.status, done.report?.outcome], ['done', 'nothing']);
    assert.equal(await told('neighbour', 'report_nothing_explained', id), 1);
    const { messages } = await village.clients.neighbour.list_messages({ conversation });
    assert.equal(messages[0]?.body, 'Снова грубость');
    const taken = await say('resident', 'neighbour', 'И ещё');
    const own = await report('neighbour', { message_id: taken.id });
    const { data } = await village.clients.neighbour.edit_task({ task: own.id, status: 'cancelled' });
    assert.deepEqual(data.next_statuses, []);
    await assertRefused(decide('editor', own.id, 'hidden'), 422, 'outcome');
  });

  it('through read_conversation are the same reports', async () => {
    const { conversation, number } = await say('resident', 'neighbour', 'Третья грубость');
    const reason = `Угрожает\n${'о'.repeat(300)}`;
    await village.clients.neighbour.read_conversation({ conversation, report: { message: number, reason } });
    const [id = ''] = await listed('editor');
    const seen = await show('editor', id);
    assert.deepEqual(
      [seen.title, seen.body, seen.report?.thing?.body],
      ['Угрожает', reason, 'Третья грубость'],
    );
  });

  it('go to the platform when the board or a company is involved', async () => {
    const letter = (
      await village.clients.resident.send_message({ to: 'board', settlement, body: 'Где свет?' })
    ).data;
    const answer = (
      await village.clients.editor.send_message({ conversation: letter.conversation, body: 'Отстаньте' })
    ).data;
    const board = await report('resident', { message_id: answer.id });
    assert.deepEqual([board.addressee, board.settlement_id], ['platform', village.settlement.id]);
    const offer = (
      await village.clients.newcomer.send_message({
        to: 'company',
        company: village.companyId,
        body: 'Цена?',
      })
    ).data;
    const rude = (
      await village.clients.company.send_message({ conversation: offer.conversation, body: 'Дорого вам' })
    ).data;
    const company = await report('newcomer', { message_id: rude.id });
    assert.deepEqual([company.addressee, company.settlement_id], ['platform', null]);
    assert.deepEqual(await listed('moderator'), [company.id, board.id]);
    const there = await village.clients.moderator.list_tasks({ settlement, kind: 'report' });
    assert.deepEqual(
      there.tasks.map(({ id }) => id),
      [board.id],
    );
    for (const id of [board.id, company.id]) {
      await assertRefused(show('editor', id), 404);
      await assertRefused(show('company', id), 404);
      assert.equal(await told('moderator', 'message_reported', id), 1);
    }
    assert.equal((await show('moderator', company.id)).report?.thing?.body, 'Дорого вам');
    await assertRefused(
      village.clients.newcomer.upload_media({ subject_type: 'task', subject_id: company.id }),
      403,
    );
    assert.equal((await decide('moderator', company.id, 'hidden')).status, 'done');
    await service.db`update account set platform_role = 'moderator' where id = ${village.accounts.company}`;
    const second = (
      await village.clients.company.send_message({ conversation: offer.conversation, body: 'И не пишите' })
    ).data;
    const { id } = await report('newcomer', { message_id: second.id });
    const reported = await service.as(village.accounts.company, ['mcp:read', 'mcp:write']);
    await assertRefused(reported.show_task({ task: id }), 404);
    assert.equal(
      (await reported.list_tasks({ kind: 'report' })).tasks.some((one) => one.id === id),
      false,
    );
    await service.db`update account set platform_role = null where id = ${village.accounts.company}`;
  });

  it('of a review hide it with a reason that author, subject and reporter read, and no word of who reported', async () => {
    const review_id = await praise('resident', 'contact');
    await assertRefused(report('resident', { review_id }), 422, 'review_id');
    await assertRefused(report('newcomer', { review_id }), 404);
    const { id, addressee } = await report('neighbour', { review_id });
    assert.equal(addressee, 'platform');
    await assertRefused(show('editor', id), 404);
    const { report: seen } = await show('moderator', id);
    assert.deepEqual([seen?.about, seen?.thing?.medal, seen?.thing?.body], ['review', 'dung', 'Жулик!']);
    await assertRefused(decide('moderator', id, 'hidden'), 422, 'comment');
    await decide('moderator', id, 'hidden', 'Без оскорблений');
    assert.equal(await told('neighbour', 'report_hidden_explained', id), 1);
    for (const persona of ['resident', 'editor'] as const) {
      const { notifications } = await village.clients[persona].list_notifications({});
      const read = notifications.filter(({ text }) => text.includes('Без оскорблений'));
      assert.equal(read.length, 1, persona);
      const words = JSON.stringify(read);
      for (const hidden of ['Neighbour', 'neighbour@', village.accounts.neighbour])
        assert.equal(words.includes(hidden), false, `${persona}: ${hidden}`);
    }
    const { reviews } = await village.clients.resident.list_reviews({
      settlement,
      subject_type: 'contact',
      subject_id: contact,
    });
    assert.deepEqual(
      [reviews[0]?.moderation_status, reviews[0]?.moderation_reason],
      ['hidden', 'Без оскорблений'],
    );
    const { contacts } = await village.clients.resident.list_contacts({ settlement });
    assert.equal(contacts.find((one) => one.id === contact)?.rating, 0, 'it counts for nothing');
  });

  it('of a review may come from the reviewed company, and go to the platform', async () => {
    const review_id = await praise('neighbour', 'company');
    const { id, addressee } = await report('company', { review_id });
    assert.equal(addressee, 'platform');
    await village.clients.neighbour.withdraw_review({
      settlement,
      subject_type: 'company',
      subject_id: village.companyId,
    });
    assert.equal((await show('moderator', id)).report?.thing, null);
    await assertRefused(decide('moderator', id, 'hidden', 'x'), 422, 'outcome');
    await assertRefused(decide('moderator', id, 'nothing'), 422, 'comment');
    assert.equal((await decide('moderator', id, 'nothing', 'Отзыва уже нет')).status, 'done');
    const onContact = await praise('neighbour', 'contact');
    assert.equal((await report('editor', { review_id: onContact })).addressee, 'platform');
  });

  it('reference exactly one thing that the reporter may see', async () => {
    const write = (input: object) =>
      village.clients.neighbour.write_task({ kind: 'report', title: 'Жалоба', ...input });
    const { id: message_id } = await say('resident', 'neighbour', 'Ну и ну');
    await assertRefused(write({}), 422, 'message_id');
    await assertRefused(write({ message_id, review_id: '17' }), 422, 'review_id');
    await assertRefused(write({ message_id, due_on: '2099-01-01' }), 422, 'due_on');
    await assertRefused(write({ message_id, visibility: 'public' }), 422, 'visibility');
    await assertRefused(write({ message_id, addressee: 'platform' }), 422, 'addressee');
    await assertRefused(write({ message_id: '17' }), 404);
    await assertRefused(write({ review_id: '17' }), 404);
    await assertRefused(village.clients.outsider.write_task({ title: 'Чужое', message_id }), 404);
    await assertRefused(village.clients.editor.write_task({ title: 'Чужое', message_id }), 404);
    await assertRefused(
      village.clients.resident.write_task({ title: 'Своё', message_id }),
      422,
      'message_id',
    );
    await assertRefused(village.clients.resident.write_task({ title: 'Где?' }), 422, 'settlement');
    await assertRefused(
      village.clients.resident.write_task({ settlement, title: 'Не жалоба', addressee: 'platform' }),
      422,
      'addressee',
    );
    const plain = (await village.clients.resident.write_task({ settlement, title: 'Заявка' })).data.id;
    await assertRefused(
      village.clients.editor.edit_task({ task: plain, outcome: 'nothing' }),
      422,
      'outcome',
    );
  });
});
