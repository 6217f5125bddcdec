import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { InputOf } from '../../../src/entry/client/client.ts';
import { dayFromNow } from '../../harness/days.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';

describe('own tasks', () => {
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

  it('are listed by `mine` when the caller has to do them', async () => {
    const { accounts, clients } = village;
    const own = await write('neighbour', { kind: 'reminder', title: 'Своё' });
    const asked = await write('resident', { title: 'Соседу', to_parcel: '2' });
    const given = await write('editor', {
      addressee: 'board',
      assignees: [accounts.editor, accounts.neighbour],
    });
    const request = await write('neighbour', { title: 'Правлению' });
    const mine = await list('neighbour', { mine: true, open: true });
    for (const { id } of [own, asked, given]) assert.ok(mine.includes(id));
    assert.ok(!mine.includes(request.id), 'what somebody else is asked is theirs');
    assert.ok((await list('neighbour', { open: true })).includes(request.id));
    const editors = await list('editor', { mine: true, open: true });
    assert.ok(editors.includes(given.id));
    assert.ok(!editors.includes(request.id), 'given to the board, and to nobody of it');
    for (const persona of ['resident', 'outsider', 'newcomer', 'moderator', 'company'] as const) {
      const theirs = await list(persona, { mine: true });
      for (const { id } of [own, asked, given, request]) assert.ok(!theirs.includes(id), persona);
    }
    assert.deepEqual(
      (await list('neighbour', { mine: true, open: true, settlement: 'berezka' })).sort(),
      mine.sort(),
    );
    await clients.neighbour.edit_task({ task: asked.id, accept: false });
    assert.ok(!(await list('neighbour', { mine: true })).includes(asked.id), 'declined');
  });

  it('refuse an edit when somebody changed the task since it was read (seen_changes)', async () => {
    const { clients } = village;
    const task = await write('resident', { title: 'Фонарь', due_on: dayFromNow(3) });
    const seen_changes = task.history_count;
    await clients.editor.edit_task({ task: task.id, comment: 'Видим' });
    await clients.resident.edit_task({ task: task.id, title: 'Фонарь у ворот', seen_changes });
    await assertRefused(
      clients.editor.edit_task({ task: task.id, due_on: dayFromNow(5), seen_changes }),
      422,
      'seen_changes',
    );
    const { data } = await clients.editor.show_task({ task: task.id });
    assert.equal(data.due_on, dayFromNow(3));
    const edits = [dayFromNow(6), dayFromNow(7)].map((due_on) =>
      clients.editor.edit_task({ task: task.id, due_on, seen_changes: data.history_count }),
    );
    const results = await Promise.allSettled(edits);
    assert.deepEqual(
      results.map(({ status }) => status).sort(),
      ['fulfilled', 'rejected'],
      'one of two tabs',
    );
    await clients.editor.edit_task({ task: task.id, due_on: dayFromNow(8) });
  });
});
