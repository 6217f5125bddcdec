import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { add_plots } from '../../src/features/actions/add_plots.ts';
import { list_decisions } from '../../src/features/actions/list_decisions.ts';
import { set_plot_kind } from '../../src/features/actions/set_plot_kind.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { recordDecision } from '../../src/store/system/audit.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import { personas } from '../harness/village.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('audit of a board', () => {
  let actors: OAuthTestClient;
  const settlement = 'berezka';
  const path = `/settlements/${settlement}/board/audit`;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });
  const list = (input: object = {}) =>
    runActionAs(actors.service, actors.village.accounts.editor, list_decisions, { settlement, ...input });
  const record = (by: string, action: string, after: Record<string, unknown>, at = new Date()) =>
    recordDecision(
      { db: actors.service.db, caller: { accountId: by }, now: () => at, newId: actors.service.newId },
      {
        action,
        subject: { type: 'settlement', id: actors.village.settlement.id },
        settlementId: actors.village.settlement.id,
        after,
      },
    );

  it('says who did what about whom, with a link, and what a boundary changed', async () => {
    const { service, village } = actors;
    const { newcomer, editor } = village.clients;
    const { data: claim } = await newcomer.request_residency({ settlement, parcel: '3', role: 'family' });
    await editor.confirm_resident({ settlement, resident: claim.id });
    await record(village.accounts.editor, 'set_settlement_boundary', { linked: 12, unlinked: 3, kept: 1 });
    const browser = await signIn(service, 'editor', 'ru');
    const { html } = await browser.get(path);
    const words = visibleText(html);
    assert.match(words, /Записали жителя Editor I\. · [^·]* · участок 3 · Newcomer Ivanova/);
    assert.ok(html.includes(`href="/settlements/${settlement}/board/residents/${claim.id}"`));
    assert.match(words, /Изменили границу [^И]*взято участков: 12 · выведено участков: 3/);
    assert.ok(html.includes(`href="/settlements/${settlement}/board/boundary"`));
    const english = visibleText((await (await signIn(service, 'editor', 'en')).get(path)).html);
    assert.match(english, /plots imported: 12 · plots removed: 3/);
    for (const link of html.matchAll(/href="(\/settlements\/berezka\/board\/(?:residents|boundary)[^"]*)"/g))
      assert.equal((await browser.get(link[1] as string)).status, 200, link[1]);
  });

  it('is chosen by who, what and days, and folds readings of a day', async () => {
    const { service, village } = actors;
    const { editor, neighbour } = village.accounts;
    const old = new Date('2026-03-01T21:30:00Z');
    for (const people of [3, 4]) await record(neighbour, 'list_people', { people }, old);
    await record(neighbour, 'issue_plot_codes', { codes: 2 }, old);
    // Half past midnight of the second of March in the village.
    const march = await list({ from: '2026-03-02', to: '2026-03-02' });
    assert.deepEqual(
      march.decisions.map(({ action, after }) => [action, after]),
      [
        ['issue_plot_codes', { codes: 2 }],
        ['list_people', { people: 7, readings: 2 }],
      ],
    );
    assert.deepEqual((await list({ from: '2026-03-01', to: '2026-03-01' })).decisions, []);
    const codes = await list({ kind: 'invitations', who: neighbour });
    assert.deepEqual(
      codes.decisions.map(({ action }) => action),
      ['issue_plot_codes'],
    );
    assert.deepEqual((await list({ kind: 'invitations', who: editor })).decisions, []);
    await village.clients.editor.list_residents({ settlement });
    const readings = await list({ kind: 'reading' });
    assert.deepEqual(
      readings.decisions.map(({ action, accountId }) => [action, accountId]),
      [
        ['read_register', editor],
        ['list_people', neighbour],
      ],
    );
    assert.ok((await list({ kind: 'land' })).decisions.every(({ action }) => action !== 'read_register'));
    const browser = await signIn(service, 'editor', 'ru');
    const page = await browser.get(`${path}?who=${neighbour}&kind=invitations&from=2026-03-02&to=`);
    assert.match(visibleText(page.html), /Выпустили коды участков Neighbour I\./);
    assert.doesNotMatch(visibleText(page.html), /Изменили границу/);
    assert.match(page.html, new RegExp(`<option value="${neighbour}" selected`));
    for (const query of ['?from=2026-02-30', '?who=x', '?kind=nothing', '?cursor=x'])
      assert.equal((await browser.get(path + query)).status, 200, query);
  });

  it('goes on page by page with its filter', async () => {
    const { editor } = actors.village.accounts;
    for (let index = 0; index < 60; index += 1) await record(editor, 'add_plots', { count: index });
    const first = await list({ kind: 'land', who: editor });
    assert.equal(first.decisions.length, 50);
    const second = await list({ kind: 'land', who: editor, before: first.next });
    const ids = [...first.decisions, ...second.decisions].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, 61);
  });

  it('names the plots that were added, and of which kind they are', async () => {
    const { service, village } = actors;
    const act = (action: AnyDefinition, input: object) =>
      runActionAs(service, village.accounts.editor, action, { settlement, ...input });
    await act(add_plots, { numbers: '701–720', kind: 'other' });
    await act(set_plot_kind, { parcel: '701', kind: 'water' });
    const browser = await signIn(service, 'editor', 'ru');
    const words = visibleText((await browser.get(`${path}?kind=land`)).html);
    assert.match(words, /участок 701 · водоём/);
    assert.match(words, /Добавили участки .*· 20: 701, 702, 703, … · другой/);
  });

  it('is for the present board alone', async () => {
    const { service, village } = actors;
    for (const persona of personas.filter((each) => each !== 'editor'))
      assert.equal(
        await refusalKindOf(runActionAs(service, village.accounts[persona], list_decisions, { settlement })),
        'forbidden',
        persona,
      );
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    assert.equal(await refusalKindOf(list()), 'forbidden', 'a former editor');
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.editor,
      'editor',
      new Date(),
    );
  });
});
