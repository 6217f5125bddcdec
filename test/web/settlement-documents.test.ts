import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { add_settlement_document } from '../../src/features/actions/add_settlement_document.ts';
import { confirm_document_reading } from '../../src/features/actions/confirm_document_reading.ts';
import { list_settlement_documents } from '../../src/features/actions/list_settlement_documents.ts';
import { remove_settlement_document } from '../../src/features/actions/remove_settlement_document.ts';
import { show_document_reading } from '../../src/features/actions/show_document_reading.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../harness/village.ts';
import { forgePdf } from '../media/sample-pictures.ts';
import { type Browser, hiddenFields } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('documents of a settlement', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let at: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService({}, { jobs: true }));
    settlement = actors.village.settlement.slug;
    at = `/settlements/${settlement}/documents`;
  });

  /** Submits the form with a file, as a browser without JavaScript does. */
  async function send(browser: Browser, fields: Record<string, string>, file?: Uint8Array) {
    const data = new FormData();
    const page = await browser.get(at);
    for (const [name, value] of Object.entries({
      ...hiddenFields(page.html.replace(/<search[\s\S]*?<\/search>/g, ''), at),
      ...fields,
    }))
      data.append(name, value);
    if (file) data.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'устав.pdf');
    const reply = await fetch(actors.service.url + at, {
      method: 'POST',
      body: data,
      redirect: 'manual',
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    return { status: reply.status, location: reply.headers.get('location'), html: await reply.text() };
  }
  const download = (browser: Browser, href: string) =>
    fetch(actors.service.url + href, {
      redirect: 'manual',
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
  const library = async () =>
    (await actors.service.db`select 1 from media where subject_type in ('settlement', 'document')`).length;

  it('are added with a title and a date, validated, and downloaded by residents', async () => {
    const board = await signIn(actors.service, 'editor', 'ru');
    assert.match(visibleText((await board.get(at)).html), /Документов пока нет/);
    for (const [fields, file, field] of [
      [{ title: ' ', day: '2026-05-01' }, forgePdf(), 'title'],
      [{ title: 'Устав', day: 'вчера' }, forgePdf(), 'day'],
      [{ title: 'Устав', day: '2026-05-01' }, undefined, 'file'],
      [{ title: 'Устав', day: '2026-05-01' }, Buffer.from('MZ this is a program, not a paper'), 'file'],
    ] as const) {
      const bad = await send(board, fields, file);
      assert.equal(bad.status, 422, field);
      assert.match(bad.html, new RegExp(`id="add-${field}-error"`), field);
      assert.equal(await library(), 0, 'no file is kept of what was refused');
    }
    const done = await send(board, { title: 'Устав <2026>', day: '2026-05-01' }, forgePdf());
    assert.equal(done.location, at);
    const second = await send(
      board,
      { title: 'Протокол', day: '2026-06-01' },
      Buffer.concat([forgePdf(), forgePdf()]),
    );
    assert.equal(second.location, at, visibleText(second.html));
    const resident = await signIn(actors.service, 'resident', 'ru');
    const page = await resident.get(at);
    assert.match(visibleText(page.html), /Протокол пн, 1 июня\s· PDF .* Устав <2026> пт, 1 мая/);
    assert.doesNotMatch(page.html, /id="add"|Изменить/);
    const href = new RegExp(`href="(${at}/\\d+/versions/1)"`).exec(page.html)?.[1] ?? '';
    const file = await download(resident, href);
    assert.equal(file.status, 200);
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment/);
    assert.match(
      visibleText((await resident.get(`/settlements/${settlement}`)).html),
      /Документы устав, протоколы/,
    );
  });

  it('are paged through without gaps or duplicates', async () => {
    const { service, village } = actors;
    for (let index = 0; index < 60; index += 1) {
      const [row] = await service.db<{ id: string }[]>`
        insert into media (id, settlement_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, caption, file_name, visibility, renditions, state, created_at)
        select ${service.newId()}, settlement_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, caption, file_name, visibility, renditions, state, created_at
          from media where subject_type = 'document' limit 1 returning id`;
      await service.db`
        insert into settlement_document (id, settlement_id, media_id, title, day, added_by, created_at)
        values (${service.newId()}, ${village.settlement.id}, ${row?.id as string}, ${`Лист ${index}.`}, ${`20${10 + (index % 7)}-01-01`}, ${village.accounts.editor}, now())`;
    }
    const browser = await signIn(service, 'resident');
    const seen: string[] = [];
    let address: string | undefined = at;
    for (let turn = 0; address !== undefined && turn < 5; turn += 1) {
      const { html } = await browser.get(address);
      seen.push(...[...html.matchAll(/>(Лист \d+\.)</g)].map(([, title = '']) => title));
      address = /href="([^"]*cursor=[^"]*)">Show more/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    assert.equal(new Set(seen).size, 60);
    assert.equal(seen.length, 60);
    await service.db`delete from settlement_document where title like 'Лист%'`;
  });

  it('are for current residents and the board, and only files of the settlement can be added', async () => {
    const { service, village } = actors;
    const { accounts, clients } = village;
    const act = (
      who: keyof typeof accounts,
      action: typeof add_settlement_document | typeof list_settlement_documents,
      input = {},
    ) =>
      refusalKindOf(
        runActionAs(
          service,
          accounts[who],
          action as typeof list_settlement_documents,
          { settlement, ...input },
          'session',
          who === 'moderator',
        ),
      );
    for (const who of ['newcomer', 'outsider', 'company', 'moderator'] as const) {
      const isModerator = who === 'moderator';
      const at = { settlement };
      const seen = await runActionAs(
        service,
        accounts[who],
        list_settlement_documents,
        at,
        'session',
        isModerator,
      );
      assert.deepEqual(seen.documents, [], who);
    }
    const [own] = await service.db<{ id: string; file: string }[]>`
      select id, media_id as file from settlement_document order by id limit 1`;
    const added = { title: 'Чужое', day: '2026-01-01', file: own?.file };
    for (const who of ['resident', 'outsider', 'moderator'] as const) {
      assert.equal(await act(who, add_settlement_document, added), 'forbidden', who);
      const gone = { settlement, document: own?.id as string };
      const refused = runActionAs(service, accounts[who], remove_settlement_document, gone, 'session');
      assert.equal(await refusalKindOf(refused), 'forbidden', who);
    }
    // Only files of the settlement itself that residents may see.
    const { data: ticket } = await clients.resident.upload_media({
      subject_type: 'parcel',
      subject_id: village.plots.resident,
    });
    const reply = await fetch(ticket.upload_url, { method: 'PUT', body: new Uint8Array(forgePdf()) });
    const { data: other } = (await reply.json()) as { data: { id: string } };
    assert.equal(await act('editor', add_settlement_document, { ...added, file: other.id }), 'invalid');
    // The file of a document is changed with it alone, by no door of photographs.
    const file = { media: own?.file as string };
    const to = { subject_type: 'settlement', subject_id: village.settlement.id } as const;
    for (const change of [
      () => clients.editor.edit_media({ ...file, visibility: 'public' }),
      () => clients.editor.remove_media(file),
      () => clients.editor.set_media_subject({ ...file, ...to }),
    ])
      await assert.rejects(change, { status: 404 });
    assert.equal(
      await act('editor', add_settlement_document, added),
      'invalid',
      'the file of another document',
    );
    // Former residents and former board members lose access.
    const left = await signIn(service, 'neighbour');
    const href = `${at}/${own?.id}/versions/1`;
    assert.equal((await download(left, href)).status, 200);
    await service.db`update membership set state = 'ended' where account_id = ${accounts.neighbour}`;
    assert.equal((await download(left, href)).status, 404);
    assert.doesNotMatch((await left.get(at)).html, /versions/);
    const board = await signIn(service, 'editor');
    await service.db`delete from settlement_role where account_id = ${accounts.editor}`;
    assert.equal((await download(board, href)).status, 404);
    assert.doesNotMatch((await board.get(at)).html, /versions|id="add"/);
    assert.ok((await clients.editor.list_media({ settlement })).media.every(({ id }) => id !== own?.file));
    await service.db`insert into settlement_role (settlement_id, account_id, role, created_at)
      values (${village.settlement.id}, ${accounts.editor}, 'editor', now())`;
  });

  it('are removed with their file after a confirmation', async () => {
    const board = await signIn(actors.service, 'editor');
    const before = await library();
    const { html } = await board.get(at);
    const id = new RegExp(`href="${at}/(\\d+)"`).exec(html)?.[1] ?? '';
    const asked = await board.get(`${at}/${id}?remove=1`);
    assert.match(visibleText(asked.html), /Remove this document with all its versions\?/);
    const action = `${at}/${id}/remove`;
    for (let turn = 0; turn < 2; turn += 1)
      assert.equal((await board.submit(asked, action)).location, at, 'also when it is gone already');
    assert.equal(await library(), before - 1);
    assert.equal((await actors.service.db`select 1 from settlement_document`).length, 1);
    assert.doesNotMatch((await board.get(at)).html, new RegExp(`/${id}/`));
    assert.match(
      visibleText((await board.get(`/settlements/${settlement}/board/audit`)).html),
      /Removed a document .* Протокол/,
    );
  });
});

describe('documents that residents are asked to read', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let village: Village;
  let document: string;
  let plain: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const add = async (title: string, asks: boolean) => {
      const [media, id] = [service.newId(), service.newId()];
      await service.db`
        insert into media (id, settlement_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, caption, file_name, visibility, renditions, state, created_at)
        values (${media}, ${village.settlement.id}, 'document', ${id}, ${village.accounts.editor}, ${Buffer.alloc(32)}, '{}', 'application/pdf', 1, '', 'a.pdf', 'private', '{}', 'ready', now())`;
      await service.db`
        insert into settlement_document (id, settlement_id, media_id, title, day, folder, asks_reading, added_by, created_at)
        values (${id}, ${village.settlement.id}, ${media}, ${title}, '2026-05-01', 'Сметы', ${asks}, ${village.accounts.editor}, now())`;
      return id;
    };
    document = await add('Смета', true);
    plain = await add('Устав', false);
  });
  const as = (persona: Persona) => village.accounts[persona];
  const place = () => ({ settlement: village.settlement.slug, document });
  const address = () => ({ ...place(), version: 1 });

  it('are confirmed by residents alone, once, and only where it is asked', async () => {
    for (const persona of ['newcomer', 'outsider', 'company', 'moderator', 'editor'] as const)
      assert.equal(
        await refusalKindOf(runActionAs(service, as(persona), confirm_document_reading, address())),
        'forbidden',
        persona,
      );
    const other = { ...address(), settlement: village.other.slug };
    assert.equal(
      await refusalKindOf(runActionAs(service, as('outsider'), confirm_document_reading, other)),
      'not_found',
    );
    const notAsked = { ...address(), document: plain };
    assert.equal(
      await refusalKindOf(runActionAs(service, as('resident'), confirm_document_reading, notAsked)),
      'invalid',
    );
    for (let round = 0; round < 2; round += 1)
      await runActionAs(service, as('resident'), confirm_document_reading, address());
    const at = { settlement: village.settlement.slug };
    const { documents } = await runActionAs(service, as('resident'), list_settlement_documents, at);
    const row = documents.find(({ documentId }) => documentId === document);
    assert.deepEqual(
      [row?.folder, row?.asksReading, row?.readVersion, row?.plotsRead],
      ['Сметы', true, 1, 1],
    );
    const { documents: theirs } = await runActionAs(service, as('neighbour'), list_settlement_documents, at);
    assert.equal(theirs.find(({ documentId }) => documentId === document)?.readVersion, null);
  });

  it('tell the board, and nobody else, which dwelling plots have not, those on paper among them', async () => {
    for (const persona of ['resident', 'newcomer', 'outsider', 'company', 'moderator'] as const)
      assert.equal(
        await refusalKindOf(runActionAs(service, as(persona), show_document_reading, place())),
        'forbidden',
        persona,
      );
    await service.db`update parcel set kind = 'road' where id = ${village.plots.empty}`;
    const seen = await runActionAs(service, as('editor'), show_document_reading, place());
    assert.deepEqual([seen.all, seen.read], [3, 1]);
    assert.deepEqual(
      new Set(seen.plots.map(({ id, nobody }) => `${id} ${nobody}`)),
      new Set([`${village.plots.neighbour} false`, `${village.plots.free} true`]),
    );
    await service.db`update membership set state = 'ended' where account_id = ${as('resident')}`;
    const after = await runActionAs(service, as('editor'), show_document_reading, place());
    assert.equal(after.read, 0, 'a former member is nobody’s household');
    assert.equal(
      await refusalKindOf(runActionAs(service, as('resident'), confirm_document_reading, address())),
      'forbidden',
    );
  });
});
