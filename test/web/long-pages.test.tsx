import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { turnMilliseconds } from '../../src/base/threads/loop-turns.ts';
import { definePage } from '../../src/entry/web/page/page.ts';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { generousLimits, startService, type TestService } from '../harness/service.ts';
import { squarePlot } from '../harness/village.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

/** Rows that keep the event loop busy, as those of a village of thousands of plots do together. */
const rows = 150;

describe('a page with very many rows', () => {
  let service: TestService;
  let onRow: (row: number) => void;

  const Row = ({ row }: { row: number }) => {
    onRow(row);
    const end = performance.now() + turnMilliseconds / 2;
    while (performance.now() < end);
    return <li>row {row}</li>;
  };
  const longPage = definePage({
    path: '/a-long-page',
    access: 'anybody',
    texts: { title: { en: 'Long', ru: 'Длинная' } },
    render: () => (
      <ul>
        {Array.from({ length: rows }, (_, row) => (
          <Row key={row} row={row} />
        ))}
      </ul>
    ),
  });
  before(async () => {
    service = await startService({}, { extraPages: [longPage] });
  });

  it('lets other requests be served while it is made', async () => {
    const answered: string[] = [];
    let atLastRow: string[] | undefined;
    onRow = (row) => {
      if (row === 0)
        void fetch(`${service.url}/login`).then(async (reply) => {
          await reply.text();
          answered.push('another page');
        });
      if (row === rows - 1) atLastRow = [...answered];
    };
    const reply = await fetch(service.url + longPage.path);
    const html = await reply.text();
    assert.equal(reply.status, 200);
    assert.deepEqual(atLastRow, ['another page']);
    const shown = [...html.matchAll(/<li>row (\d+)<\/li>/g)].map(([, row]) => Number(row));
    assert.deepEqual(
      shown,
      Array.from({ length: rows }, (_, row) => row),
    );
    assert.match(html, /<\/html>$/);
  });
});

describe('what grows with the village', () => {
  let actors: OAuthTestClient;
  const limit = 100;
  before(async () => {
    const limits = generousLimits.replace(/page_account=\d+/, `page_account=${limit}`);
    actors = await prepareOAuthTestClient(await startService({ RATE_LIMITS: limits }));
    const { db, newId } = actors.service;
    const plots = Array.from({ length: 300 }, (_, index) => ({
      id: newId(),
      settlementId: actors.village.settlement.id,
      number: String(index + 101),
      cadastralNumber: null,
      address: '',
      ...squarePlot(10 + Math.floor(index / 50), index % 50),
    }));
    await insertParcels(db, plots, new Date());
    await db`
      insert into recorded_person (id, parcel_id, name, created_at, updated_at)
      select id, id, 'Константин Константинопольский', now(), now() from parcel
       where settlement_id = ${actors.village.settlement.id}`;
  });

  it('counts by its size: few such pages a minute, and only for who opens them', async () => {
    const settlement = actors.village.settlement.slug;
    const { data } = await actors.village.clients.editor.write_article({
      settlement,
      kind: 'announcement',
      title: 'Вода',
      body: 'Во вторник воды **не будет**.',
      visibility: 'residents',
    });
    const letters = fillPath(paths.printLetters, { settlement, article: data.slug });
    const editor = await signIn(actors.service, 'editor', 'ru');
    const open = async (path: string) => {
      const { status, headers, html } = await editor.get(path);
      return { status, headers, html, left: Number(headers.get('ratelimit-remaining')) };
    };
    const ordinary = await open(paths.more);
    const next = await open(paths.more);
    assert.equal(ordinary.left - next.left, 1);
    const printed = await open(letters);
    assert.equal(printed.status, 200);
    assert.equal([...printed.html.matchAll(/<article class="paper/g)].length, 300);
    const cost = next.left - printed.left;
    assert.equal(cost, Math.ceil(Buffer.byteLength(printed.html) / 32_768));
    const register = await open(fillPath(paths.peopleCsv, { settlement }));
    assert.equal(register.status, 200);

    let [served, refused] = [0, await open(letters)];
    for (; refused.status === 200; refused = await open(letters)) served += 1;
    assert.ok(served <= limit / cost, `${served} more pages`);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.match(visibleText(refused.html), /Слишком много запросов/);
    const resident = await signIn(actors.service, 'resident');
    assert.equal((await resident.get(paths.today)).status, 200, 'somebody else');
  });
});
