import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import type { InputOf } from '../../src/entry/client/client.ts';
import { dayFromNow } from '../harness/days.ts';
import { startService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import type { Browser, Page } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('pages of tasks', () => {
  let actors: OAuthTestClient;
  let village: Village;
  let settlement: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    village = actors.village;
    settlement = village.settlement.slug;
  });
  const as = (persona: Persona, language: 'en' | 'ru' = 'en') => signIn(actors.service, persona, language);
  const at = (task: string) => fillPath(paths.task, { task });
  const write = async (by: Persona, input: Partial<InputOf<'write_task'>>) =>
    (await village.clients[by].write_task({ settlement, title: 'Дело', ...input })).data;
  const show = async (by: Persona, task: string) => (await village.clients[by].show_task({ task })).data;
  const press = (browser: Browser, page: Page, path: string, task: string, fields: Record<string, string>) =>
    browser.submit(page, fillPath(path as typeof paths.moveTask, { task }), fields);
  const idOf = (page: Page) => page.location?.split('/').at(-1) ?? '';
  const give = async (browser: Browser, fields: Record<string, string | string[]>, query = '') =>
    browser.submit(await browser.get(paths.newTask + query), paths.newTask, {
      title: 'Дело',
      body: '',
      due_on: '',
      other_day: '',
      repeats: '',
      ...fields,
    });

  it('are grouped by due date, each with a button to finish it', async () => {
    await write('resident', { kind: 'reminder', title: 'Сегодняшнее', due_on: dayFromNow(0) });
    const late = await write('resident', { kind: 'reminder', title: 'Опоздавшее', due_on: dayFromNow(0) });
    await actors.service.db`update task set due_on = ${dayFromNow(-3)} where id = ${late.id}`;
    await write('resident', { kind: 'reminder', title: 'Недельное', due_on: dayFromNow(4) });
    await write('resident', { kind: 'reminder', title: 'Далёкое', due_on: dayFromNow(40) });
    await write('resident', { kind: 'reminder', title: 'Вольное' });
    const browser = await as('resident', 'ru');
    const page = await browser.get(paths.tasks);
    const words = visibleText(page.html.slice(page.html.indexOf('<main')));
    const order = ['Просрочено', 'Опоздавшее', 'Сегодня', 'Сегодняшнее', 'На неделе', 'Недельное', 'Позже'];
    const places = [...order, 'Далёкое', 'Без срока', 'Вольное'].map((word) => words.indexOf(word));
    assert.ok(
      places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1)),
      `${places}`,
    );
    assert.equal(page.html.split('/done"').length - 1, 5);
    const done = await press(browser, page, paths.finishTask, late.id, {});
    assert.equal(done.location, paths.tasks, 'back to where the button was');
    assert.equal((await show('resident', late.id)).status, 'done');
    assert.doesNotMatch((await browser.get(paths.tasks)).html, /Опоздавшее<\/a>/);
    assert.match((await browser.get(`${paths.tasks}?closed=1`)).html, /Опоздавшее<\/a>/);
  });

  it('show tasks due soon first, also with more than one page of tasks', async () => {
    const urgent = await write('neighbour', {
      kind: 'reminder',
      title: 'Старое и срочное',
      due_on: dayFromNow(1),
    });
    await actors.service.db`
      insert into task (id, settlement_id, kind, title, body, status, visibility, author_id, addressee, created_at, updated_at)
      select ${urgent.id}::bigint + n, settlement_id, kind, 'Дело номер ' || n, '', 'open', 'private', author_id, addressee, created_at, updated_at
        from task, generate_series(1, 1000) n where id = ${urgent.id}`;
    const browser = await as('neighbour');
    const page = await browser.get(paths.tasks);
    assert.equal(page.status, 200);
    assert.match(page.html, /Старое и срочное<\/a>/);
    const next = /href="([^"]*cursor=[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const further = await browser.get(next);
    assert.match(further.html, /Дело номер 900<\/a>/);
    assert.doesNotMatch(further.html, /Старое и срочное<\/a>/);
    const found = await browser.get(`${paths.tasks}?q=${encodeURIComponent('срочного')}`);
    assert.match(found.html, /Старое и срочное<\/a>/);
    await actors.service.db`delete from task where title like 'Дело номер %'`;
  });

  it('are created for the board, a neighbour, a contact and oneself, with the matching kind', async () => {
    const browser = await as('resident', 'ru');
    const toBoard = await give(browser, {
      to: 'board',
      title: 'Фонарь',
      other_day: dayFromNow(3),
      remind: 'true',
    });
    assert.equal(toBoard.status, 303, visibleText(toBoard.html));
    const board = await show('editor', idOf(toBoard));
    assert.deepEqual(
      [board.kind, board.addressee, board.due_on, board.remind_before, board.parcel_number],
      ['request', 'board', dayFromNow(3), '1d', '1'],
    );
    const toPlot = await give(browser, { to: 'person', to_parcel: '2', title: 'Полить' });
    assert.deepEqual((await show('neighbour', idOf(toPlot))).next_statuses, ['in_progress', 'done']);
    const own = await give(browser, { to: 'self', due_on: dayFromNow(1), repeats: 'weekly' });
    const reminder = await show('resident', idOf(own));
    assert.deepEqual([reminder.kind, reminder.repeats], ['reminder', 'weekly']);
    const { data: contact } = await village.clients.editor.write_contact({
      settlement,
      name: 'Электрик Иван',
      category: 'trade',
      phones: ['+74951234567'],
    });
    const toMaster = await give(browser, { to: 'company', given: 'электрик иван' });
    assert.equal((await show('resident', idOf(toMaster))).contact_id, contact.id);
    assert.match(visibleText((await browser.get(at(idOf(toMaster)))).html), /Электрик Иван/);
  });

  it('are assigned by the board to several residents by name or plot, visible to all', async () => {
    const browser = await as('editor');
    const { accounts } = village;
    const form = await browser.get(paths.newTask);
    assert.match(form.html, new RegExp(`name="assignees" value="${accounts.neighbour}"`));
    const both = [accounts.resident, accounts.neighbour];
    const given = await give(browser, { to: 'people', assignees: both, shown: 'true', title: 'Субботник' });
    const task = await show('resident', idOf(given));
    assert.deepEqual([task.assignees.map(({ id }) => id), task.visibility], [both, 'residents']);
    const none = await give(browser, { to: 'people' });
    assert.equal(none.status, 422);
    assert.match(visibleText(none.html), /Choose who will do it/);
    const wrong = await give(browser, { to: 'people', plots: '12А' });
    assert.match(visibleText(wrong.html), /Nobody is recorded on plot 12А/);
    assert.equal((await give(browser, { to: 'people', plots: '1, 2' })).status, 303);
    const village_ = await (await as('neighbour')).get(`${paths.tasks}?list=village`);
    assert.match(village_.html, /Субботник<\/a>/);
  });

  it('keep refused input, with the error at its field', async () => {
    const browser = await as('resident', 'ru');
    for (const [fields, expected] of [
      [{ to: 'person', to_parcel: '3' }, /На этом участке никто не записан/],
      [{ to: 'person', to_parcel: '777' }, /На этом участке никто не записан/],
      [{ to: 'person' }, /Напишите номер участка/],
      [{ to: 'company', given: 'Никакой' }, /С таким названием никого нет/],
      [{ to: 'self', remind: 'true' }, /Сначала выберите день/],
      [{ to: 'self', other_day: dayFromNow(-2) }, /Этот день прошёл/],
      [{ to: 'board', title: '' }, /Проверьте, пожалуйста/],
    ] as const) {
      const page = await give(browser, { body: 'Очень подробно', ...fields });
      assert.equal(page.status, 422, JSON.stringify(fields));
      assert.match(visibleText(page.html), expected);
      assert.match(page.html, /Очень подробно<\/textarea>/);
      for (const value of Object.values(fields))
        assert.ok(value === '' || page.html.includes(`value="${value}"`), value);
    }
    const newcomer = await as('newcomer', 'ru');
    assert.match(visibleText((await newcomer.get(paths.newTask)).html), /не записаны ни в одном посёлке/);
  });

  it('to a plot are accepted or declined by its residents', async () => {
    const task = await write('resident', { title: 'Покормить кота', to_parcel: '2' });
    const browser = await as('neighbour', 'ru');
    const page = await browser.get(at(task.id));
    assert.match(visibleText(page.html), /Принять.*Отказаться/);
    assert.equal((await press(browser, page, paths.answerTask, task.id, { accept: 'true' })).status, 303);
    assert.match(visibleText((await browser.get(at(task.id))).html), /Теперь это ваша задача.*Вернуть/);
    const other = await write('resident', { title: 'Ещё кот', to_parcel: '2' });
    const declined = await press(browser, await browser.get(at(other.id)), paths.answerTask, other.id, {
      accept: 'false',
    });
    assert.equal(declined.location, paths.tasks);
    assert.equal((await browser.get(at(other.id))).status, 404);
  });

  it('change status by buttons, show the history as text, and refuse transitions of a stale page', async () => {
    const task = await write('resident', { title: 'Яма', due_on: dayFromNow(2) });
    const editor = await as('editor', 'ru');
    const [page, old] = [await editor.get(at(task.id)), await editor.get(at(task.id))];
    assert.match(visibleText(page.html), /Сделано.*Взять в работу/);
    await press(editor, page, paths.moveTask, task.id, { status: 'in_progress' });
    await press(editor, page, paths.commentTask, task.id, { comment: 'Засыплем <i>завтра</i>' });
    const empty = await press(editor, page, paths.commentTask, task.id, { comment: '  ' });
    assert.equal(empty.status, 422);
    await village.clients.editor.edit_task({ task: task.id, due_on: dayFromNow(5) });
    await press(editor, page, paths.moveTask, task.id, { status: 'done' });
    const told = await (await as('resident', 'ru')).get(at(task.id));
    const words = visibleText(told.html);
    for (const part of [
      /взято в работу/,
      /Засыплем &lt;i>|Засыплем <i>завтра/,
      /новый срок:/,
      /сделано/,
      /записано/,
    ])
      assert.match(words, part);
    assert.doesNotMatch(words, /in_progress|due_on|assignee|null|undefined/);
    const late = await press(editor, old, paths.moveTask, task.id, { status: 'in_progress' });
    assert.equal(late.status, 303);
    assert.match(visibleText((await editor.get(at(task.id))).html), /Задача за это время изменилась/);
  });

  it('report an edit conflict to the second editor with both values', async () => {
    const task = await write('resident', { title: 'Старое название', due_on: dayFromNow(2) });
    const edit = fillPath(paths.editTask, { task: task.id });
    const [first, second] = [await as('resident', 'ru'), await as('resident', 'ru')];
    const [one, two] = [await first.get(edit), await second.get(edit)];
    const fields = { body: '', due_on: dayFromNow(2), remind_before: '', repeats: '' };
    assert.equal((await first.submit(one, edit, { ...fields, title: 'Название первой' })).status, 303);
    const told = await second.submit(two, edit, { ...fields, title: 'Название второй' });
    assert.equal(told.status, 422);
    assert.match(visibleText(told.html), /Пока вы писали, задачу изменили.*Название первой/);
    assert.match(told.html, /value="Название второй"/);
    assert.equal((await show('resident', task.id)).title, 'Название первой');
    assert.equal((await second.submit(told, edit, { ...fields, title: 'Название второй' })).status, 303);
    assert.equal((await show('resident', task.id)).title, 'Название второй');
    const editor = await as('editor');
    const theirs = await editor.get(edit);
    assert.doesNotMatch(theirs.html, /name="title"/, 'what was asked is the author’s');
    const moved = await editor.submit(theirs, edit, { due_on: dayFromNow(9), remind_before: '2d' });
    assert.equal(moved.status, 303, visibleText(moved.html));
    assert.deepEqual(
      (({ due_on, remind_before }) => [due_on, remind_before])(await show('resident', task.id)),
      [dayFromNow(9), '2d'],
    );
  });

  it('keep their title when it is emptied, and say at the field what to write', async () => {
    const task = await write('resident', { title: 'Починить калитку', body: 'Скрипит' });
    const edit = fillPath(paths.editTask, { task: task.id });
    const author = await as('resident', 'ru');
    const emptied = { title: ' ', body: '', due_on: '', remind_before: '', repeats: '' };
    const refused = await author.submit(await author.get(edit), edit, emptied);
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /Напишите, что нужно сделать/);
    assert.equal((await show('resident', task.id)).body, 'Скрипит');
    assert.equal((await author.submit(refused, edit, { ...emptied, title: 'Калитка' })).status, 303);
    assert.deepEqual(
      (({ title, body }) => [title, body])(await show('resident', task.id)),
      ['Калитка', ''],
      'the description may be emptied',
    );
  });

  it('that are private return 404 to everybody else', async () => {
    const task = await write('resident', { kind: 'reminder', title: 'Личное дело' });
    for (const persona of ['neighbour', 'editor', 'moderator', 'outsider', 'newcomer', 'company'] as const) {
      const browser = await as(persona);
      const token = {
        csrf: /name="csrf" value="([^"]*)"/.exec((await browser.get(paths.more)).html)?.[1] ?? '',
      };
      for (const path of [paths.task, paths.editTask])
        assert.equal((await browser.get(fillPath(path, { task: task.id }))).status, 404, persona);
      for (const path of [
        paths.moveTask,
        paths.answerTask,
        paths.commentTask,
        paths.editTask,
        paths.finishTask,
      ]) {
        const fields = { ...token, status: 'done', accept: 'true', comment: 'x', due_on: dayFromNow(1) };
        const posted = await browser.post(fillPath(path, { task: task.id }), fields);
        assert.equal(posted.status, 404, `${persona} ${path}`);
      }
    }
    assert.equal((await show('resident', task.id)).history_count, 0);
    for (const id of ['1', 'x']) assert.equal((await (await as('resident')).get(at(id))).status, 404);
  });

  it('redirect to sign-in and back when the session has ended', async () => {
    const browser = await as('resident');
    const form = await browser.get(`${paths.newTask}?kind=reminder`);
    browser.cookies.delete('session');
    const sent = await browser.submit(form, paths.newTask, { to: 'self', title: 'Не потеряй' });
    assert.notEqual(sent.status, 500);
    const asked = await browser.get(`${paths.newTask}?kind=reminder`);
    assert.equal(asked.location, `/login?${new URLSearchParams({ next: `${paths.newTask}?kind=reminder` })}`);
  });
});
