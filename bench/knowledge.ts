/**
 * show_knowledge_article, list_knowledge_articles?search= and search_shared_knowledge with 10,000 articles, beside a
 * bare node:http server that runs the same SQL and serialises the same reply. Rounds are interleaved, so that whatever
 * else the machine does falls on both.
 *   node --import tsx bench/knowledge.ts [articles] [rounds] [requests per round]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { readDemoArticles } from '../src/demo/knowledge/load.ts';
import { nobody } from '../src/kernel/caller.ts';
import { showFull } from '../src/operations/knowledge/shapes.ts';
import { readMarkdown } from '../src/search/markdown.ts';
import { cutPassages } from '../src/search/passages.ts';
import { insertAccount } from '../src/store/accounts.ts';
import { findKnowledgeArticle } from '../src/store/knowledge-articles.ts';
import { insertKnowledgeArticle, saveApproved } from '../src/store/knowledge-changes.ts';
import { insertRevision } from '../src/store/knowledge-revisions.ts';
import { replaceArticlePassages } from '../src/store/search-index.ts';
import { searchPassages } from '../src/store/search-query.ts';
import { mergeTermStatistics } from '../src/store/search-statistics.ts';
import { createDatabase } from '../test/harness/cluster.ts';

const [articles = 10_000, rounds = 12, requests = 300] = process.argv.slice(2).map(Number);
const connections = 8;

const database = await createDatabase();
const { pool } = database;
const config = readConfig({
  PORT: '3999',
  DATABASE_URL: 'postgres://given/by-the-bench',
  SECRET_KEY: 'a secret key only for the bench, 32+ characters',
  RATE_LIMITS: 'api_account=100000000,api_public=100000000,mcp_account=100000000,mcp_public=100000000',
  LOG_LEVEL: 'error',
});
const app = await createApp({ config, pool, readPool: pool, secretKey: config.secretKey ?? '' });

/** Articles as long and as wordy as real ones: paragraphs of the demonstration's, shuffled by a fixed sequence. */
async function fill(): Promise<string[]> {
  const now = new Date();
  const author = app.newId();
  await insertAccount(pool, {
    id: author,
    email: 'bench@example.org',
    displayName: 'Bench',
    language: 'ru',
    passwordHash: null,
    emailConfirmedAt: now,
    createdAt: now,
  });
  const sources = await readDemoArticles();
  const paragraphs = sources.flatMap(({ body }) =>
    body
      .replaceAll(/```[\s\S]*?```/g, '')
      .split(/\n\n+/)
      .filter((text) => text.length > 80),
  );
  const slugs: string[] = [];
  let seed = 1;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let from = 0; from < articles; from += 100) {
    await pool.begin(async (db) => {
      for (let index = from; index < Math.min(articles, from + 100); index += 1) {
        const [id, revisionId] = [app.newId(), app.newId()];
        const source = sources[index % sources.length];
        const title = `${source?.title} ${index}`;
        const body = Array.from({ length: 6 }, () => paragraphs[next(paragraphs.length)]).join('\n\n');
        const slug = `article-${index}`;
        slugs.push(
          await insertKnowledgeArticle(db, { id, authorId: author, slug, status: 'draft', createdAt: now }),
        );
        await insertRevision(db, {
          id: revisionId,
          articleId: id,
          authorId: author,
          state: 'approved',
          baseRevisionId: null,
          title,
          body,
          excerpt: body.slice(0, 200),
          category: source?.category ?? null,
          tags: source?.tags ?? [],
          note: '',
          createdAt: now,
        });
        await saveApproved(db, id, revisionId, new Date(now.getTime() - index * 1000));
        const passages = cutPassages(readMarkdown(body), title, []);
        await replaceArticlePassages(db, id, revisionId, passages, [], now, app.newId, {
          tags: source?.tags ?? [],
        });
      }
    });
    if (process.stderr.isTTY) process.stderr.write(`\r${from + 100}/${articles}`);
  }
  while ((await pool.begin((db) => mergeTermStatistics(db))) > 0);
  await pool`vacuum analyze`;
  return slugs;
}

const started = performance.now();
const slugs = await fill();
const [size] = await pool<
  { passages: number }[]
>`select count(*)::integer as passages from knowledge_passage`;
console.log(
  `${articles} articles, ${size?.passages} passages, filled in ${Math.round((performance.now() - started) / 1000)} s`,
);

await app.server.listen({ host: '127.0.0.1', port: 0 });
const serviceUrl = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
const bare = createServer(async (incoming, outgoing) => {
  const url = new URL(incoming.url ?? '', 'http://bare');
  const question = url.searchParams.get('question');
  const found =
    question === null
      ? await findKnowledgeArticle(pool, url.pathname.split('/').at(-1) ?? '', nobody)
      : await searchPassages(pool, question, 8);
  const reply = Array.isArray(found) ? { data: found } : found === undefined ? {} : showFull(found);
  outgoing.setHeader('content-type', 'application/json; charset=utf-8');
  outgoing.end(JSON.stringify(reply));
});
await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done));
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;

const questions = [
  'На каком расстоянии от забора ставить септик',
  'когда обрезать яблоню',
  'how deep is a private well',
  'утепление пола дачного дома',
  'обризка яблани весной',
  'сколько стоит подключение электричества 15 кВт',
  'дренаж участка с глинистой почвой',
  'налог на садовый дом льготы',
];
const agent = new Agent({ connections, pipelining: 1 });
const host = new URL(config.baseUrl).host;

/** Requests by a fixed number of connections; milliseconds of each. */
async function drive(base: string, path: (index: number) => string, count = requests): Promise<number[]> {
  const times: number[] = [];
  let sent = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (sent < count) {
        const index = sent;
        sent += 1;
        const from = performance.now();
        const { statusCode, body } = await request(base + path(index), {
          dispatcher: agent,
          headers: { host },
        });
        await body.dump();
        if (statusCode !== 200) throw new Error(`${path(index)}: ${statusCode}`);
        times.push(performance.now() - from);
      }
    }),
  );
  return times;
}

const quantile = (times: number[], share: number) =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;

async function compare(name: string, path: (index: number) => string, count: number): Promise<void> {
  await drive(serviceUrl, path, count);
  await drive(bareUrl, path, count);
  const rates: { service: number[]; bare: number[] } = { service: [], bare: [] };
  const all: { service: number[]; bare: number[] } = { service: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    const turns = [
      ['service', serviceUrl],
      ['bare', bareUrl],
    ] as const;
    for (const [who, base] of round % 2 === 0 ? turns : [...turns].reverse()) {
      const from = performance.now();
      all[who].push(...(await drive(base, path, count)));
      rates[who].push((count * 1000) / (performance.now() - from));
    }
  }
  const middle = (values: number[]) => Math.round(quantile(values, 0.5));
  const ratios = rates.service.map((rate, index) => rate / (rates.bare[index] ?? rate));
  console.log(
    `${name}: ${middle(rates.service)}/s, bare ${middle(rates.bare)}/s, ratio ${quantile(ratios, 0.5).toFixed(2)}; ` +
      `p50 ${quantile(all.service, 0.5).toFixed(1)} ms, p95 ${quantile(all.service, 0.95).toFixed(1)} ms ` +
      `(bare ${quantile(all.bare, 0.5).toFixed(1)}, ${quantile(all.bare, 0.95).toFixed(1)})`,
  );
}

async function measureAlone(name: string, path: (index: number) => string): Promise<void> {
  const times: number[] = [];
  for (let index = 0; index < 400; index += 1) {
    const from = performance.now();
    const { body } = await request(serviceUrl + path(index), { dispatcher: agent, headers: { host } });
    await body.dump();
    times.push(performance.now() - from);
  }
  console.log(
    `${name}, one at a time: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
  );
}

const ask = (index: number) => encodeURIComponent(questions[index % questions.length] ?? '');
const show = (index: number) => `/api/v1/knowledge/articles/${slugs[(index * 7919) % slugs.length]}`;
const search = (index: number) => `/api/v1/knowledge/search?question=${ask(index)}`;
try {
  await compare('show_knowledge_article', show, requests);
  await compare('search_shared_knowledge', search, Math.ceil(requests / 6));
  await measureAlone('search_shared_knowledge', search);
  await measureAlone(
    'list_knowledge_articles?search',
    (index) => `/api/v1/knowledge/articles?search=${ask(index)}`,
  );
  await measureAlone(
    'list_knowledge_articles?category',
    () => '/api/v1/knowledge/articles?category=land_and_garden',
  );
} finally {
  await agent.close();
  await new Promise((done) => bare.close(done));
  await app.close();
  await database.drop();
}
