import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Refusal } from '../../src/domain/kernel/refusal.ts';
import { import_residents } from '../../src/features/actions/import_residents.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import { type Browser, hiddenFields, type Page } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('import of a resident list', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let at: string;
  let apply: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
    at = `/settlements/${settlement}/board/import-residents`;
    apply = `${at}/apply`;
  });
  beforeEach(async () => {
    await actors.service.db`delete from recorded_person`;
    await actors.service.db`delete from membership where account_id = ${actors.village.accounts.newcomer}`;
  });

  /** Multipart as a browser without JavaScript sends it: fields first, then the file, line breaks as CRLF. */
  async function send(browser: Browser, page: Page, action: string, csv = '', file?: Uint8Array) {
    const data = new FormData();
    const fields = hiddenFields(page.html, action);
    for (const [name, value] of Object.entries(fields)) data.append(name, value.replaceAll(/\r?\n/g, '\r\n'));
    if (action === at) data.append('csv', csv.replaceAll('\n', '\r\n'));
    data.append('file', new Blob(file ? [file as Uint8Array<ArrayBuffer>] : []), file ? 'список.csv' : '');
    const reply = await fetch(actors.service.url + action, {
      method: 'POST',
      body: data,
      redirect: 'manual',
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      browser.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const { status, headers } = reply;
    return { status, headers, location: headers.get('location'), html: await reply.text() };
  }
  const listed = async () =>
    (
      await actors.service.db<{ entry: string }[]>`
        select p.number_key || ' ' || coalesce(r.email_key, '-') || ' ' || r.name || ' ' || r.role as entry
          from recorded_person r join parcel p on p.id = r.parcel_id order by 1`
    ).map(({ entry }) => entry);
  const claim = async () =>
    (await actors.village.clients.newcomer.request_residency({ settlement, parcel: '3', role: 'tenant' }))
      .data.id;
  const stateOf = async (resident: string) =>
    (await actors.village.clients.editor.list_residents({ settlement, resident })).residents[0];

  it('is parsed in a worker thread, and only for the board', async () => {
    let threads = 0;
    const note = () => {
      threads += 1;
    };
    process.on('worker', note);
    try {
      const input = { settlement, csv: 'neither plot nor address' };
      const { service, village } = actors;
      const stranger = await refusalKindOf(
        runActionAs(service, village.accounts.outsider, import_residents, input),
      );
      assert.deepEqual([stranger, threads], ['forbidden', 0]);
      await assert.rejects(
        runActionAs(service, village.accounts.editor, import_residents, input),
        (refusal: Refusal) => /must name the columns/.test(refusal.fields?.csv?.[0]?.en ?? ''),
      );
      assert.equal(threads, 1);
    } finally {
      process.off('worker', note);
    }
  });

  it('accepts at most 5000 lines, and truncates long cells in the plan', async () => {
    const { service, village } = actors;
    const send = (rows: number) =>
      runActionAs(service, village.accounts.editor, import_residents, {
        settlement,
        csv: `plot,email\n${'3,a@example.org\n'.repeat(rows)}`,
      });
    assert.equal((await send(5_000)).plan.lines.length, 5_000);
    await assert.rejects(send(5_001), (refusal: Refusal) =>
      /больше 5000 строк/.test(refusal.fields?.csv?.[0]?.ru ?? ''),
    );
    const long = await runActionAs(service, village.accounts.editor, import_residents, {
      settlement,
      csv: `plot,email\n3,${'я'.repeat(1_000_000)}@example.org`,
    });
    assert.equal(long.plan.lines[0]?.reason?.en, 'This is not an email address.');
    assert.ok(JSON.stringify(long.plan).length < 2000);
  });

  const list = `Участок;ФИО;Почта;Роль
3;"Нью
камер & она";newcomer@example.org;семья
99;Никто;no@example.org;
1;Без почты;;владелец
12а;Пётр;petr@example.org;дачник
2;Сосед;neighbour@example.org;
2;Сосед Иванович;Neighbour@example.org;собственник`;

  it('previews every line without writing, then applies the plan as shown', async () => {
    const resident = await claim();
    const browser = await signIn(actors.service, 'editor', 'ru');
    const tried = await send(browser, await browser.get(at), at, list);
    assert.equal(tried.status, 200);
    const words = visibleText(tried.html);
    assert.match(words, /Новых в реестре 2 Изменятся 1 Повторяются ниже 1 Не подходят 2/);
    assert.match(words, /Подтвердятся сразу: 1 .*Newcomer Ivanova Участок 3 · семья/);
    assert.match(words, /строка 3 · Такого участка в посёлке нет\./);
    assert.match(words, /Без почты строка 4 · новая/);
    assert.match(words, /строка 5 · Роль: собственник, семья или арендатор\./);
    assert.match(words, /строка 6 · повторяется ниже/);
    assert.match(words, /строка 7 · изменится · Имя: Neighbour Ivanova → Сосед Иванович/);
    const [, bad = ''] = /href="data:text\/csv;charset=utf-8;base64,([^"]+)" download/.exec(tried.html) ?? [];
    const taken = Buffer.from(bad.replaceAll('&#43;', '+'), 'base64').toString();
    assert.match(
      taken,
      /^\ufeffучасток;имя;.*;что не так\r\n99;Никто;.*Такого участка в посёлке нет\.\r\n12а;Пётр;дачник;/,
    );
    assert.deepEqual(await listed(), [], 'nothing is written by looking');
    assert.equal((await stateOf(resident))?.state, 'claimed');
    const done = await send(browser, tried, apply);
    assert.equal(done.location, `/settlements/${settlement}/board/people`);
    assert.match(
      visibleText((await browser.get(done.location ?? '')).html),
      /Внесено: 3\. Подтверждено заявок: 1\./,
    );
    assert.deepEqual(await listed(), [
      '1 - Без почты owner',
      '2 neighbour@example.org Сосед Иванович owner',
      '3 newcomer@example.org Нью камер & она family',
    ]);
    const recorded = await stateOf(resident);
    assert.deepEqual([recorded?.state, recorded?.role], ['confirmed', 'family']);
    // Applied a second time there is nothing left to do.
    const again = await send(browser, tried, apply);
    assert.match(visibleText(again.html), /Вносить нечего/);
    assert.match(
      visibleText((await browser.get(`/settlements/${settlement}/board/audit`)).html),
      /Внесли список жителей/,
    );
  });

  it('applies nothing if the register changed since the preview, and shows a new preview', async () => {
    const browser = await signIn(actors.service, 'editor');
    const tried = await send(browser, await browser.get(at), at, list);
    const resident = await claim();
    const moved = await send(browser, tried, apply);
    assert.equal(moved.status, 200);
    assert.match(visibleText(moved.html), /The register has changed in the meantime.*Confirmed at once: 1/);
    assert.deepEqual(await listed(), []);
    assert.equal((await stateOf(resident))?.state, 'claimed');
    assert.equal((await send(browser, moved, apply)).status, 303);
    assert.equal((await stateOf(resident))?.state, 'confirmed');
  });

  it('reads UTF-8 and windows-1251 files, and shows errors at the field', async () => {
    const browser = await signIn(actors.service, 'editor', 'ru');
    const page = await browser.get(at);
    // «Участок;Почта» as windows-1251 writes it.
    const old = Buffer.concat([
      Buffer.from([0xd3, 0xf7, 0xe0, 0xf1, 0xf2, 0xee, 0xea, 0x3b, 0xcf, 0xee, 0xf7, 0xf2, 0xe0]),
      Buffer.from('\r\n3;a@example.org\r\n'),
    ]);
    assert.match(visibleText((await send(browser, page, at, '', old)).html), /Новых в реестре 1/);
    const marked = Buffer.from('\ufeffplot,email\n3,a@example.org\n');
    assert.match(visibleText((await send(browser, page, at, '', marked)).html), /Новых в реестре 1/);
    const none = await send(browser, page, at);
    assert.equal(none.status, 422);
    assert.match(none.html, /id="check-file-error"/);
    const wrong = await send(browser, page, at, 'просто слова');
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /id="check-csv-error"/);
    assert.match(wrong.html, /просто слова/);
    const huge = await send(browser, page, at, '', Buffer.alloc(5_000_000, 'a'));
    assert.equal(huge.status, 422);
    assert.match(huge.html, /id="check-file-error"/);
  });

  it('finds whom a line is about among more people than are held in memory', async () => {
    const { service, village } = actors;
    const plan = async (csv: string) =>
      (
        await runActionAs(service, village.accounts.editor, import_residents, { settlement, csv })
      ).plan.lines.map(({ outcome }) => outcome);
    await service.db`
      insert into recorded_person (id, parcel_id, name, created_at, updated_at)
      select n, ${village.plots.free}, 'Person ' || lpad(n::text, 6, '0'), now(), now() from generate_series(1, 50002) n`;
    assert.deepEqual(await plan('plot,name\n3,Person 000001\n3,Person 050002\n3,Nobody'), [
      'same',
      'same',
      'added',
    ]);
    await service.db`update recorded_person set name = 'Ivan'`;
    assert.equal(await refusalKindOf(plan('plot,name\n3,Ivan')), 'invalid');
  });

  it('refuses everybody but the current board', async () => {
    const { service, village } = actors;
    const csv = 'plot,email\n3,a@example.org';
    const act = (who: keyof typeof village.accounts, input = {}) =>
      refusalKindOf(
        runActionAs(
          service,
          village.accounts[who],
          import_residents,
          { settlement, csv, ...input },
          'session',
        ),
      );
    for (const who of ['resident', 'outsider', 'moderator', 'company'] as const)
      assert.equal(await act(who), 'forbidden', who);
    assert.equal(await act('editor'), '');
    assert.equal(await act('editor', { csv: '' }), 'invalid');
    const browser = await signIn(service, 'editor');
    const tried = await send(browser, await browser.get(at), at, csv);
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    assert.equal((await send(browser, tried, apply)).status, 403);
    assert.equal((await browser.get(at)).status, 403);
    assert.deepEqual(await listed(), []);
  });
});
