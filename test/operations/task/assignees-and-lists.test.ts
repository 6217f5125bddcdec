import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { taskRemindersWorker } from '../../../src/background/jobs/task-reminders.ts';
import type { InputOf } from '../../../src/entry/client/client.ts';
import { dayFromNow } from '../../harness/days.ts';
import { createJobContext } from '../../harness/jobs.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';

describe('tasks with several assignees, and task lists', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const write = async (by: Persona, input: Partial<InputOf<'write_task'>>) =>
    (await village.clients[by].write_task({ settlement: 'berezka', title: 'Дело', ...input })).data;
  const list = async (by: Persona, input: InputOf<'list_tasks'>) =>
    (await village.clients[by].list_tasks({ limit: 100, ...input })).tasks.map(({ id }) => id);

  it('are done by any of up to twenty assignees, each notified', async () => {
    const { accounts, clients } = village;
    const both = [accounts.neighbour, accounts.resident];
    const task = await write('editor', { addressee: 'board', assignees: [...both, accounts.neighbour] });
    assert.deepEqual(task.assignees, [
      { id: accounts.neighbour, name: 'Neighbour I.' },
      { id: accounts.resident, name: 'Resident I.' },
    ]);
    assert.equal(task.assignee_user_id, accounts.neighbour);
    for (const id of both) {
      const rows = await service.db`
        select 1 from notification where account_id = ${id} and key = 'notifications.task_assigned' and url like ${`%${task.id}`}`;
      assert.equal(rows.length, 1);
    }
    assert.equal((await clients.resident.edit_task({ task: task.id, status: 'done' })).data.status, 'done');
    const open = await write('editor', { addressee: 'board', assignee_id: accounts.neighbour });
    const { data } = await clients.editor.edit_task({ task: open.id, assignees: both });
    assert.deepEqual(data.history.at(-1)?.changes, { assignees: [[accounts.neighbour], both] });
    const one = await clients.editor.edit_task({ task: open.id, assignee_id: accounts.resident });
    assert.deepEqual(one.data.assignees, [{ id: accounts.resident, name: 'Resident I.' }]);
    assert.deepEqual((await clients.editor.edit_task({ task: open.id, assignees: [] })).data.assignees, []);
    const strangers = [accounts.neighbour, accounts.outsider];
    await assertRefused(clients.editor.edit_task({ task: open.id, assignees: strangers }), 422, 'assignees');
    const many = Array.from({ length: 21 }, () => service.newId());
    await assertRefused(clients.editor.edit_task({ task: open.id, assignees: many }), 422, 'assignees');
    await assertRefused(
      clients.editor.edit_task({ task: open.id, assignees: both, assignee_id: accounts.resident }),
      422,
      'assignees',
    );
    await assertRefused(clients.resident.edit_task({ task: open.id, assignees: both }), 404);
  });

  it('are filtered by assignee, author and words', async () => {
    const { accounts } = village;
    const lamp = await write('resident', { title: 'Чёрный фонарь у ворот', body: 'Погасла лампочка' });
    const given = await write('editor', {
      addressee: 'board',
      title: 'Фонари проверить',
      assignees: [accounts.editor, accounts.neighbour],
    });
    assert.deepEqual(await list('neighbour', { assignee: 'me', open: true }), [given.id]);
    assert.deepEqual(
      await list('editor', { settlement: 'berezka', assignee: accounts.neighbour, open: true }),
      [given.id],
    );
    assert.deepEqual(await list('editor', { given_by: accounts.resident }), [lamp.id]);
    assert.deepEqual(await list('resident', { given_by: 'me' }), [lamp.id]);
    for (const q of ['черный', 'Чёрного фонаря', 'фонари ЧЁРНЫЕ', 'лампочки', 'фонарь, ворота!'])
      assert.deepEqual(await list('editor', { q }), [lamp.id], q);
    assert.deepEqual(await list('editor', { settlement: 'berezka', q: 'фонарю' }), [given.id, lamp.id]);
    assert.deepEqual(await list('editor', { q: 'фонарь колодец' }), []);
    assert.deepEqual(await list('outsider', { q: 'фонарь' }), [], 'words show nothing else');
    assert.deepEqual(await list('resident', { q: '!!', given_by: 'me' }), [lamp.id]);
    await assertRefused(village.clients.editor.list_tasks({ q: 'я'.repeat(201) }), 422, 'q');
    await assertRefused(village.clients.editor.list_tasks({ assignee: 'moi' }), 422, 'assignee');
    const page = await village.clients.editor.list_tasks({ q: 'фонарь', limit: 1 });
    await assertRefused(
      village.clients.editor.list_tasks({ q: 'ворота', cursor: page.cursor as string }),
      422,
      'cursor',
    );
  });

  it('show the latest fifty changes and the total', async () => {
    const { id: task } = await write('resident', { kind: 'work' });
    for (let index = 1; index <= 53; index += 1)
      await service.db`
        insert into task_change (id, task_id, author_id, comment, created_at)
        values (${service.newId()}, ${task}, ${village.accounts.resident}, ${`№ ${index}`}, now())`;
    const { data } = await village.clients.resident.edit_task({ task, comment: 'последний' });
    assert.deepEqual([data.history.length, data.history_count], [50, 54]);
    assert.deepEqual([data.history[0]?.comment, data.history.at(-1)?.comment], ['№ 5', 'последний']);
  });

  it('remind all assignees once before the day begins, and again on the day', async () => {
    const { accounts, clients } = village;
    const due_on = dayFromNow(10);
    const task = await write('editor', {
      addressee: 'board',
      due_on,
      remind_before: '36h',
      assignees: [accounts.neighbour, accounts.resident],
    });
    assert.equal(task.remind_before, '36h');
    const worker = taskRemindersWorker(() => service.app.services);
    const start = Date.parse(`${due_on}T00:00:00+03:00`);
    const remind = async (hoursBefore: number) => {
      const now = () => new Date(start - hoursBefore * 3_600_000);
      await Promise.all([1, 2].map(() => worker.handle({}, createJobContext(service, { now }))));
      const rows = await service.db<{ id: string }[]>`
        select account_id as id from notification where key = 'notifications.task_due' and url like ${`%${task.id}`} order by id`;
      return rows.length;
    };
    assert.equal(await remind(37), 0);
    assert.equal(await remind(36), 2);
    assert.equal(await remind(35), 2);
    assert.equal(await remind(-1), 4, 'and on the day');
    await clients.editor.edit_task({ task: task.id, due_on: dayFromNow(20) });
    assert.equal(await remind(-1), 4);
    await assertRefused(write('resident', { kind: 'reminder', remind_before: '1d' }), 422, 'remind_before');
    for (const remind_before of ['31d', '0h', 'завтра', '1d '])
      await assertRefused(
        write('resident', { kind: 'reminder', due_on, remind_before }),
        422,
        'remind_before',
      );
    await assertRefused(clients.editor.edit_task({ task: task.id, due_on: null }), 422, 'remind_before');
    const cleared = await clients.editor.edit_task({ task: task.id, due_on: null, remind_before: null });
    assert.deepEqual([cleared.data.due_on, cleared.data.remind_before], [null, null]);
    const late = await write('resident', { kind: 'reminder', due_on: dayFromNow(1), remind_before: '30d' });
    const [row] = await service.db`select remind_early_at from task where id = ${late.id}`;
    assert.equal(row?.remind_early_at, null, 'what is past is not made up for');
  });
});
