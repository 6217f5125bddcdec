import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { importResidents } from '../../src/features/land-import/resident-import.ts';
import { parseResidentList } from '../../src/features/land-import/resident-list-parser.ts';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('register pages of the board', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let residents: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
    residents = `/settlements/${settlement}/board/residents`;
  });
  const confirm = async (parcel: string) => {
    const { newcomer, editor } = actors.village.clients;
    const { data } = await newcomer.request_residency({ settlement, parcel, role: 'family' });
    await editor.confirm_resident({ settlement, resident: data.id });
    return data.id;
  };

  it('list households by plot, search, and export a CSV without formulas that can be imported again', async () => {
    const { service, village } = actors;
    const id = await confirm('1');
    await service.db`update account set display_name = '=Дарья; "Д"' where id = ${village.accounts.newcomer}`;
    const browser = await signIn(service, 'editor', 'ru');
    const words = visibleText((await browser.get(residents)).html);
    assert.match(words, /3 человека · 2 участка/);
    assert.match(words, /Участок 1 .*Resident Ivanova хозяин .*=Дарья; "Д" семья хозяина .*Участок 2/);
    const found = visibleText((await browser.get(`${residents}?q=дарья`)).html);
    assert.match(found, /Участок 1/);
    assert.doesNotMatch(found, /Resident Ivanova/);
    const table = await browser.get(`${residents}.csv`);
    assert.equal(table.status, 200);
    assert.match(table.headers.get('content-disposition') ?? '', /attachment/);
    assert.match(table.headers.get('cache-control') ?? '', /no-store/);
    assert.match(
      table.html,
      /участок;имя;почта;роль\r\n1;Resident Ivanova;resident@example\.org;собственник\r\n/,
    );
    assert.match(table.html, /1;"'=Дарья; ""Д""";newcomer@example\.org;семья/, 'no formula, no broken row');
    await service.db`
      update account set display_name = 'Дарья;=1+1;"@x' where id = ${village.accounts.newcomer}`;
    await browser.get('/more?lang=en');
    const { html: english } = await browser.get(`${residents}.csv`);
    assert.match(english, /Дарья;'=1\+1;/, 'nor in a program that parts cells by semicolons');
    assert.doesNotMatch(english, /[,;\t]\s*"*[=+@-]/);
    await service.db`update account set display_name = '=Дарья; "Д"' where id = ${village.accounts.newcomer}`;
    const faults: string[] = [];
    const report = await importResidents(
      { ...service.app.kernelDependencies, pool: service.pool },
      village.settlement.id,
      parseResidentList(table.html.replace(/^\ufeff/, '')),
      (row, reason) => faults.push(`${row} ${reason.en}`),
    );
    assert.deepEqual([report.listed, faults], [3, []]);
    await village.clients.editor.remove_resident({ settlement, resident: id, reason: 'Съехала' });
  });

  it('set a role and end a membership with a reason, and do neither twice', async () => {
    const { editor } = actors.village.clients;
    const id = await confirm('3');
    const at = `${residents}/${id}`;
    const browser = await signIn(actors.service, 'editor');
    const page = await browser.get(at);
    assert.equal((await browser.submit(page, at, { role: 'tenant' })).location, at);
    const role = async () => (await editor.list_residents({ settlement, resident: id })).residents[0];
    assert.equal((await role())?.role, 'tenant');
    const bare = await browser.submit(page, `${at}/end`, { reason: '' });
    assert.equal(bare.status, 422);
    assert.match(bare.html, /id="end-reason-error"/);
    const done = await browser.submit(bare, `${at}/end`, { reason: 'Участок продан' });
    assert.equal(done.location, residents);
    assert.deepEqual([(await role())?.state, (await role())?.reason], ['ended', 'Участок продан']);
    assert.equal((await browser.submit(page, `${at}/end`, { reason: 'Ещё раз' })).location, at);
    assert.match(
      visibleText((await browser.get(at)).html),
      /decided already.*No longer recorded here Участок продан/,
    );
  });

  it('make printed sheets with plot codes that are shown once and work', async () => {
    const { newcomer } = actors.village.clients;
    const codes = `/settlements/${settlement}/board/codes`;
    const browser = await signIn(actors.service, 'editor', 'ru');
    const page = await browser.get(codes);
    const wrong = await browser.submit(page, codes, { plot: '99', count: '1' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /id="make-plot-error"/);
    const made = await browser.submit(page, codes, { plot: '3', count: '2' });
    assert.equal(made.status, 200);
    assert.match(made.headers.get('cache-control') ?? '', /no-store/);
    const shown = [...made.html.matchAll(/<b class="code">([^<]+)<\/b>/g)].map(([, code = '']) => code);
    assert.equal(shown.length, 2);
    assert.equal([...made.html.matchAll(/<svg class="qr"/g)].length, 2);
    assert.doesNotMatch((await browser.get(codes)).html, /class="code"/);
    const { data } = await newcomer.request_residency({ settlement, parcel: '3', code: shown[0] });
    assert.equal(data.state, 'confirmed');
    const all = await browser.submit(page, codes, { plot: '', count: '1' });
    assert.equal([...all.html.matchAll(/<svg class="qr"/g)].length, 4, 'a sheet for every plot');
  });

  it('show the audit log as text', async () => {
    const browser = await signIn(actors.service, 'editor', 'ru');
    const words = visibleText((await browser.get(`/settlements/${settlement}/board/audit`)).html);
    assert.match(words, /Выпустили коды участков Editor I\. · сегодня/);
    assert.match(words, /сняли с учёта Editor I\. · сегодня [\d:]+ · участок 3 · Участок продан/);
    assert.doesNotMatch(words, /remove_resident|settlement_id/);
    const empty = visibleText((await browser.get(`/settlements/${settlement}/board/audit?before=1`)).html);
    assert.match(empty, /Пока ничего не решали/);
  });

  it('refuse everybody but the current board', async () => {
    const pages = [
      residents,
      `${residents}.csv`,
      `/settlements/${settlement}/board/codes`,
      `/settlements/${settlement}/board/audit`,
    ];
    for (const persona of ['resident', 'newcomer', 'outsider', 'company', 'moderator'] as const) {
      const browser = await signIn(actors.service, persona);
      for (const page of pages) assert.equal((await browser.get(page)).status, 403, `${persona} ${page}`);
    }
    const editor = await signIn(actors.service, 'editor');
    const drawn = await editor.get(pages[2] as string);
    await actors.service.db`
      delete from settlement_role where account_id = ${actors.village.accounts.editor}`;
    assert.equal((await editor.submit(drawn, pages[2] as string, { plot: '', count: '1' })).status, 403);
    assert.equal((await editor.get(`${residents}.csv`)).status, 403);
  });
});
