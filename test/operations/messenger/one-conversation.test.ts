import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';

describe('the one conversation of two people', () => {
  let service: TestService;
  let village: Village;
  beforeEach(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const threads = async (persona: Persona) =>
    (await village.clients[persona].list_conversations({})).conversations;
  const titles = async (persona: Persona) => (await threads(persona)).map(({ title }) => title);
  const writeToPlot = async (persona: Persona, parcel: string, body: string) =>
    (
      await village.clients[persona].send_message({
        to: 'person',
        settlement: village.settlement.slug,
        parcel,
        body,
      })
    ).data;
  const writeToAccount = async (persona: Persona, other: Persona, body: string) =>
    (await village.clients[persona].send_message({ to: 'person', account: village.accounts[other], body }))
      .data;
  const moveIn = (persona: Persona, parcelId: string) =>
    insertMembership(service.db, {
      id: service.newId(),
      accountId: village.accounts[persona],
      parcelId,
      role: 'family',
      state: 'confirmed',
      isPrimary: false,
      decidedBy: village.accounts.editor,
      now: new Date(),
    });

  it('reaches a plot without disclosing who lives there, not even by an answer', async () => {
    const { resident, neighbour } = village.clients;
    const { conversation } = await writeToPlot('resident', '2', 'У вас открыта калитка');
    const [thread] = await threads('neighbour');
    assert.deepEqual([thread?.id, thread?.title], [conversation, 'Resident Ivanova']);
    await neighbour.send_message({ conversation, body: 'Спасибо!' });
    const seen = JSON.stringify([
      await resident.list_messages({ conversation }),
      await threads('resident'),
      (await resident.list_notifications({})).notifications,
    ]);
    assert.doesNotMatch(seen, /Neighbour/);
    assert.ok(!seen.includes(village.accounts.neighbour));
    assert.match(seen, /Plot 2/);
    for (const empty of ['3', '1', '404']) await assertRefused(writeToPlot('resident', empty, 'Эй'), 404);
  });

  it('goes on from either plot and keeps the one who was reached by plot unnamed', async () => {
    const first = await writeToPlot('resident', '2', 'Калитка открыта');
    const back = await writeToPlot('neighbour', '1', 'А у вас свет горит');
    assert.deepEqual([back.conversation, back.number], [first.conversation, 2]);
    assert.deepEqual(await titles('resident'), ['Plot 2']);
    assert.deepEqual(await titles('neighbour'), ['Resident Ivanova']);
    const { messages } = await village.clients.resident.list_messages({ conversation: first.conversation });
    assert.deepEqual(
      messages.map(({ author }) => author.name),
      ['Plot 2', 'Resident Ivanova'],
    );
  });

  it('goes on by account, from then on with the name of the one addressed', async () => {
    const first = await writeToPlot('resident', '2', 'Калитка открыта');
    const answer = await writeToAccount('neighbour', 'resident', 'Спасибо');
    assert.equal(answer.conversation, first.conversation);
    assert.deepEqual(await titles('resident'), ['Plot 2'], 'whoever writes names nobody but the other');
    const named = await writeToAccount('resident', 'neighbour', 'Не за что');
    assert.deepEqual([named.conversation, named.number], [first.conversation, 3]);
    assert.deepEqual(await titles('resident'), ['Neighbour Ivanova']);
    assert.deepEqual(await titles('neighbour'), ['Resident Ivanova']);
  });

  it('goes on by the number of the plot when it was opened by account', async () => {
    const first = await writeToAccount('neighbour', 'resident', 'Возьмёте рассаду?');
    const back = await writeToPlot('resident', '2', 'С радостью');
    assert.deepEqual([back.conversation, back.number], [first.conversation, 2]);
    assert.equal((await threads('resident')).length, 1);
    assert.equal((await threads('neighbour')).length, 1);
  });

  it('is separate from those with all who live on a plot', async () => {
    await moveIn('newcomer', village.plots.neighbour);
    const pair = await writeToAccount('neighbour', 'resident', 'Только вам');
    const all = await writeToPlot('resident', '2', 'Вам обоим');
    assert.notEqual(all.conversation, pair.conversation);
    assert.deepEqual(await titles('newcomer'), ['Resident Ivanova']);
    assert.equal((await writeToPlot('resident', '2', 'Ещё раз')).conversation, all.conversation);
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.newcomer}`;
    assert.equal(
      (await writeToPlot('resident', '2', 'Вы теперь одна')).conversation,
      pair.conversation,
      'nobody else lives there any more',
    );
    const { messages } = await village.clients.newcomer.list_messages({ conversation: all.conversation });
    assert.deepEqual(
      messages.map(({ body }) => body),
      ['Ещё раз', 'Вам обоим'],
      'who has left reads nothing new',
    );
  });

  it('is separate from the one with the board', async () => {
    const board = await village.clients.resident.send_message({
      to: 'board',
      settlement: village.settlement.slug,
      body: 'Фонарь',
    });
    await moveIn('editor', village.plots.empty);
    const own = await writeToPlot('resident', '12А', 'Лично');
    assert.notEqual(own.conversation, board.data.conversation);
    assert.equal((await writeToAccount('editor', 'resident', 'Да?')).conversation, own.conversation);
  });

  it('is one also when both write first at the same moment, by plot and by account', async () => {
    const sent = await Promise.all([
      writeToPlot('resident', '2', '1'),
      writeToPlot('neighbour', '1', '2'),
      writeToAccount('resident', 'neighbour', '3'),
      writeToAccount('neighbour', 'resident', '4'),
      writeToPlot('resident', '2', '5'),
      writeToPlot('neighbour', '1', '6'),
    ]);
    assert.equal(new Set(sent.map(({ conversation }) => conversation)).size, 1);
    assert.deepEqual(sent.map(({ number }) => number).sort(), [1, 2, 3, 4, 5, 6]);
    const rows = await service.db`select side from conversation_member`;
    assert.equal(rows.length, 2);
    assert.equal((await threads('resident')).length, 1);
  });

  it('counts what is unread in messages everywhere', async () => {
    const { conversation } = await writeToPlot('resident', '2', 'Раз');
    await writeToPlot('resident', '2', 'Два');
    await village.clients.editor.send_message({
      to: 'person',
      settlement: village.settlement.slug,
      account: village.accounts.neighbour,
      as_board: true,
      body: 'Взнос',
    });
    const waiting = async () =>
      (await village.clients.neighbour.show_me({ waiting: true })).data.waiting ?? null;
    const [first, second] = await Promise.all([waiting(), threads('neighbour')]);
    assert.deepEqual([first?.conversations, first?.messages], [2, 3]);
    assert.equal(
      second.reduce((sum, { unread }) => sum + unread, 0),
      3,
    );
    await village.clients.neighbour.read_conversation({ conversation });
    assert.deepEqual([(await waiting())?.conversations, (await waiting())?.messages], [1, 1]);
  });
});
