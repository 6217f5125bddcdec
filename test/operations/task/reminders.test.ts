import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { taskRemindersWorker } from '../../../src/background/jobs/task-reminders.ts';
import { createJobContext, drainQueue } from '../../harness/jobs.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';

describe('reminders', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    // Far apart: at midnight in Kamchatka, Kaliningrad has ten hours of the old day left.
    await service.db`update settlement set time_zone = 'Asia/Kamchatka' where id = ${village.settlement.id}`;
    await service.db`update settlement set time_zone = 'Europe/Kaliningrad' where id = ${village.other.id}`;
  });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  /** Runs the reminder job at that time. */
  async function remindAt(moment: string): Promise<void> {
    await service.app.jobs.add(service.pool, { queue: 'task_reminders' });
    const ahead = Date.parse(moment) - Date.now();
    assert.ok(ahead > 0);
    await drainQueue(
      service,
      taskRemindersWorker(() => service.app.services),
      ahead,
    );
  }
  const told = async (persona: Persona) =>
    (
      await service.db<{ url: string; day: string }[]>`
        select url, replacements->>'day' as day from notification
         where account_id = ${village.accounts[persona]} and key = 'notifications.task_due' and topic = 'reminders' order by id`
    ).map((row) => `${row.url.match(/\d+$/)?.[0]} ${row.day}`);

  it('are sent once, on the due day in the time zone of the settlement', async () => {
    const due = day(5);
    const input = { kind: 'reminder', title: 'Проверить насос', due_on: due } as const;
    const east = (await village.clients.resident.write_task({ settlement: 'berezka', ...input })).data.id;
    const west = (await village.clients.outsider.write_task({ settlement: 'sosny', ...input })).data.id;
    // Kamchatka is twelve hours ahead of UTC, Kaliningrad two.
    await remindAt(`${day(4)}T11:59:00Z`);
    assert.deepEqual(await told('resident'), []);
    await remindAt(`${day(4)}T12:01:00Z`);
    assert.deepEqual(await told('resident'), [`${east} ${due}`]);
    assert.deepEqual(await told('outsider'), []);
    await remindAt(`${day(4)}T21:59:00Z`);
    assert.deepEqual(await told('outsider'), []);
    await remindAt(`${day(4)}T22:01:00Z`);
    assert.deepEqual(await told('outsider'), [`${west} ${due}`]);
    await remindAt(`${due}T15:00:00Z`);
    await remindAt(`${day(6)}T15:00:00Z`);
    assert.equal((await told('resident')).length, 1, 'not again, however late it gets');

    await village.clients.resident.edit_task({ task: east, due_on: day(8) });
    await remindAt(`${day(7)}T11:00:00Z`);
    assert.equal((await told('resident')).length, 1);
    await remindAt(`${day(8)}T03:00:00Z`);
    assert.deepEqual(
      await told('resident'),
      [`${east} ${due}`, `${east} ${day(8)}`],
      'a new day is told anew',
    );
  });

  it('go to the assignees, else to those it was given to, and not for closed tasks', async () => {
    const { clients, accounts } = village;
    const due_on = day(20);
    const write = async (input: object) =>
      (await clients.resident.write_task({ settlement: 'berezka', title: 'Заявка', due_on, ...input })).data
        .id;
    const [board, company, given, closed] = [
      await write({}),
      await write({ company_id: village.companyId }),
      await write({}),
      await write({}),
    ];
    await clients.editor.edit_task({ task: given, assignee_id: accounts.neighbour });
    await clients.editor.edit_task({ task: closed, status: 'done' });
    const before = (await told('resident')).length;
    await remindAt(`${due_on}T10:00:00Z`);
    assert.deepEqual(await told('editor'), [`${board} ${due_on}`]);
    assert.deepEqual(await told('company'), [`${company} ${due_on}`]);
    assert.deepEqual(await told('neighbour'), [`${given} ${due_on}`]);
    assert.equal((await told('resident')).length, before);
  });

  it('are sent once by many instances, and late rather than never', async () => {
    const due_on = day(30);
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const { data } = await village.clients.outsider.write_task({
        settlement: 'sosny',
        kind: 'reminder',
        title: `Дело ${index}`,
        due_on,
      });
      ids.push(data.id);
    }
    const worker = taskRemindersWorker(() => service.app.services);
    const now = () => new Date(`${day(33)}T12:00:00Z`);
    await Promise.all(Array.from({ length: 4 }, () => worker.handle({}, createJobContext(service, { now }))));
    const heard = (await told('outsider')).filter((one) => one.endsWith(due_on));
    assert.deepEqual(heard.sort(), ids.map((id) => `${id} ${due_on}`).sort());
  });
});
