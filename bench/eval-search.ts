import { resolve } from 'node:path';
import { searchPassages } from '../src/store/knowledge/search-query.ts';
import {
  type CorpusPassage,
  type CorpusQuestion,
  type Half,
  isLeftOut,
  multiplyPassages,
  readCorpus,
} from './search/corpus.ts';
import { createTables, loadPassages, openSearchDatabase, type SearchDatabase } from './search/database.ts';
import { createPlainSearch } from './search/plain-bm25.ts';
import { showProgress } from './search/progress.ts';
import { computeRankingMetrics, type Ranking } from './search/ranking-metrics.ts';
import { timeQuestions } from './search/timing.ts';
import { createRandom, typos } from './search/typos.ts';

/** npm run eval:search -- FOLDER [options]: how well questions find their passages, and how fast. */
const [folder, ...flags] = process.argv.slice(2);
if (folder === undefined) {
  console.error(
    `Usage: npm run eval:search -- FOLDER [--quick] [--half=tuned|reported] [--typos=${Object.keys(typos).join(',')}] [--unanswered]
FOLDER holds passages.jsonl and questions.dev.jsonl, or corpus.jsonl, queries.jsonl and qrels/*.tsv (BEIR).
--quick leaves out timing with 10,000 and 100,000 passages; --half asks one half of the questions;
--typos chooses kinds of typo (in every long word if left out, none with --typos=);
shown@8 is rec@8 without the questions that are refused;
--unanswered leaves out one half of the articles, then the other, and counts the questions that are refused.`,
  );
  process.exit(64);
}
const readFlag = (name: string) => flags.find((flag) => flag.startsWith(`--${name}=`))?.split('=')[1];
const sizes = flags.includes('--quick') ? [] : [10_000, 100_000];
const kinds = (readFlag('typos') ?? 'every-word').split(',').filter((kind) => kind !== '');
const resultsRead = 100;

type Asked = CorpusQuestion & { typo: string };
type Answered = Ranking & { set: string; half: Half; typo: string; isFound: boolean };
type Search = (question: string) => Promise<{ found: string[]; isFound: boolean }>;

async function ask(questions: readonly Asked[], search: Search, label: string): Promise<Answered[]> {
  const rankings: Answered[] = [];
  for (const [index, question] of questions.entries()) {
    rankings.push({ ...question, ...(await search(question.text)) });
    if (index % 20 === 19 || index + 1 === questions.length) showProgress(label, index + 1, questions.length);
  }
  return rankings;
}

const headings = [
  'set',
  'typo',
  'half',
  'questions',
  'rec@1',
  'rec@8',
  'shown@8',
  'rec@100',
  'MRR@10',
  'nDCG@10',
];
const widths = [10, 10, 9, 9, 6, 6, 7, 7, 7, 7];
const printRow = (cells: readonly string[]) =>
  console.log(cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));

function printTable(title: string, rankings: readonly Answered[]): void {
  console.log(`\n${title}`);
  printRow(headings);
  const groups = new Map<string, Answered[]>();
  for (const ranking of rankings) {
    const group = [ranking.set, ranking.typo, ranking.half].join('\t');
    groups.set(group, [...(groups.get(group) ?? []), ranking]);
  }
  for (const [group, members] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { questions, recall1, recall8, recall100, mrr10, ndcg10 } = computeRankingMetrics(members);
    const shown = members.map((each) => (each.isFound ? each : { ...each, found: [] }));
    const shown8 = computeRankingMetrics(shown).recall8;
    const figures = [recall1, recall8, shown8, recall100, mrr10, ndcg10].map((value) => value.toFixed(3));
    printRow([...group.split('\t'), String(questions), ...figures]);
  }
}

/** Shares of refused questions: of those whose article is in the index, and of those whose article is left out. */
async function measureRefusals(
  { pool }: SearchDatabase,
  passages: readonly CorpusPassage[],
  questions: readonly Asked[],
): Promise<void> {
  const articles = new Map(passages.map(({ id, article }) => [id, article]));
  const counts = new Map<string, { asked: number; refused: number }>();
  for (const side of [true, false]) {
    await createTables(pool);
    const isKept = (article: string) => isLeftOut(article) !== side;
    const kept = passages.filter(({ article }) => isKept(article));
    await loadPassages(pool, kept, 1, (done) => showProgress('loading passages', done, kept.length));
    for (const { set, typo, half, text, answers } of questions) {
      const isAnswerable = [...answers.keys()].some((id) => isKept(articles.get(id) ?? ''));
      const { isFound } = await searchPassages(pool, text, 8);
      for (const group of [set, 'all']) {
        const key = [group, typo, half, isAnswerable ? 'answerable' : 'unanswerable'].join('\t');
        const count = counts.get(key) ?? { asked: 0, refused: 0 };
        counts.set(key, { asked: count.asked + 1, refused: count.refused + (isFound ? 0 : 1) });
      }
    }
  }
  printRow(['set', 'typo', 'half', 'refused', 'of', '']);
  for (const [key, { asked, refused }] of [...counts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const [set = '', typo = '', half = '', kind = ''] = key.split('\t');
    printRow([set, typo, half, (refused / asked).toFixed(3), String(asked), kind]);
  }
}

async function measure(database: SearchDatabase): Promise<void> {
  const { pool } = database;
  const { passages, questions } = await readCorpus(resolve(folder ?? ''));
  const half = readFlag('half');
  const asked = questions
    .filter((question) => half === undefined || question.half === half)
    .map((question) => ({ ...question, typo: '' }));
  const misspelt = kinds.flatMap((typo) => {
    const random = createRandom(7);
    // All questions are changed, so that the same ones get the same typos in either half.
    const changed = questions.map((question) => ({
      ...question,
      typo,
      text: typos[typo]?.(question.text, random) ?? '',
    }));
    return changed.filter((question) => half === undefined || question.half === half);
  });
  if (flags.includes('--unanswered')) {
    await measureRefusals(database, passages, [...asked, ...misspelt]);
    return;
  }
  const names = await loadPassages(pool, passages, 1, (done) =>
    showProgress('loading passages', done, passages.length),
  );
  const nameAll = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '');
  const search: Search = async (question) => {
    const { passages: found, isFound } = await searchPassages(pool, question, resultsRead);
    return { found: nameAll(found.map(({ id }) => id)), isFound };
  };
  printTable('Search', await ask([...asked, ...misspelt], search, 'asking'));
  const plain = await createPlainSearch(pool);
  const askPlain: Search = async (question) => ({ found: nameAll(await plain(question)), isFound: true });
  printTable('Plain BM25 of the same stems', await ask([...asked, ...misspelt], askPlain, 'plain BM25'));

  console.log('');
  let loaded = passages.length;
  const timed = { asked: asked.map(({ text }) => text), misspelt: misspelt.map(({ text }) => text) };
  const random = createRandom(7);
  for (const size of [loaded, ...sizes]) {
    const more = multiplyPassages(passages, size - loaded, random);
    if (size > loaded)
      await loadPassages(pool, more, 10, (done) => showProgress(`growing to ${size}`, done, size - loaded));
    loaded = size;
    await timeQuestions(pool, timed.asked, `${size} passages`);
    if (misspelt.length > 0) await timeQuestions(pool, timed.misspelt, `${size}, typos`);
  }
  console.log(`memory of this process: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
}

const database = await openSearchDatabase();
// Cleans up the server and its folder when interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void database.close().finally(() => process.exit(130)));
}
await measure(database).finally(() => database.close());
