import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { visibilities } from '../../../src/domain/rules/settlement-role.ts';
import type { InputOf } from '../../../src/entry/client/client.ts';
import { dayFromNow } from '../../harness/days.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../../harness/village.ts';

describe('tasks', () => {
  let service: TestService;
  let village: Village;
  let contact: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    contact = service.newId();
    await service.db`
      insert into contact (id, settlement_id, slug, name, category, created_by, created_at, updated_at)
      values (${contact}, ${village.settlement.id}, 'electrician', 'Электрик', 'trade', ${village.accounts.editor}, now(), now())`;
  });
  const write = async (persona: Persona, input: Partial<InputOf<'write_task'>>) =>
    (await village.clients[persona].write_task({ settlement: 'berezka', title: 'Задача', ...input })).data;
  const notified = async (persona: Persona, key: string, taskId: string) =>
    (
      await service.db`select 1 from notification where account_id = ${village.accounts[persona]}
                          and key = ${`notifications.${key}`} and url like ${`%${taskId}`}`
    ).length;

  it('are written by residents and the board, in the shape of the contract', async () => {
    const task = await write('resident', {
      title: ' Фонарь у ворот ',
      body: 'Не горит',
      tags: ['Свет'],
      parcel_id: village.plots.resident,
      due_on: dayFromNow(10),
    });
    assert.deepEqual(
      { ...task, id: '', created_at: '', updated_at: '' },
      {
        id: '',
        settlement_id: village.settlement.id,
        parcel_id: village.plots.resident,
        parcel_number: '1',
        object_id: null,
        kind: 'request',
        title: 'Фонарь у ворот',
        status: 'open',
        visibility: 'private',
        author_user_id: village.accounts.resident,
        author_name: 'Resident I.',
        addressee: 'board',
        company_id: null,
        contact_id: null,
        to_parcel_id: null,
        to_parcel_number: null,
        accepted_at: null,
        assignee_user_id: null,
        assignees: [],
        due_on: dayFromNow(10),
        remind_before: null,
        repeats: null,
        created_at: '',
        updated_at: '',
        closed_at: null,
        done_by_doer_at: null,
        done_by_author_at: null,
        done_by_board_at: null,
        body: 'Не горит',
        tags: ['Свет'],
        report: null,
        place: null,
        photos: [],
        history: [],
        history_count: 0,
        next_statuses: ['cancelled'],
      },
    );
    assert.equal(await notified('editor', 'task_written', task.id), 1);
    const toCompany = await write('resident', { company_id: village.companyId });
    assert.equal(toCompany.addressee, 'company');
    assert.equal(await notified('company', 'task_written', toCompany.id), 1);
    for (const persona of ['newcomer', 'outsider', 'moderator', 'company'] as const)
      await assertRefused(write(persona, {}), 403);
  });

  it('refuse inconsistent input by field', async () => {
    const object = service.newId();
    await service.db`
      insert into parcel_object (id, parcel_id, kind, title, created_by, created_at, updated_at)
      values (${object}, ${village.plots.neighbour}, 'tree', 'Слива', ${village.accounts.neighbour}, now(), now())`;
    await assertRefused(write('resident', { kind: 'reminder', addressee: 'board' }), 422, 'addressee');
    await assertRefused(write('resident', { addressee: 'self' }), 422, 'addressee');
    await assertRefused(write('resident', { repeats: 'weekly' }), 422, 'repeats');
    await assertRefused(write('resident', { due_on: '2020-01-01' }), 422, 'due_on');
    await assertRefused(write('resident', { due_on: '2026-02-30' }), 422, 'due_on');
    await assertRefused(write('resident', { addressee: 'company' }), 422, 'company_id');
    await assertRefused(write('resident', { addressee: 'board', contact_id: contact }), 422, 'contact_id');
    await assertRefused(write('resident', { company_id: '17' }), 404);
    await assertRefused(write('resident', { contact_id: '17' }), 404);
    await assertRefused(write('resident', { parcel_id: village.outsiderPlot }), 404);
    await assertRefused(write('resident', { parcel_id: village.plots.neighbour }), 403);
    await assertRefused(write('resident', { object_id: object }), 404);
    await assertRefused(
      write('editor', { object_id: object, parcel_id: village.plots.resident }),
      422,
      'object_id',
    );
    await assertRefused(write('resident', { title: '  ' }), 422, 'title');
    await assertRefused(write('resident', { assignee_id: village.accounts.neighbour }), 422, 'assignee_id');
    assert.equal((await write('editor', { object_id: object })).parcel_id, village.plots.neighbour);
  });

  it('are visible to participants and by visibility: in lists, alone and by tag', async () => {
    const byVisibility: Record<string, Persona[]> = {
      private: [],
      residents: ['resident', 'neighbour', 'editor'],
      settlement: ['resident', 'neighbour', 'editor', 'company'],
      public: [...personas],
    };
    const cases: { input: Partial<InputOf<'write_task'>>; parties: Persona[] }[] = [
      { input: { kind: 'reminder', due_on: dayFromNow(3) }, parties: ['resident'] },
      { input: {}, parties: ['resident', 'editor'] },
      { input: { company_id: village.companyId }, parties: ['resident', 'company'] },
      { input: { contact_id: contact }, parties: ['resident'] },
    ];
    const expected: { id: string; seenBy: Set<Persona>; parties: Persona[] }[] = [];
    for (const visibility of visibilities) {
      for (const { input, parties } of cases) {
        const { id } = await write('resident', { ...input, visibility, tags: ['видно'] });
        expected.push({ id, parties, seenBy: new Set([...parties, ...(byVisibility[visibility] ?? [])]) });
      }
    }
    const about = await write('editor', {
      kind: 'work',
      addressee: 'self',
      parcel_id: village.plots.neighbour,
      tags: ['видно'],
    });
    expected.push({
      id: about.id,
      parties: ['editor', 'neighbour'],
      seenBy: new Set<Persona>(['editor', 'neighbour']),
    });
    for (const persona of personas) {
      const client = village.clients[persona];
      const listed = await client.list_tasks({ settlement: 'berezka', limit: 100 });
      const own = await client.list_tasks({ limit: 100 });
      const tagged = await client.list_tagged({ settlement: 'berezka', tag: 'видно', type: 'task' });
      for (const { id, seenBy, parties } of expected) {
        const is = seenBy.has(persona);
        const where = `${persona} ${id}`;
        assert.equal(
          listed.tasks.some((task) => task.id === id),
          is,
          `list: ${where}`,
        );
        assert.equal(
          own.tasks.some((task) => task.id === id),
          parties.includes(persona),
          `own: ${where}`,
        );
        assert.equal(
          tagged.items.some((item) => item.id === id),
          is,
          `tagged: ${where}`,
        );
        assert.equal((await client.send('show_task', { task: id })).status, is ? 200 : 404, where);
        if (!is)
          assert.equal((await client.send('edit_task', { task: id, comment: 'x' })).status, 404, where);
        else if (!parties.includes(persona))
          assert.equal((await client.send('edit_task', { task: id, comment: 'x' })).status, 403, where);
      }
    }
    await assertRefused(village.anonymous.list_tasks({}), 401);
  });

  it('are paged, each task once', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: { tasks: { id: string }[]; cursor: string | null } =
        await village.clients.resident.list_tasks({ limit: 3, ...(cursor !== null && { cursor }) });
      seen.push(...page.tasks.map((task) => task.id));
      cursor = page.cursor;
      if (cursor === null) break;
    }
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(
      [...seen].sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)),
      seen,
    );
    const { cursor } = await village.clients.resident.list_tasks({ limit: 3 });
    await assertRefused(
      village.clients.resident.list_tasks({ limit: 3, status: 'done', cursor: cursor as string }),
      422,
      'cursor',
    );
    await assertRefused(
      village.clients.editor.list_tasks({ limit: 3, cursor: cursor as string }),
      422,
      'cursor',
    );
  });

  it('change status and assignee by role, with a history of who did what', async () => {
    const { clients, accounts } = village;
    const { id: task } = await write('resident', { title: 'Яма на дороге' });
    await assertRefused(clients.resident.edit_task({ task, status: 'done' }), 403);
    await assertRefused(clients.resident.edit_task({ task, assignee_id: accounts.neighbour }), 403);
    await assertRefused(clients.editor.edit_task({ task, title: 'Другое' }), 403);
    await assertRefused(
      clients.editor.edit_task({ task, assignee_id: accounts.outsider }),
      422,
      'assignee_id',
    );
    await clients.editor.edit_task({
      task,
      assignee_id: accounts.neighbour,
      due_on: dayFromNow(5),
      comment: 'Виктор, посмотрите',
    });
    assert.equal(await notified('neighbour', 'task_assigned', task), 1);
    const { data: taken } = await clients.neighbour.edit_task({ task, status: 'in_progress' });
    assert.deepEqual(taken.next_statuses, ['open', 'done']);
    assert.equal(await notified('resident', 'task_in_progress', task), 1);
    assert.equal(await notified('neighbour', 'task_in_progress', task), 0, 'nobody is told what they did');
    await assertRefused(clients.neighbour.edit_task({ task, status: 'cancelled' }), 403);
    const { data: done } = await clients.neighbour.edit_task({
      task,
      status: 'done',
      comment: 'Засыпал щебнем',
    });
    assert.ok(done.closed_at !== null);
    await assertRefused(clients.editor.edit_task({ task, status: 'cancelled' }), 422, 'status');
    await assertRefused(clients.editor.edit_task({ task, due_on: dayFromNow(9) }), 422, 'due_on');
    await clients.resident.edit_task({ task, comment: 'Спасибо!' });
    const { data: reopened } = await clients.resident.edit_task({ task, status: 'open', title: 'Яма снова' });
    assert.equal(reopened.closed_at, null);
    const nothing = await clients.resident.edit_task({ task, status: 'open', title: 'Яма снова' });
    assert.equal(
      nothing.data.history.length,
      reopened.history.length,
      'what changes nothing leaves no trace',
    );
    assert.deepEqual(
      reopened.history.map(({ author_user_id, comment, changes }) => ({ author_user_id, comment, changes })),
      [
        {
          author_user_id: accounts.editor,
          comment: 'Виктор, посмотрите',
          changes: { assignee_id: [null, accounts.neighbour], due_on: [null, dayFromNow(5)] },
        },
        { author_user_id: accounts.neighbour, comment: '', changes: { status: ['open', 'in_progress'] } },
        {
          author_user_id: accounts.neighbour,
          comment: 'Засыпал щебнем',
          changes: { status: ['in_progress', 'done'] },
        },
        { author_user_id: accounts.resident, comment: 'Спасибо!', changes: {} },
        {
          author_user_id: accounts.resident,
          comment: '',
          changes: { title: ['Яма на дороге', 'Яма снова'], status: ['done', 'open'] },
        },
      ],
    );
    await assertRefused(clients.resident.edit_task({ task, titel: 'x' } as never), 422, 'titel');
  });

  it('of a company are closed by the customer only after it started them', async () => {
    const { clients } = village;
    const { id: task } = await write('resident', { company_id: village.companyId });
    await assertRefused(clients.resident.edit_task({ task, status: 'in_progress' }), 403);
    await assertRefused(clients.resident.edit_task({ task, status: 'done' }), 403);
    await assertRefused(
      clients.company.edit_task({ task, assignee_id: village.accounts.neighbour }),
      422,
      'assignee_id',
    );
    await clients.company.edit_task({ task, status: 'in_progress', assignee_id: village.accounts.company });
    assert.equal((await clients.resident.edit_task({ task, status: 'done' })).data.status, 'done');
  });

  it('that repeat open the next one once when done, also concurrently', async () => {
    const { resident } = village.clients;
    const { id: task } = await write('resident', {
      kind: 'reminder',
      title: 'Полив',
      due_on: dayFromNow(2),
      repeats: 'weekly',
      tags: ['сад'],
      parcel_id: village.plots.resident,
    });
    const outcomes = await Promise.allSettled([1, 2].map(() => resident.edit_task({ task, status: 'done' })));
    const opened = outcomes.flatMap((one) =>
      one.status === 'fulfilled' && one.value.data.next_task_id ? [one.value.data.next_task_id] : [],
    );
    assert.equal(opened.length, 1);
    const { data: next } = await resident.show_task({ task: opened[0] as string });
    assert.deepEqual(
      [next.title, next.status, next.due_on, next.repeats, next.tags],
      ['Полив', 'open', dayFromNow(9), 'weekly', ['сад']],
    );
    const { data: old } = await resident.show_task({ task });
    assert.equal(old.repeats, null, 'the series goes on in the next one');
    await resident.edit_task({ task, status: 'open' });
    assert.equal((await resident.edit_task({ task, status: 'done' })).data.next_task_id, null);
    const { data: stopped } = await resident.edit_task({ task: next.id, repeats: null });
    assert.equal(stopped.repeats, null);
    await assertRefused(
      resident.edit_task({
        task: (await write('resident', { kind: 'reminder', due_on: dayFromNow(1), repeats: 'daily' })).id,
        due_on: null,
      }),
      422,
      'repeats',
    );
  });
});
