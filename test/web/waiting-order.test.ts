import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { list_board_queue } from '../../src/features/actions/list_board_queue.ts';
import { list_platform_reports } from '../../src/features/actions/list_platform_reports.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('order of what waits', () => {
  let actors: OAuthTestClient;
  const settlement = 'berezka';
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });
  const send = async (body: string) =>
    (
      await actors.village.clients.resident.send_message({
        ...{ to: 'person', account: actors.village.accounts.neighbour, body },
      } as never)
    ).data;
  const age = (table: string, id: string, days: number) =>
    actors.service.db`
      update ${actors.service.db(table)} set created_at = now() - make_interval(days => ${days}) where id = ${id}`;

  it('is danger, then who wants to join, then the rest by age: desk, Today, show_me', async () => {
    const { service, village } = actors;
    const { resident, neighbour, outsider, newcomer, editor } = village.clients;
    const { data: lamp } = await resident.write_task({ settlement, title: 'Лампа не горит' });
    await age('task', lamp.id, 9);
    const { data: spam } = await neighbour.write_task({
      ...{ kind: 'report', title: 'Реклама окон', message_id: (await send('Окна')).id, report_about: 'spam' },
    } as never);
    await age('task', spam.id, 8);
    const { data: older } = await outsider.request_residency({ settlement, parcel: '3', role: 'owner' });
    await age('membership', older.id, 7);
    const { data: younger } = await newcomer.request_residency({ settlement, parcel: '12А', role: 'owner' });
    await age('membership', younger.id, 6);
    const threat = await send('Сожгу сарай');
    await neighbour.read_conversation({
      conversation: threat.conversation,
      report: { message: threat.number, reason: 'Угрозы. Страшно.', about: 'threat' },
    });

    const list = (input: object = {}) =>
      runActionAs(service, village.accounts.editor, list_board_queue, { settlement, ...input });
    const { waiting } = await list();
    const expected = ['Угрозы. Страшно.', '3', '12А', 'Лампа не горит', 'Реклама окон'];
    assert.deepEqual(
      waiting.map(({ title }) => title),
      expected,
    );
    const paged: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ limit: 1, ...(cursor && { cursor }) });
      paged.push(...page.waiting.map(({ title }) => title));
      cursor = page.cursor;
    } while (cursor);
    assert.deepEqual(paged, expected, 'page by page');
    const reports = (await list({ kind: 'report' })).waiting;
    assert.deepEqual(
      reports.map(({ title }) => title),
      ['Угрозы. Страшно.', 'Реклама окон'],
    );
    const [first] = reports;
    const { waiting: next } = await list({ kind: 'report', after: first?.id, limit: 1 });
    assert.equal(next[0]?.title, 'Реклама окон', 'one after another');

    const { data: me } = await editor.show_me({ waiting: 'list' });
    const told = (me.waiting_list ?? [])
      .map(({ title }) => title)
      .filter((title) => expected.includes(title));
    assert.deepEqual(told, expected, 'show_me');
    const browser = await signIn(service, 'editor', 'ru');
    for (const path of ['/today', `/settlements/${settlement}/board`]) {
      const words = visibleText((await browser.get(path)).html);
      const at = [
        'Угрозы. Страшно.',
        'Заявка на участок 3',
        'Заявка на участок 12А',
        ...expected.slice(3),
      ].map((title) => words.indexOf(title));
      assert.ok(
        at.every((place, index) => place > (at[index - 1] ?? -1)),
        `${path}: ${at}`,
      );
      assert.match(words, /Жалоба на угрозы/, path);
    }
  });

  it('of the platform’s reports has threats first, page after page', async () => {
    const { service, village } = actors;
    const { db } = service;
    await insertSettlementRole(db, village.settlement.id, village.accounts.resident, 'editor', new Date());
    for (const [title, about] of [
      ['Грубит', 'rude'],
      ['Обманул', 'fraud'],
      ['Грозит', 'threat'],
    ] as const)
      await village.clients.neighbour.write_task({
        ...{ kind: 'report', title, message_id: (await send(title)).id, report_about: about },
      } as never);
    const list = (input: object = {}) =>
      runActionAs(
        service,
        village.accounts.moderator,
        list_platform_reports,
        { about: 'others', ...input },
        'session',
        true,
      );
    const { reports } = await list();
    const titles = reports.map(({ title }) => title);
    assert.deepEqual(titles, ['Грозит', 'Грубит', 'Обманул']);
    const rest = await list({ after: reports[0]?.id });
    assert.deepEqual(
      rest.reports.map(({ title }) => title),
      titles.slice(1),
    );
    for (const persona of ['editor', 'resident', 'outsider'] as const)
      assert.equal(
        await refusalKindOf(runActionAs(service, village.accounts[persona], list_platform_reports, {})),
        'forbidden',
        persona,
      );
  });

  it('refuses a reason of a report where nothing is reported', async () => {
    const written = actors.village.clients.resident.write_task({
      ...{ settlement, title: 'Лампа', report_about: 'threat' },
    } as never);
    await assert.rejects(written, /report_about/);
  });
});
