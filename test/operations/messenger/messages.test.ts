import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { insertSettlementRole } from '../../../src/store/land/settlement-roles.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../../harness/village.ts';

describe('messages', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const bell = async (persona: Persona) =>
    (await village.clients[persona].list_notifications({})).notifications;
  const threads = async (persona: Persona) =>
    (await village.clients[persona].list_conversations({})).conversations;

  it('go between neighbours, continue one conversation, and count as unread until read', async () => {
    const { resident, neighbour } = village.clients;
    const to = { to: 'person', account: village.accounts.neighbour } as const;
    const first = (await resident.send_message({ ...to, body: 'Добрый день!' })).data;
    const back = { to: 'person', account: village.accounts.resident } as const;
    const second = (await neighbour.send_message({ ...back, body: 'Здравствуйте' })).data;
    const third = (await resident.send_message({ conversation: first.conversation, body: 'Как дела?' })).data;
    assert.deepEqual([first.number, second.number, third.number], [1, 2, 3]);
    assert.equal(second.conversation, first.conversation);
    const [thread] = await threads('neighbour');
    assert.equal(thread?.title, 'Resident Ivanova');
    assert.deepEqual([thread?.unread, thread?.last_number, thread?.seen_number], [1, 3, 3]);
    assert.equal(thread?.last_message.body, 'Как дела?');
    assert.equal((await threads('resident'))[0]?.unread, 0, 'whoever answers has read');
    assert.equal((await bell('neighbour'))[0]?.key, 'notifications.message_received');
    assert.deepEqual(
      (await bell('neighbour'))[0]?.replacements,
      { sender: 'Resident Ivanova' },
      'never the text',
    );
    const read = () => neighbour.read_conversation({ conversation: first.conversation });
    assert.deepEqual(await read(), { read: true, unread: 0, is_blocked: false });
    assert.deepEqual(await read(), { read: true, unread: 0, is_blocked: false });
    assert.equal((await neighbour.list_notifications({})).unread, 0, 'reading there reads the bell too');
    const back1 = await neighbour.read_conversation({ conversation: first.conversation, up_to: 1 });
    assert.equal(back1.unread, 0, 'a read mark never moves back');
  });

  it('are paged newest first', async () => {
    const { resident } = village.clients;
    const conversation = (await threads('resident'))[0]?.id ?? '';
    for (let index = 4; index <= 9; index += 1)
      await resident.send_message({ conversation, body: `№ ${index}` });
    const numbers: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page: Awaited<ReturnType<typeof resident.list_messages>> = await resident.list_messages({
        conversation,
        limit: 4,
        ...(cursor && { cursor }),
      });
      numbers.push(...page.messages.map((message) => message.number));
      cursor = page.cursor;
    } while (cursor);
    assert.deepEqual(numbers, [9, 8, 7, 6, 5, 4, 3, 2, 1]);
    await assertRefused(resident.list_messages({ conversation, cursor: 'AAAA' }), 422, 'cursor');
  });

  it('have gapless numbers, also for concurrent and refused ones', async () => {
    const { resident, neighbour } = village.clients;
    const conversation = (await threads('resident'))[0]?.id ?? '';
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 5 === 0
          ? assertRefused(resident.send_message({ conversation, body: ' ' }), 422, 'body').then(() => 0)
          : (index % 2 === 0 ? resident : neighbour)
              .send_message({ conversation, body: `Разом ${index}` })
              .then(({ data }) => data.number),
      ),
    );
    const given = sent.filter((number) => number > 0).sort((a, b) => a - b);
    assert.deepEqual(
      given,
      Array.from({ length: 16 }, (_, index) => 10 + index),
    );
  });

  it('opened concurrently by both sides are one conversation', async () => {
    await insertMembership(service.db, {
      id: service.newId(),
      accountId: village.accounts.editor,
      parcelId: village.plots.empty,
      role: 'owner',
      state: 'confirmed',
      isPrimary: true,
      decidedBy: village.accounts.editor,
      now: new Date(),
    });
    const { resident, editor } = village.clients;
    const opened = await Promise.all([
      resident.send_message({ to: 'person', account: village.accounts.editor, body: 'а' }),
      editor.send_message({ to: 'person', account: village.accounts.resident, body: 'б' }),
      resident.send_message({ to: 'person', account: village.accounts.editor, body: 'в' }),
    ]);
    assert.equal(new Set(opened.map(({ data }) => data.conversation)).size, 1);
    assert.deepEqual(opened.map(({ data }) => data.number).sort(), [1, 2, 3]);
  });

  it('are refused between people who may not write to each other', async () => {
    const { resident, outsider, newcomer, company } = village.clients;
    const { accounts } = village;
    for (const client of [outsider, newcomer, company])
      await assertRefused(
        client.send_message({ to: 'person', account: accounts.resident, body: 'Купите' }),
        404,
      );
    await assertRefused(resident.send_message({ to: 'person', account: accounts.outsider, body: 'Эй' }), 404);
    await assertRefused(
      resident.send_message({ to: 'person', account: accounts.resident, body: 'Я' }),
      422,
      'account',
    );
    await assertRefused(resident.send_message({ to: 'person', account: '999', body: 'Эй' }), 404);
    await assertRefused(
      outsider.send_message({ to: 'person', settlement: 'berezka', parcel: '1', body: 'Эй' }),
      403,
    );
    await assertRefused(newcomer.send_message({ to: 'board', settlement: 'berezka', body: 'Эй' }), 403);
    await assertRefused(resident.send_message({ to: 'board', body: 'Эй' }), 422, 'settlement');
    await assertRefused(resident.send_message({ body: 'Эй' }), 422, 'to');
    const answer = await village.anonymous.send('send_message', { body: 'Эй' });
    assert.equal(answer.status, 401);
  });

  it('to the board reach every editor, and only while they are on the board', async () => {
    const { resident, editor, moderator } = village.clients;
    const { data } = await resident.send_message({
      to: 'board',
      settlement: 'berezka',
      body: 'Свет не горит',
    });
    const [thread] = await threads('editor');
    assert.deepEqual([thread?.kind, thread?.title, thread?.unread], ['board', 'Resident Ivanova', 1]);
    await editor.send_message({ conversation: data.conversation, body: 'Починим' });
    assert.match((await threads('resident'))[0]?.title ?? '', /СНТ Берёзка/);
    assert.deepEqual((await bell('resident'))[0]?.replacements, { sender: 'СНТ Берёзка' });
    await assertRefused(moderator.list_messages({ conversation: data.conversation }), 404);
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.moderator,
      'editor',
      new Date(),
    );
    await resident.send_message({ conversation: data.conversation, body: 'Спасибо' });
    assert.equal((await moderator.list_messages({ conversation: data.conversation })).messages.length, 3);
    await service.db`delete from settlement_role where account_id = ${village.accounts.moderator}`;
    await assertRefused(moderator.list_messages({ conversation: data.conversation }), 404);
    await assertRefused(moderator.send_message({ conversation: data.conversation, body: 'Я ещё тут' }), 404);
    assert.equal((await threads('moderator')).length, 0);
    await assertRefused(
      resident.read_conversation({ conversation: data.conversation, block: true }),
      422,
      'block',
    );
  });

  it('from the board reach anybody tied to the settlement', async () => {
    const { editor, resident } = village.clients;
    const letter = { to: 'person', settlement: 'berezka', as_board: true } as const;
    const { data } = await editor.send_message({
      ...letter,
      account: village.accounts.neighbour,
      body: 'Взнос',
    });
    assert.equal((await threads('neighbour')).find((each) => each.id === data.conversation)?.kind, 'board');
    await assertRefused(
      editor.send_message({ ...letter, account: village.accounts.outsider, body: 'Взнос' }),
      404,
    );
    await assertRefused(
      resident.send_message({ ...letter, account: village.accounts.neighbour, body: 'Взнос' }),
      403,
    );
  });

  it('to a company reach its representatives, who cannot write first', async () => {
    const { newcomer, company } = village.clients;
    const { data } = await newcomer.send_message({
      to: 'company',
      company: 'kolodtsy',
      body: 'Сколько стоит колодец?',
    });
    const [thread] = await threads('company');
    assert.deepEqual([thread?.kind, thread?.title], ['company', 'Newcomer Ivanova']);
    await company.send_message({ conversation: data.conversation, body: 'От 100 тысяч' });
    assert.equal((await threads('newcomer'))[0]?.title, 'Колодцы и скважины');
    await assertRefused(
      company.send_message({ to: 'company', company: 'kolodtsy', body: 'Сам себе' }),
      422,
      'company',
    );
    await newcomer.read_conversation({ conversation: data.conversation, block: true });
    await assertRefused(company.send_message({ conversation: data.conversation, body: 'Скидка!' }), 403);
    await assertRefused(newcomer.send_message({ conversation: data.conversation, body: 'Передумал' }), 403);
    await newcomer.read_conversation({ conversation: data.conversation, block: false });
    await company.send_message({ conversation: data.conversation, body: 'Хорошо' });
    const representative = village.accounts.company;
    const setState = (state: string) => service.db`
      update company_representative set state = ${state} where account_id = ${representative}`;
    await setState('claimed');
    const refusal = await assertRefused(
      newcomer.send_message({ conversation: data.conversation, body: 'Вы ещё работаете?' }),
      403,
    );
    assert.match(refusal.message, /nobody reads/);
    await setState('confirmed');
  });

  it('are blocked under every address, until unblocked', async () => {
    const { resident, neighbour } = village.clients;
    const conversation =
      (await threads('neighbour')).find(({ kind, plot }) => kind === 'person' && plot === null)?.id ?? '';
    assert.equal((await neighbour.read_conversation({ conversation, block: true })).is_blocked, true);
    const direct = { to: 'person', account: village.accounts.neighbour, body: 'Почему?' } as const;
    await assertRefused(resident.send_message({ conversation, body: 'Почему?' }), 403);
    await assertRefused(resident.send_message(direct), 403);
    await assertRefused(
      resident.send_message({ to: 'person', settlement: 'berezka', parcel: '2', body: 'Почему?' }),
      404,
    );
    await neighbour.read_conversation({ conversation, block: false });
    await resident.send_message(direct);
  });

  it('that are reported are shown to those who decide, without their context', async () => {
    const { resident, neighbour, editor, moderator, outsider } = village.clients;
    const conversation =
      (await threads('neighbour')).find(({ kind, plot }) => kind === 'person' && plot === null)?.id ?? '';
    const { data } = await resident.send_message({ conversation, body: 'Грубость' });
    for (const client of [editor, moderator, outsider])
      await assertRefused(client.list_messages({ conversation }), 404);
    const report = { message: data.number, reason: 'Грубит' };
    await assertRefused(resident.read_conversation({ conversation, report }), 422, 'report.message');
    const unknown = { message: 9999, reason: 'Нет такого' };
    await assertRefused(
      neighbour.read_conversation({ conversation, report: unknown }),
      422,
      'report.message',
    );
    await neighbour.read_conversation({ conversation, report });
    await neighbour.read_conversation({ conversation, report });
    const told = (await bell('editor')).filter(({ key }) => key === 'notifications.message_reported');
    assert.equal(told.length, 1, 'a second report of the same message changes nothing');
    assert.deepEqual(told[0]?.replacements, {});
    const shown = await editor.list_messages({ conversation });
    assert.deepEqual([shown.conversation, shown.messages.map(({ body }) => body)], [null, ['Грубость']]);
    for (const client of [moderator, outsider])
      await assertRefused(client.list_messages({ conversation }), 404);
    await assertRefused(editor.send_message({ conversation, body: 'Что тут у вас?' }), 404);
  });

  it('are read only with mcp:private, and by nobody outside the conversation', async () => {
    const reading = await service.as(village.accounts.resident, ['mcp:read', 'mcp:write']);
    const conversation = (await threads('resident'))[0]?.id ?? '';
    const failure = await assertRefused(reading.list_conversations({}), 403);
    assert.match(failure.message, /mcp:private/);
    await assertRefused(reading.list_messages({ conversation }), 403);
    const sent = await reading.send_message({ conversation, body: 'Только пишу' });
    assert.equal(sent.data.body, 'Только пишу');
    for (const persona of personas) {
      const own = new Set((await threads(persona)).map(({ id }) => id));
      for (const other of personas)
        for (const { id } of await threads(other))
          if (!own.has(id))
            await assertRefused(village.clients[persona].read_conversation({ conversation: id }), 404);
    }
  });

  it('are refused once somebody is no longer a neighbour', async () => {
    const { resident, neighbour } = village.clients;
    const conversation =
      (await threads('neighbour')).find(({ kind, plot }) => kind === 'person' && plot === null)?.id ?? '';
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.neighbour}`;
    await assertRefused(resident.send_message({ conversation, body: 'Вы тут?' }), 403);
    await assertRefused(neighbour.send_message({ conversation, body: 'Уже нет' }), 403);
    assert.ok(
      (await neighbour.list_messages({ conversation })).messages.length > 0,
      'what was said stays readable',
    );
  });
});
