/**
 * Knowledge base with 10,000 articles: show_knowledge_article and search_shared_knowledge compared with a bare server
 * with the same SQL, and the latency of single queries.
 *   node --import tsx bench/knowledge.ts [articles]
 */
import { fileURLToPath } from 'node:url';
import { readMarkdown } from '../src/engines/markup/markdown.ts';
import { splitIntoPassages } from '../src/engines/search/passages.ts';
import { readDemoArticles } from '../src/entry/demo/knowledge/load.ts';
import { insertAccount } from '../src/store/accounts/accounts.ts';
import { insertKnowledgeArticle, saveApprovedRevision } from '../src/store/knowledge/knowledge-changes.ts';
import { insertRevision } from '../src/store/knowledge/knowledge-revisions.ts';
import { replaceArticlePassages } from '../src/store/knowledge/search-index.ts';
import { mergeTermStatistics } from '../src/store/knowledge/search-statistics.ts';
import {
  type BenchService,
  compare,
  differentAddresses,
  startBenchService,
  startReference,
} from './bench-harness.ts';

const writers = 3;
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

export async function measureKnowledge(service: BenchService, articles = 10_000): Promise<void> {
  await fillKnowledge(service, articles);
  const [size] = await service.sql<{ passages: number }[]>`
    select count(*)::integer as passages from knowledge_passage`;
  console.log(`\n${articles} articles, ${size?.passages} passages`);
  const api = `${service.url}/api/v1/knowledge`;
  const reference = await startReference(new URL('./references/knowledge.ts', import.meta.url), service);
  const label = 'bare node:http + same SQL';
  try {
    const article = { url: `${api}/articles/article-77`, pid: service.pid };
    await compare('show_knowledge_article', [
      { label, url: `${reference.url}/article-77`, pid: reference.pid },
      { label: 'service, many addresses', ...article, callers: differentAddresses },
      { label: 'service, one address', ...article },
    ]);
    const query = `question=${encodeURIComponent(questions[0] ?? '')}`;
    await compare('search_shared_knowledge', [
      { label, url: `${reference.url}/?${query}`, pid: reference.pid },
      { label: 'service', url: `${api}/search?${query}`, pid: service.pid },
    ]);
  } finally {
    await reference.stop();
  }
  await timeQuestions('search_shared_knowledge', (text) => `${api}/search?question=${text}`);
  await timeQuestions('list_knowledge_articles, search', (text) => `${api}/articles?search=${text}`);
  await timeQuestions(
    'the same in a top section',
    (text) => `${api}/articles?search=${text}&category=utilities`,
  );
  await timeQuestions('list_knowledge_articles, section', () => `${api}/articles?category=land_and_garden`);
}

/** Sends the queries in turn, each fifty times. */
async function timeQuestions(title: string, address: (text: string) => string): Promise<void> {
  const times: number[] = [];
  for (let index = 0; index < questions.length * 50; index += 1) {
    const url = address(encodeURIComponent(questions[index % questions.length] ?? ''));
    const begun = performance.now();
    const reply = await fetch(url);
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
    if (index >= questions.length * 5) times.push(performance.now() - begun);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  console.log(`${title.padEnd(34)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}

/**
 * Shuffles paragraphs of the demo articles deterministically, which keeps realistic word frequencies. Adds to `existing`
 * articles, to `articles` in all.
 */
export async function fillKnowledge(
  { sql, newId }: BenchService,
  articles: number,
  existing = 0,
): Promise<void> {
  const now = new Date();
  const authorId = newId();
  await insertAccount(sql, {
    id: authorId,
    email: `bench-${authorId}@example.org`,
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
  let from = existing;
  const write = async () => {
    while (from < articles) {
      const index = from;
      from += 1;
      // One article each, as people publish them: each changes the number of its section.
      await sql.begin(async (db) => {
        const [id, revisionId] = [newId(), newId()];
        const source = sources[index % sources.length];
        const tags = source?.tags ?? [];
        const title = `${source?.title} ${index}`;
        const body = Array.from(
          { length: 5 },
          (_, place) => paragraphs[(index * 31 + place * 977) % paragraphs.length],
        ).join('\n\n');
        await insertKnowledgeArticle(db, {
          id,
          authorId,
          slug: `article-${index}`,
          status: 'draft',
          createdAt: now,
        });
        const text = {
          title,
          body,
          excerpt: body.slice(0, 200),
          category: source?.category ?? null,
          tags,
          note: '',
        };
        const revision = { id: revisionId, articleId: id, authorId, baseRevisionId: null, createdAt: now };
        await insertRevision(db, { ...revision, ...text, state: 'approved' });
        await saveApprovedRevision(db, id, revisionId, new Date(now.getTime() - index * 1000));
        const passages = splitIntoPassages(readMarkdown(body), title, []);
        await replaceArticlePassages(db, id, revisionId, passages, [], now, newId, { tags });
      });
      if (process.stderr.isTTY) process.stderr.write(`\r${Math.min(from, articles)}/${articles}`);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  while ((await sql.begin((db) => mergeTermStatistics(db))) > 0);
  await sql`vacuum analyze`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const service = await startBenchService({ TRUST_PROXY: '127.0.0.1' });
  try {
    await measureKnowledge(service, Number(process.argv[2] ?? 10_000));
  } finally {
    await service.stop();
  }
}
