import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import type { InputOf } from '../../src/entry/client/client.ts';
import { hiddenFormFields } from '../../src/entry/web/ui/form-field-names.ts';
import { dayFromNow } from '../harness/days.ts';
import { startService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('taking “Done” back', () => {
  let actors: OAuthTestClient;
  let village: Village;
  let settlement: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    village = actors.village;
    settlement = village.settlement.slug;
  });
  const as = (persona: Persona) => signIn(actors.service, persona, 'ru');
  const at = (task: string) => fillPath(paths.task, { task });
  const write = async (by: Persona, input: Partial<InputOf<'write_task'>>) =>
    (await village.clients[by].write_task({ settlement, title: 'Слить воду', ...input })).data;
  const show = async (by: Persona, task: string) => (await village.clients[by].show_task({ task })).data;
  const finish = async (persona: Persona, task: string) => {
    const browser = await as(persona);
    const path = fillPath(paths.finishTask, { task });
    const done = await browser.submit(await browser.get(paths.tasks), path, { to: paths.tasks });
    assert.equal(done.location, paths.tasks);
    return { browser, page: await browser.get(paths.tasks) };
  };

  it('is offered once by the notice, and opens the task again', async () => {
    const task = await write('resident', { kind: 'reminder' });
    const { browser, page } = await finish('resident', task.id);
    assert.match(visibleText(page.html), /Сделано: задача снята с вашего списка\. Вернуть/);
    assert.doesNotMatch(visibleText((await browser.get(paths.tasks)).html), /списка\. Вернуть/);
    const back = await browser.submit(page, fillPath(paths.undoTask, { task: task.id }), {});
    assert.equal(back.location, paths.tasks, 'where the button was');
    assert.match(visibleText((await browser.get(paths.tasks)).html), /Задача снова в работе/);
    assert.equal((await show('resident', task.id)).status, 'open');
  });

  it('gives a task that was begun back as begun', async () => {
    const task = await write('resident', { kind: 'request', addressee: 'board' });
    await village.clients.editor.edit_task({ task: task.id, status: 'in_progress' });
    const browser = await as('editor');
    const page = await browser.get(at(task.id));
    await browser.submit(page, fillPath(paths.moveTask, { task: task.id }), { status: 'done' });
    const told = await browser.get(at(task.id));
    await browser.submit(told, fillPath(paths.undoTask, { task: task.id }), {});
    assert.equal((await show('editor', task.id)).status, 'in_progress');
  });

  it('is refused with words when somebody has changed the task since', async () => {
    const task = await write('resident', { kind: 'request', addressee: 'board' });
    const browser = await as('editor');
    const move = fillPath(paths.moveTask, { task: task.id });
    await browser.submit(await browser.get(at(task.id)), move, { status: 'done' });
    const page = await browser.get(at(task.id));
    await village.clients.resident.edit_task({ task: task.id, status: 'open' });
    await village.clients.resident.edit_task({ task: task.id, status: 'cancelled' });
    const path = fillPath(paths.undoTask, { task: task.id });
    const late = await browser.submit(page, path, {});
    assert.equal(late.location, at(task.id));
    const shown = visibleText((await browser.get(at(task.id))).html);
    assert.match(shown, /Вернуть не получилось: задачу с тех пор изменили/);
    assert.equal((await show('resident', task.id)).status, 'cancelled');
  });

  it('of a task that repeats takes the next one back too', async () => {
    const due = { kind: 'reminder', due_on: dayFromNow(1), repeats: 'monthly' } as const;
    const task = await write('resident', due);
    const { browser, page } = await finish('resident', task.id);
    const open = async () =>
      (await village.clients.resident.list_tasks({ settlement, status: 'open' })).tasks.filter(
        ({ repeats }) => repeats === 'monthly',
      );
    const [next] = await open();
    assert.notEqual(next?.id, task.id);
    await browser.submit(page, fillPath(paths.undoTask, { task: task.id }), {});
    assert.deepEqual(
      (await open()).map(({ id }) => id),
      [task.id],
    );
    const changed = await finish('resident', task.id);
    const [after] = await open();
    await village.clients.resident.edit_task({ task: after?.id ?? '', title: 'Проверить кран' });
    await changed.browser.submit(changed.page, fillPath(paths.undoTask, { task: task.id }), {});
    assert.equal((await show('resident', task.id)).status, 'done', 'the next one is somebody’s work now');
    assert.equal((await show('resident', after?.id ?? '')).status, 'open');
  });

  it('leaves a series alone when the task was changed since', async () => {
    const task = await write('resident', { kind: 'reminder', due_on: dayFromNow(1), repeats: 'weekly' });
    const { browser, page } = await finish('resident', task.id);
    const listed = await village.clients.resident.list_tasks({ settlement, status: 'open' });
    const next = listed.tasks.find(({ repeats }) => repeats === 'weekly') ?? assert.fail();
    await village.clients.resident.edit_task({ task: task.id, status: 'open' });
    await browser.submit(page, fillPath(paths.undoTask, { task: task.id }), {});
    assert.equal((await show('resident', next.id)).status, 'open', 'the next one is still to be done');
  });

  it('is refused to another person, also by a forged form', async () => {
    const task = await write('resident', { kind: 'reminder' });
    await village.clients.resident.edit_task({ task: task.id, status: 'done' });
    const { browser, page } = await finish('neighbour', (await write('neighbour', { kind: 'reminder' })).id);
    const [, token = ''] =
      new RegExp(`name="${hiddenFormFields.token}" value="([^"]+)"`).exec(page.html) ?? [];
    const answer = await browser.post(fillPath(paths.undoTask, { task: task.id }), {
      [hiddenFormFields.token]: token,
      seen: '9',
      before: 'open',
      to: 'https://evil.example/',
    });
    assert.equal(answer.location, at(task.id));
    assert.equal((await show('resident', task.id)).status, 'done');
  });

  it('is all a reminder to oneself needs: it can be done, not begun', async () => {
    const browser = await as('resident');
    const reminder = await write('resident', { kind: 'reminder' });
    const page = visibleText((await browser.get(at(reminder.id))).html);
    assert.match(page, /Сделано/);
    assert.doesNotMatch(page, /Взять в работу/);
    const asked = await write('resident', { kind: 'request', addressee: 'board' });
    const board = await as('editor');
    assert.match(visibleText((await board.get(at(asked.id))).html), /Взять в работу/);
  });
});
