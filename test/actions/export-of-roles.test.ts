import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { dataExportWorker } from '../../src/background/jobs/data-export.ts';
import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { answer_board_invitation } from '../../src/features/actions/answer_board_invitation.ts';
import { invite_to_board } from '../../src/features/actions/invite_to_board.ts';
import { list_former_residents } from '../../src/features/actions/list_former_residents.ts';
import { list_motions } from '../../src/features/actions/list_motions.ts';
import { list_plots_to_visit } from '../../src/features/actions/list_plots_to_visit.ts';
import { propose_motion } from '../../src/features/actions/propose_motion.ts';
import { record_visit } from '../../src/features/actions/record_visit.ts';
import { refuse_motion } from '../../src/features/actions/refuse_motion.ts';
import { set_second_member } from '../../src/features/actions/set_second_member.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { type Browser, hiddenFields } from '../oauth/browser.ts';
import { password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn } from '../web/sign-in.ts';

const settlement = 'berezka';
type Row = Record<string, unknown>;

/** The newcomer joins the board, goes round, proposes, lived on a plot, and deletes the account. */
describe('the records of a member of the board who was a resident', () => {
  let service: TestService;
  let village: Village;
  let browser: Browser;
  let article: string;
  before(async () => {
    service = await startService();
    ({ village } = await prepareOAuthTestClient(service));
    browser = await signIn(service, 'newcomer');
    const { editor, newcomer } = village.clients;
    const { data: notice } = await editor.write_article({
      ...{ settlement, kind: 'announcement', title: 'Вода', body: 'Завтра', visibility: 'residents' },
    });
    article = notice.id;
    await editor.publish_article({ settlement, article });
    await invite();
    const { data: claim } = await newcomer.request_residency({ settlement, parcel: '3' });
    await editor.confirm_resident({ settlement, resident: claim.id });
    await editor.remove_resident({
      ...{ settlement, resident: claim.id, reason_kind: 'sold', on: '2026-05-03' },
      ...{ reason: 'Участок продан', successor: 'Лисицына Зоя' },
    });
    await run('newcomer', record_visit, {
      settlement,
      article,
      parcel: village.plots.neighbour,
      outcome: 'told',
    });
    await run('editor', set_second_member, { settlement, wanted: true });
    const [neighbour] = await service.db<{ id: string }[]>`
      select id from membership where account_id = ${village.accounts.neighbour} limit 1`;
    const call = { resident: neighbour?.id, reason_kind: 'moved', reason: 'Тайные слова о соседе' };
    const { motion } = await run('newcomer', propose_motion, { settlement, kind: 'removal', call });
    await run('editor', refuse_motion, { settlement, motion, reason: 'Живёт здесь' });
    await run('newcomer', propose_motion, { settlement, kind: 'removal', call });
    await run('editor', propose_motion, {
      ...{ settlement, kind: 'dismissal' },
      call: { account: village.accounts.newcomer, reason: 'Не приходит' },
    });
  });

  const run = <Reply>(who: Persona, action: AnyDefinition<Reply>, input: object) =>
    runActionAs(service, village.accounts[who], action, { ...input });
  async function invite() {
    const asked = { settlement, email: 'newcomer@example.org', title: 'казначей', reason: 'Ведёт кассу' };
    const { invitation } = await run('editor', invite_to_board, asked);
    await run('newcomer', answer_board_invitation, { invitation, answer: 'accepted' });
  }
  async function download(): Promise<Record<string, Row[]>> {
    const asked = await browser.submit(await browser.get('/account/data'), '/account/data/export', {
      password,
    });
    assert.equal(asked.status, 303);
    await drainQueue(
      service,
      dataExportWorker(() => service.app.services),
    );
    const file = '/account/data/file';
    const page = await browser.get('/account/data');
    const response = await fetch(service.url + file, {
      method: 'POST',
      body: new URLSearchParams({ ...hiddenFields(page.html, file), password }),
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    assert.equal(response.status, 200);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    return Object.fromEntries(
      Object.entries(files)
        .filter(([name]) => name.endsWith('.json'))
        .map(([name, bytes]) => [
          name.replace(/^data\/|\.json$/g, ''),
          JSON.parse(Buffer.from(bytes).toString()),
        ]),
    );
  }
  const pick = (rows: Row[] | undefined, ...keys: string[]) =>
    (rows ?? []).map((row) => keys.map((key) => row[key] ?? null));

  it('are in the copy of the data: ending, visit, motions, invitation and role, with nothing of others', async () => {
    const data = await download();
    assert.deepEqual(pick(data.residency_ending, 'kind', 'ended_on', 'reason'), [
      ['sold', '2026-05-03', 'Участок продан'],
    ]);
    assert.deepEqual(pick(data.announcement_visit, 'article_id', 'parcel_id', 'outcome'), [
      [article, village.plots.neighbour, 'told'],
    ]);
    assert.deepEqual(pick(data.board_motion, 'kind', 'answer', 'reason').sort(), [
      ['dismissal', null, null],
      ['removal', null, null],
      ['removal', 'refused', 'Живёт здесь'],
    ]);
    assert.deepEqual(pick(data.board_invitation, 'role', 'title', 'answer'), [
      ['editor', 'казначей', 'accepted'],
    ]);
    assert.deepEqual(pick(data.settlement_role, 'role', 'title'), [['editor', 'казначей']]);
    const all = JSON.stringify(data);
    for (const others of ['Лисицына', 'neighbour@example.org', 'Neighbour Ivanova', 'Тайные слова'])
      assert.ok(!all.includes(others), others);
  });

  it('go with the account, except what the village keeps without the name', async () => {
    const gone = await browser.submit(await browser.get('/account/data'), '/account/delete', { password });
    assert.equal(gone.location, '/account/deleted');
    const { newcomer } = village.accounts;
    const count = async (table: string, column: string) =>
      (await service.db`select 1 from ${service.db(table)} where ${service.db(column)} = ${newcomer}`).length;
    assert.equal(await count('settlement_role', 'account_id'), 0);
    assert.equal(await count('board_motion', 'account_id'), 0);
    assert.equal(
      (await service.db`select 1 from board_invitation where email_key = 'newcomer@example.org'`).length,
      0,
    );
    const { open, answered } = await run('editor', list_motions, { settlement });
    assert.deepEqual(open, [], 'what waited ended with the place of who proposed it');
    assert.deepEqual(
      answered.map(({ answer, proposerName }) => [answer, /Newcomer/.test(proposerName)]).sort(),
      [
        ['outdated', false],
        ['refused', false],
      ],
    );
    const [row] = (await run('editor', list_former_residents, { settlement })).people;
    assert.deepEqual(
      [row?.plotNumber, row?.kind, row?.endedOn, row?.reason],
      ['3', 'sold', '2026-05-03', null],
    );
    assert.ok(!JSON.stringify(row).includes('Newcomer'));
    const visits = await run('editor', list_plots_to_visit, { settlement, article });
    const visited = JSON.stringify(visits);
    assert.ok(visited.includes('told') && !visited.includes('Newcomer'), visited);
  });
});
