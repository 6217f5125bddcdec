import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { InputOf } from '../../../src/entry/client/client.ts';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';

describe('tasks for a neighbour', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const leave = () => service.db`
    delete from membership where account_id = ${village.accounts.newcomer} and parcel_id = ${village.plots.neighbour}`;
  /** The newcomer also lives on the neighbour's plot. */
  const moveIn = async () => {
    await leave();
    await insertMembership(service.db, {
      id: service.newId(),
      accountId: village.accounts.newcomer,
      parcelId: village.plots.neighbour,
      role: 'family',
      state: 'confirmed',
      isPrimary: false,
      decidedBy: village.accounts.editor,
      now: new Date(),
    });
  };
  const ask = async (by: Persona = 'resident', input: Partial<InputOf<'write_task'>> = {}) =>
    (
      await village.clients[by].write_task({
        settlement: 'berezka',
        title: 'Одолжить лестницу',
        to_parcel: '2',
        ...input,
      })
    ).data;
  const edit = (by: Persona, task: string, input: Omit<InputOf<'edit_task'>, 'task'>) =>
    village.clients[by].edit_task({ task, ...input }).then(({ data }) => data);
  const lists = async (persona: Persona, task: string) =>
    (await village.clients[persona].list_tasks({ limit: 100 })).tasks.some(({ id }) => id === task);
  const told = async (persona: Persona, key: string, task: string) =>
    (
      await service.db`select 1 from notification where account_id = ${village.accounts[persona]}
                          and key = ${`notifications.${key}`} and url like ${`%${task}`}`
    ).length;
  beforeEach(async () => {
    await moveIn();
    await service.db`delete from account_block`;
  });

  it('go to a plot by its number, and notify its residents without disclosing them', async () => {
    const task = await ask();
    assert.deepEqual(
      [task.addressee, task.to_parcel_id, task.to_parcel_number, task.accepted_at, task.assignees],
      ['neighbour', village.plots.neighbour, '2', null, []],
    );
    assert.deepEqual(task.next_statuses, ['cancelled']);
    for (const persona of ['neighbour', 'newcomer'] as const) {
      assert.equal(await told(persona, 'task_offered', task.id), 1);
      assert.equal(await lists(persona, task.id), true);
      const { data } = await village.clients[persona].show_task({ task: task.id });
      assert.deepEqual(data.next_statuses, ['in_progress', 'done']);
    }
    for (const persona of ['editor', 'moderator', 'outsider', 'company'] as const) {
      await assertRefused(village.clients[persona].show_task({ task: task.id }), 404);
      await assertRefused(edit(persona, task.id, { accept: true }), 404);
      assert.equal(await lists(persona, task.id), false);
    }
  });

  it('refuse invalid input', async () => {
    await assertRefused(ask('resident', { visibility: 'residents' }), 422, 'visibility');
    await assertRefused(ask('resident', { addressee: 'board' }), 422, 'to_parcel');
    await assertRefused(ask('resident', { addressee: 'neighbour', to_parcel: null }), 422, 'to_parcel');
    await assertRefused(ask('resident', { to_parcel: '999' }), 404);
    await assertRefused(ask('resident', { to_parcel: village.outsiderPlot }), 404);
    await assertRefused(ask('resident', { to_parcel: '3' }), 404);
    await assertRefused(ask('resident', { to_parcel: '1' }), 404);
    await assertRefused(ask('resident', { assignee_id: village.accounts.neighbour }), 422, 'assignee_id');
    await assertRefused(ask('outsider'), 403);
    const { id } = await ask();
    await assertRefused(edit('resident', id, { accept: true }), 422, 'accept');
    await assertRefused(edit('resident', id, { visibility: 'public' }), 422, 'visibility');
    await assertRefused(edit('resident', id, { assignees: [village.accounts.neighbour] }), 403);
    await assertRefused(edit('neighbour', id, { accept: false, status: 'done' }), 422, 'accept');
    await assertRefused(edit('neighbour', id, { title: 'Иначе' }), 403);
  });

  it('are assigned to the first who accepts, also concurrently', async () => {
    const { id } = await ask();
    const tries = await Promise.allSettled([
      edit('neighbour', id, { accept: true }),
      edit('newcomer', id, { accept: true }),
    ]);
    assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const [first, second] =
      tries[0].status === 'fulfilled'
        ? (['neighbour', 'newcomer'] as const)
        : (['newcomer', 'neighbour'] as const);
    await assertRefused(edit(second, id, { accept: true }), 422, 'accept');
    await assertRefused(edit(second, id, { status: 'done' }), 403);
    const { data } = await village.clients.resident.show_task({ task: id });
    assert.equal(data.assignee_user_id, village.accounts[first]);
    assert.ok(data.accepted_at);
    assert.equal(await told('resident', 'task_accepted', id), 1);
    const again = await edit(first, id, { accept: true });
    assert.equal(again.history_count, 1, 'accepting twice changes nothing');
    assert.equal((await edit(first, id, { status: 'done' })).status, 'done');
    await assertRefused(edit(first, id, { accept: false }), 422, 'accept');
    assert.equal((await edit('resident', id, { status: 'open' })).assignee_user_id, village.accounts[first]);
  });

  it('are accepted by starting or completing them', async () => {
    for (const status of ['in_progress', 'done'] as const) {
      const { id } = await ask();
      const data = await edit('newcomer', id, { status });
      assert.deepEqual([data.status, data.assignee_user_id], [status, village.accounts.newcomer]);
      assert.deepEqual(data.assignees, [{ id: village.accounts.newcomer, name: 'Newcomer I.' }]);
      assert.ok(data.accepted_at);
    }
  });

  it('disappear for who declines, wait for the others, and return when given back', async () => {
    const { id } = await ask();
    await edit('newcomer', id, { accept: false, comment: 'Не могу' });
    assert.equal(await lists('newcomer', id), false);
    await assertRefused(village.clients.newcomer.show_task({ task: id }), 404);
    await assertRefused(edit('newcomer', id, { accept: true }), 404);
    assert.equal(await told('resident', 'task_declined', id), 0);
    await edit('neighbour', id, { status: 'in_progress' });
    const back = await edit('neighbour', id, { accept: false });
    assert.deepEqual([back.status, back.assignees, back.accepted_at], ['open', [], null]);
    await assertRefused(village.clients.neighbour.show_task({ task: id }), 404);
    assert.equal(await told('resident', 'task_declined', id), 1, 'nobody is left');
  });

  it('cannot be given between people who blocked each other', async () => {
    const block = (by: Persona, whom: Persona) => service.db`
      insert into account_block (account_id, blocked_id, created_at)
      values (${village.accounts[by]}, ${village.accounts[whom]}, now())`;
    const { id } = await ask();
    await block('newcomer', 'resident');
    assert.equal(await lists('newcomer', id), false);
    await assertRefused(edit('newcomer', id, { accept: true }), 404);
    const later = await ask();
    assert.equal(await told('newcomer', 'task_offered', later.id), 0);
    assert.equal(await told('neighbour', 'task_offered', later.id), 1);
    await block('resident', 'neighbour');
    await assertRefused(village.clients.neighbour.show_task({ task: later.id }), 404);
    await assertRefused(ask(), 404);
  });

  it('of the board need no acceptance and cannot be declined', async () => {
    const task = await ask('editor', { title: 'Подрезать кусты у дороги' });
    assert.ok(task.accepted_at);
    assert.equal(await told('neighbour', 'task_assigned', task.id), 1);
    await assertRefused(edit('neighbour', task.id, { accept: false }), 422, 'accept');
    assert.deepEqual((await edit('newcomer', task.id, { status: 'in_progress' })).assignees, []);
    assert.equal((await edit('neighbour', task.id, { status: 'done' })).status, 'done', 'done by any');
  });

  it('follow the current residents of the plot', async () => {
    const { id } = await ask();
    await edit('newcomer', id, { accept: true });
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.newcomer}`;
    await assertRefused(village.clients.newcomer.show_task({ task: id }), 404);
    await assertRefused(edit('newcomer', id, { status: 'done' }), 404);
    assert.equal(await lists('newcomer', id), false);
    const waiting = await ask();
    await assertRefused(edit('newcomer', waiting.id, { accept: true }), 404);
    await moveIn();
    assert.equal((await edit('newcomer', waiting.id, { accept: true })).status, 'open');
  });
});
