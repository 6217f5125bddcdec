import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { DocumentReaders } from '../../src/domain/rules/settlement-documents.ts';
import { add_settlement_document } from '../../src/features/actions/add_settlement_document.ts';
import { confirm_document_reading } from '../../src/features/actions/confirm_document_reading.ts';
import { edit_settlement_document } from '../../src/features/actions/edit_settlement_document.ts';
import { list_settlement_documents } from '../../src/features/actions/list_settlement_documents.ts';
import { open_settlement_document } from '../../src/features/actions/open_settlement_document.ts';
import { replace_settlement_document } from '../../src/features/actions/replace_settlement_document.ts';
import { show_document_reading } from '../../src/features/actions/show_document_reading.ts';
import { show_settlement_document } from '../../src/features/actions/show_settlement_document.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

const personas = ['resident', 'neighbour', 'newcomer', 'outsider', 'company', 'moderator', 'editor'] as const;
type Reader = (typeof personas)[number];

describe('versions and readers of documents', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let village: Village;
  let place: { settlement: string };
  before(async () => {
    const actors = await prepareOAuthTestClient(await startService());
    ({ service, village } = actors);
    place = { settlement: village.settlement.slug };
  });
  beforeEach(async () => {
    await service.db`delete from media where subject_type in ('document', 'settlement')`;
  });
  const as = (persona: Persona) => village.accounts[persona];

  /** A file as the board has just sent it: its bytes are told apart by a digest. */
  async function send(digest: number, bytes = 1000): Promise<string> {
    const id = service.newId();
    await service.db`
      insert into media (id, settlement_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, caption, file_name, visibility, renditions, state, created_at)
      values (${id}, ${village.settlement.id}, 'settlement', ${village.settlement.id}, ${as('editor')}, ${Buffer.alloc(32, digest)}, '{}', 'application/pdf', ${bytes}, '', 'a.pdf', 'private', '{}', 'ready', now())`;
    return id;
  }
  async function add(
    digest: number,
    more: { readers?: DocumentReaders; asks_reading?: boolean; title?: string; folder?: string } = {},
  ) {
    const given = { ...place, title: 'Смета', day: '2026-05-01', file: await send(digest), ...more };
    return (await runActionAs(service, as('editor'), add_settlement_document, given)).document;
  }
  const replace = async (document: string, digest: number, seen_version: number, asks_again = false) =>
    runActionAs(service, as('editor'), replace_settlement_document, {
      ...place,
      document,
      day: '2026-06-01',
      file: await send(digest),
      seen_version,
      asks_again,
    });
  const digestOf = async (who: Persona, document: string, version: number) =>
    (
      await runActionAs(service, as(who), open_settlement_document, { ...place, document, version })
    ).sha256.slice(0, 2);
  const confirm = (who: Persona, document: string, version: number) =>
    runActionAs(service, as(who), confirm_document_reading, { ...place, document, version });
  const kindFor = (who: Reader, document: string, version = 1) =>
    refusalKindOf(
      runActionAs(
        service,
        as(who),
        open_settlement_document,
        { ...place, document, version },
        'session',
        who === 'moderator',
      ),
    );
  const kindOfPage = (who: Reader, document: string) =>
    refusalKindOf(
      runActionAs(
        service,
        as(who),
        show_settlement_document,
        { ...place, document },
        'session',
        who === 'moderator',
      ),
    );

  it('keep what was shown before, readable by whoever may read the document', async () => {
    const document = await add(0x11);
    await replace(document, 0x22, 1);
    await replace(document, 0x33, 2);
    const seen = await runActionAs(service, as('resident'), show_settlement_document, { ...place, document });
    assert.deepEqual(
      [seen.document.version, seen.document.day, seen.former.map(({ version }) => version)],
      [3, '2026-06-01', [2, 1]],
    );
    const digests = await Promise.all([1, 2, 3].map((version) => digestOf('resident', document, version)));
    assert.deepEqual(digests, ['11', '22', '33']);
    assert.equal(await kindFor('resident', document, 4), 'not_found');
    for (const version of [1, 2, 3]) assert.equal(await kindFor('outsider', document, version), 'not_found');
  });

  it('that two send at once become one, and the other is told of it', async () => {
    const document = await add(0x11);
    const both = await Promise.allSettled([replace(document, 0x22, 1), replace(document, 0x33, 1)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const refused = both.find((each) => each.status === 'rejected');
    assert.match(String(refused?.reason), /has put in version 2/);
    const seen = await runActionAs(service, as('editor'), show_settlement_document, { ...place, document });
    assert.deepEqual([seen.document.version, seen.former.length], [2, 1]);
    assert.equal(await digestOf('resident', document, 1), '11');
  });

  it('are asked for anew where the board wants it, and a mark says which was read', async () => {
    const document = await add(0x11, { asks_reading: true });
    assert.equal((await confirm('resident', document, 1)).newer, null);
    await replace(document, 0x22, 1);
    const readBy = async () => {
      const reading = await runActionAs(service, as('editor'), show_document_reading, { ...place, document });
      return [reading.read, reading.plots.find(({ id }) => id === village.plots.resident)?.readVersion];
    };
    assert.deepEqual(await readBy(), [1, undefined], 'a correction of a comma is not asked for again');
    await replace(document, 0x33, 2, true);
    assert.deepEqual(await readBy(), [0, 1], 'who has read version 1 is among those who have not');
    // The page was open while the document was replaced.
    assert.equal((await confirm('neighbour', document, 2)).newer, 3);
    assert.deepEqual(await readBy(), [0, 1]);
    await confirm('resident', document, 3);
    assert.deepEqual(await readBy(), [1, undefined]);
    const marks = await service.db<{ version: number }[]>`
      select version from settlement_document_reading where document_id = ${document} and account_id = ${as('resident')} order by version`;
    assert.deepEqual(
      marks.map(({ version }) => version),
      [1, 3],
      'the earlier mark stays',
    );
    assert.equal(await refusalKindOf(confirm('resident', document, 4)), 'not_found');
    const page = await signIn(service, 'editor', 'ru');
    const text = visibleText(
      (await page.get(`/settlements/${place.settlement}/documents/${document}/reading`)).html,
    );
    assert.match(text, /прочитана только версия 2/);
    assert.match(text, /только на бумаге/);
  });

  it('are read by exactly those whom the board chose, at every door', async () => {
    await service.db`update membership set role = 'family' where account_id = ${as('neighbour')}`;
    const reading: Record<DocumentReaders, readonly Reader[]> = {
      public: personas,
      residents: ['resident', 'neighbour', 'editor'],
      owners: ['resident', 'editor'],
      editors: ['editor'],
    };
    for (const [readers, who] of Object.entries(reading) as [DocumentReaders, readonly Reader[]][]) {
      const document = await add(0x11, { readers, title: `Тайна ${readers}` });
      for (const persona of personas) {
        const expected = who.includes(persona) ? '' : 'not_found';
        const isModerator = persona === 'moderator';
        assert.equal(await kindFor(persona, document), expected, `${readers}, ${persona}`);
        assert.equal(await kindOfPage(persona, document), expected, `${readers}, ${persona}: its page`);
        for (const q of [undefined, 'тайна']) {
          const list = runActionAs(
            service,
            as(persona),
            list_settlement_documents,
            { ...place, q },
            'session',
            isModerator,
          );
          const listed = (await list).documents.some(({ documentId }) => documentId === document);
          assert.equal(listed, who.includes(persona), `${readers}, ${persona}: list ${q}`);
        }
        const { media } = await village.clients[persona].list_media({ settlement: place.settlement });
        assert.deepEqual(media, [], `${readers}, ${persona}: no list of photographs has it`);
      }
      const nobody = openBrowser(service);
      const file = await nobody.get(`/settlements/${place.settlement}/documents/${document}/versions/1`);
      // The bytes are not in the store of this test: who may read gets as far as that.
      assert.equal(file.status, readers === 'public' ? 404 : 303, readers);
      const found = await nobody.get(`/settlements/${place.settlement}/documents`);
      assert.equal(found.html.includes(`Тайна ${readers}`), readers === 'public');
      const feed = await nobody.get(`/settlements/${place.settlement}/feed.atom`);
      assert.doesNotMatch(feed.html, /Тайна/);
    }
    await service.db`update membership set state = 'ended' where account_id = ${as('resident')}`;
    const { documents } = await runActionAs(service, as('resident'), list_settlement_documents, place);
    assert.deepEqual(
      documents.map(({ readers }) => readers),
      ['public'],
      'a former owner',
    );
    await service.db`update membership set state = 'confirmed' where account_id = ${as('resident')}`;
    await service.db`update membership set role = 'owner' where account_id = ${as('neighbour')}`;
  });

  it('are found by the search of the site, by title and folder', async () => {
    await add(0x11, { title: 'Протокол собрания', folder: 'Собрания' });
    await add(0x12, { title: 'Тайный протокол', readers: 'editors' });
    const resident = await signIn(service, 'resident', 'ru');
    for (const q of ['протоколы', 'собрания']) {
      const text = visibleText((await resident.get(`/search?q=${encodeURIComponent(q)}`)).html);
      assert.match(text, /Документы Протокол собрания Собрания/, q);
      assert.doesNotMatch(text, /Тайный/);
    }
  });

  it('take a bounded number of bytes, which the page and the refusal name', async () => {
    const document = await add(0x11);
    await service.db`update media set bytes = ${1024 ** 3 - 1500} where subject_type = 'document'`;
    await assert.rejects(
      replace(document, 0x22, 1).then(() => replace(document, 0x23, 2)),
      /take 1 GB at most/,
    );
    const board = await signIn(service, 'editor');
    const { html } = await board.get(`/settlements/${place.settlement}/documents`);
    assert.match(visibleText(html), /All documents with their versions take 1,024 MB of 1 GB/);
  });

  it('can be given to other readers, unless somebody else has changed that meanwhile', async () => {
    const document = await add(0x11, { asks_reading: true });
    const edit = (readers: DocumentReaders, asks_reading: boolean, seen: object) =>
      runActionAs(service, as('editor'), edit_settlement_document, {
        ...place,
        document,
        title: 'Смета',
        folder: '',
        readers,
        asks_reading,
        seen,
      });
    assert.equal(await refusalKindOf(edit('editors', true, {})), 'invalid', 'nobody could be asked');
    await edit('owners', true, { readers: 'residents' });
    await assert.rejects(edit('public', true, { readers: 'residents' }), /Somebody has changed this/);
    for (const who of ['resident', 'outsider', 'moderator', 'newcomer'] as const) {
      const given = {
        ...place,
        document,
        title: 'Чужая',
        folder: '',
        readers: 'public',
        asks_reading: false,
      };
      const change = runActionAs(service, as(who), edit_settlement_document, given as never);
      assert.equal(await refusalKindOf(change), 'forbidden', who);
      const next = { ...place, document, day: '2026-06-01', file: '1', seen_version: 1 };
      assert.equal(
        await refusalKindOf(runActionAs(service, as(who), replace_settlement_document, next)),
        'forbidden',
        who,
      );
    }
  });
});
