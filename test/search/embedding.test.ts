import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { computeRankingMetrics } from '../../bench/search/ranking-metrics.ts';
import { createRandom } from '../../bench/search/typos.ts';
import { createEmbedder } from '../../src/engines/search/embedding.ts';
import { fuseRankings } from '../../src/engines/search/rank-fusion.ts';
import { VectorIndex } from '../../src/engines/search/vector-index.ts';
import { semanticSearchWorker } from '../../src/features/knowledge/semantic-search.ts';
import { drainQueue } from '../harness/jobs.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

const key = 'a key nobody may see';
type Mode = 'well' | 'late' | 'broken' | 'wide' | 'nonsense' | 'endless';

/** Fake provider: one dimension for water, one for fire, a small constant third. */
let provider: Server;
let url: string;
let mode: Mode = 'well';
let asked: { authorization: string | undefined; model: string; input: string[] }[] = [];

const point = (text: string) => [/вод|колод/i.test(text) ? 1 : 0, /огн|печ|пламя/i.test(text) ? 1 : 0, 0.1];

before(async () => {
  provider = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { model, input } = JSON.parse(body) as { model: string; input: string[] };
    asked.push({ authorization: request.headers.authorization, model, input });
    assert.equal(request.url, '/v1/embeddings');
    if (mode === 'late') return;
    if (mode === 'endless') return response.end(`{"data":[${'1,'.repeat(50_000)}1]}`);
    if (mode === 'broken') return response.writeHead(500).end(`failed on ${input[0]}`);
    const data = input.map((text, index) => ({
      index,
      embedding:
        mode === 'wide' ? [...point(text), 0.5] : mode === 'nonsense' ? [Number.NaN, 'x'] : point(text),
    }));
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ data: data.reverse() }));
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
});
after(() => {
  provider.closeAllConnections();
  provider.close();
});
beforeEach(() => {
  mode = 'well';
  asked = [];
});

it('the embedder orders and normalizes vectors and rejects invalid responses', async () => {
  const embedder = createEmbedder({ url: `${url}/`, model: 'm', key });
  const [water, fire] = await embedder.embed(['вода', 'печь'], 5000);
  assert.ok((water?.[0] ?? 0) > 0.9 && (fire?.[1] ?? 0) > 0.9);
  assert.ok(Math.abs(Math.hypot(...(water ?? [])) - 1) < 1e-6);
  assert.deepEqual(asked[0], { authorization: `Bearer ${key}`, model: 'm', input: ['вода', 'печь'] });
  for (const [how, said] of [
    ['broken', 'The embedding provider answered 500.'],
    ['nonsense', 'The embedding provider answered vectors that cannot be used.'],
    ['endless', 'The embedding provider answered more than was asked.'],
    ['late', 'The embedding provider did not answer in time.'],
  ] as const) {
    mode = how;
    await assert.rejects(embedder.embed(['тайна'], how === 'late' ? 100 : 5000), { message: said });
  }
});

it('fuseRankings sums places where words and meaning agree, and keeps the order of words where they do not', () => {
  assert.deepEqual(fuseRankings(['a', 'b', 'c'], ['c', 'd', 'a', 'b'], true), ['a', 'b', 'c', 'd']);
  assert.deepEqual(fuseRankings([...'abcdefghijk'], ['x', 'y'], true), [...'abcdefghij', 'k', 'x', 'y']);
  assert.deepEqual(fuseRankings([...'abcdefgh'], ['x', 'y'], false), [...'abcdef', 'g', 'x', 'h', 'y']);
  assert.deepEqual(fuseRankings([], ['x', 'y'], false), ['x', 'y']);
});

it('a model that answers badly costs less than half a point, one that answers well helps', () => {
  const random = createRandom(11);
  const pick = (count: number) => Math.floor(random() * count);
  const shuffle = (ids: string[]) => ids.sort(() => random() - 0.5);
  const base = Array.from({ length: 3000 }, (_, number) => `p${number}`);
  const strangers = () => shuffle(Array.from({ length: 50 }, () => base[pick(base.length)] as string));
  const asked = Array.from({ length: 500 }, () => {
    const answer = base[pick(base.length)] as string;
    const others = [...new Set(strangers())].filter((id) => id !== answer);
    // By words: first for three in four, lost for one in twenty, else somewhere among the first ten.
    const luck = random();
    const place = luck < 0.75 ? 0 : luck < 0.95 ? 1 + pick(9) : 60;
    const words = place < 60 ? [...others.slice(0, place), answer, ...others.slice(place)] : others;
    const near = shuffle([...words.slice(0, 12), ...others.slice(20, 40)]).filter((id) => id !== answer);
    return { answer, words, isAnswered: luck < 0.9, good: [answer, ...near], bad: [...new Set(strangers())] };
  });
  const measure = (found: (question: (typeof asked)[number]) => string[]) =>
    computeRankingMetrics(
      asked.map((question) => ({ found: found(question), answers: new Map([[question.answer, 1]]) })),
    );
  const alone = measure(({ words }) => words);
  const bad = measure((question) => fuseRankings(question.words, question.bad, question.isAnswered));
  const good = measure((question) => fuseRankings(question.words, question.good, question.isAnswered));
  for (const key of ['recall8', 'ndcg10'] as const) {
    assert.ok(bad[key] > alone[key] - 0.005, `${key}: ${alone[key]} to ${bad[key]}`);
    assert.ok(good[key] > alone[key] + 0.01, `${key}: ${alone[key]} to ${good[key]}`);
  }
});

it('VectorIndex finds nearest vectors after inserts, updates and removals', () => {
  const shelf = new VectorIndex(2);
  for (let index = 0; index < 200; index += 1)
    shelf.set(String(index), Float32Array.of(Math.cos(index / 200), Math.sin(index / 200)));
  assert.deepEqual(shelf.findNearest(Float32Array.of(1, 0), 3), ['0', '1', '2']);
  shelf.remove('0');
  shelf.remove('never');
  shelf.set('1', Float32Array.of(0, 1));
  assert.equal(shelf.size, 199);
  assert.deepEqual(shelf.findNearest(Float32Array.of(1, 0), 2), ['2', '3']);
  assert.deepEqual(shelf.findNearest(Float32Array.of(0, 1), 1), ['1']);
  assert.deepEqual(shelf.findNearest(Float32Array.of(0, 1, 0), 1), [], 'another length matches nothing');
  assert.throws(() => shelf.set('9', Float32Array.of(1)), RangeError);
});

describe('semantic search with an embedding provider', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService({ EMBEDDING_URL: url, EMBEDDING_MODEL: 'look-alike', EMBEDDING_KEY: key });
    village = await buildVillage(service);
  });
  const publish = (title: string, body: string) =>
    village.clients.moderator.write_knowledge_article({ title, body, publish: true });
  const embed = () =>
    drainQueue(
      service,
      semanticSearchWorker(() => service.app.services.semanticSearch),
    );
  const ask = async (question: string) => {
    const { data } = await village.anonymous.search_shared_knowledge({ question });
    return data.passages.map(({ title }) => title);
  };

  it('embeds after approval and finds passages by meaning', async () => {
    await publish('Колодец', 'Сруб опускают в землю до водоносного слоя.');
    await publish('Печь', 'Печь кладут из кирпича на глине.');
    await publish('Забор', 'Столбы забора ставят через три метра.');
    assert.equal(asked.length, 0, 'publishing does not wait for the provider');
    assert.equal(await embed(), 1);
    assert.ok(asked.every(({ model, input }) => model === 'look-alike' && input.length <= 32));
    assert.deepEqual(await ask('пламя'), ['Печь', 'Забор', 'Колодец']);
    const fused = await ask('вода у забора');
    assert.deepEqual(fused.slice(0, 2).sort(), ['Забор', 'Колодец'], 'one by words, one by meaning');
  });

  it('falls back to full-text search if the provider times out, fails or changes dimensions', async () => {
    for (const how of ['late', 'broken', 'nonsense', 'wide'] as const) {
      mode = how;
      assert.deepEqual(await ask('столбы забора'), ['Забор'], how);
      assert.deepEqual(await ask('пламя'), [], how);
    }
    const said = service.log.join('\n');
    assert.match(said, /did not answer in time/);
    assert.ok(!said.includes(key) && !said.includes('пламя'), 'neither key nor question is logged');
  });

  it('refuses mixed dimensions, embeds missing passages later, and re-embeds on a new title', async () => {
    mode = 'wide';
    await publish('Пожар', 'Огнетушитель висит у двери.');
    await assert.rejects(service.app.services.semanticSearch.embedMissing(), /another length/);
    mode = 'well';
    assert.equal(await service.app.services.semanticSearch.embedMissing(), 1);
    assert.equal(await service.app.services.semanticSearch.embedMissing(), 0);
    const { id } = await publish('Ограда', 'Ровная и прочная.');
    await service.app.services.semanticSearch.embedMissing();
    await village.clients.moderator.edit_knowledge_article({ article: id, title: 'Ограда у колодца' });
    assert.equal(
      await service.app.services.semanticSearch.embedMissing(),
      1,
      'the title is part of the meaning',
    );
    await village.clients.moderator.remove_knowledge_article({ article: id });
    const [left] = await service.db<{ count: number }[]>`
      select count(*)::integer as count from knowledge_vector
       where passage_id not in (select id from knowledge_passage)`;
    assert.equal(left?.count, 0);
  });
});

it('semantic search is off unless configured and sends no requests', async () => {
  const service = await startService();
  const village = await buildVillage(service);
  await village.clients.moderator.write_knowledge_article({ title: 'Вода', body: 'Вода.', publish: true });
  await village.anonymous.search_shared_knowledge({ question: 'вода' });
  assert.equal(await service.app.services.semanticSearch.embedMissing(), 0);
  assert.equal(asked.length, 0);
  const jobs = await service.db`select 1 from job where queue = 'search_vectors'`;
  assert.equal(jobs.length, 0);
});
