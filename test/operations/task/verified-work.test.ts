import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';

describe('verified work', () => {
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
  const write = async (by: Persona, to: object) =>
    (await village.clients[by].write_task({ settlement, title: 'Работа', visibility: 'residents', ...to }))
      .data.id;
  const done = (by: Persona, task: string) =>
    village.clients[by].edit_task({ task, status: 'done' }).then(({ data }) => data);
  const represent = (persona: Persona, state: 'confirmed' | 'ended') => service.db`
    insert into company_representative (company_id, account_id, state, created_at)
    values (${village.companyId}, ${village.accounts[persona]}, ${state}, now())
    on conflict (company_id, account_id) do update set state = excluded.state`;
  const verdict = async (by: Persona, subject_type: 'company' | 'contact') => {
    const subject_id = subject_type === 'company' ? village.companyId : contact;
    const subject = { settlement, subject_type, subject_id } as const;
    const { data } = await village.clients[by].post_review({ ...subject, medal: 'gold' });
    const { reviews } = await village.clients[by].list_reviews(subject);
    const listed = reviews.find(({ id }) => id === data.id);
    assert.equal(listed?.is_verified_work, data.is_verified_work, 'the list and the verdict agree');
    return data.is_verified_work;
  };

  it('of a company needs that both it and the author marked it done, in either order, until reopened', async () => {
    const task = await write('resident', { company_id: village.companyId });
    await verdict('resident', 'company');
    const first = await done('company', task);
    assert.ok(first.done_by_doer_at);
    assert.deepEqual([first.done_by_author_at, first.next_statuses], [null, ['open']]);
    assert.equal(await verdict('resident', 'company'), false, 'the company alone');
    const { data: waiting } = await village.clients.resident.show_task({ task });
    assert.deepEqual(waiting.next_statuses, ['open', 'done']);
    const both = await done('resident', task);
    assert.ok(both.done_by_author_at);
    assert.deepEqual(both.history.at(-1)?.changes, { confirmed: [null, 'author'] });
    assert.equal(await verdict('resident', 'company'), true);
    assert.equal((await done('resident', task)).history.length, both.history.length, 'said once');
    const open = (await village.clients.resident.edit_task({ task, status: 'open' })).data;
    assert.deepEqual([open.done_by_doer_at, open.done_by_author_at], [null, null]);
    assert.equal(await verdict('resident', 'company'), false, 'reopening forgets');
    await village.clients.company.edit_task({ task, status: 'in_progress' });
    await done('resident', task);
    assert.equal(await verdict('resident', 'company'), false, 'the author alone');
    await done('company', task);
    assert.equal(await verdict('resident', 'company'), true);
    await village.clients.company.edit_task({ task, status: 'open' });
  });

  it('of a company is not made by one person on both sides, nor by a former representative', async () => {
    await represent('neighbour', 'confirmed');
    const own = await write('neighbour', { company_id: village.companyId });
    assert.deepEqual((await done('neighbour', own)).next_statuses, ['open'], 'both sides in one person');
    await done('company', own);
    const { data } = await village.clients.neighbour.edit_task({ task: own, status: 'done' });
    assert.equal(data.done_by_author_at, null);
    await represent('neighbour', 'ended');
    assert.equal(await verdict('neighbour', 'company'), false, 'said while speaking for the company');

    const task = await write('resident', { company_id: village.companyId, visibility: 'private' });
    await represent('neighbour', 'confirmed');
    await village.clients.neighbour.edit_task({
      task,
      status: 'in_progress',
      assignee_id: village.accounts.neighbour,
    });
    await represent('neighbour', 'ended');
    await done('resident', task);
    await assertRefused(done('neighbour', task), 404);
    assert.equal(await verdict('resident', 'company'), false);
  });

  it('of a contact needs that an editor other than the author marked it done', async () => {
    const task = await write('resident', { contact_id: contact });
    await done('resident', task);
    assert.equal(await verdict('resident', 'contact'), false, 'the author alone');
    await assertRefused(village.clients.neighbour.edit_task({ task, comment: 'Видел' }), 403);
    assert.equal((await done('neighbour', task)).done_by_board_at, null, 'a neighbour’s word adds nothing');
    assert.deepEqual((await village.clients.editor.show_task({ task })).data.next_statuses, ['done']);
    await done('editor', task);
    assert.equal(await verdict('resident', 'contact'), true);
    await village.clients.resident.edit_task({ task, status: 'open' });
    assert.equal(await verdict('resident', 'contact'), false);
    const hidden = await write('resident', { contact_id: contact, visibility: 'private' });
    await assertRefused(done('editor', hidden), 404);
  });

  it('of a contact is not made by an editor for themselves, nor by a former editor', async () => {
    const { accounts, settlement: place } = village;
    const appoint = (on: boolean) =>
      on
        ? service.db`insert into settlement_role (settlement_id, account_id, role, created_at) values (${place.id}, ${accounts.neighbour}, 'editor', now())`
        : service.db`delete from settlement_role where settlement_id = ${place.id} and account_id = ${accounts.neighbour}`;
    await appoint(true);
    const own = await write('neighbour', { contact_id: contact });
    assert.equal((await done('neighbour', own)).done_by_board_at, null);
    assert.equal(await verdict('neighbour', 'contact'), false);
    const task = await write('resident', { contact_id: contact });
    await appoint(false);
    await assertRefused(done('neighbour', task), 403);
    assert.equal(await verdict('resident', 'contact'), false);
  });
});
