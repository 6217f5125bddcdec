import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CorpusPassage {
  id: string;
  title: string;
  text: string;
  /** The text that it is a part of. */
  article: string;
}

/** Constants are tuned on one half of the articles and reported on the other. */
export type Half = 'tuned' | 'reported';

export interface CorpusQuestion {
  id: string;
  /** Collection and language: xq-ru, xq-en, dn-ru. */
  set: string;
  text: string;
  /** Passages that answer, and how well. */
  answers: ReadonlyMap<string, number>;
  article: string;
  half: Half;
}

export interface Corpus {
  passages: CorpusPassage[];
  questions: CorpusQuestion[];
}

async function readLines<T>(path: string): Promise<T[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as T);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** By a digest of the article, so that all questions about one article are in the same half. */
export const halfOf = (article: string): Half => ((digest(article)[0] ?? 0) % 2 === 0 ? 'tuned' : 'reported');

/** Half of the articles of either half: they are left out to ask what cannot be answered. */
export const isLeftOut = (article: string): boolean => (digest(article)[1] ?? 0) % 2 === 0;

/** passages.jsonl and questions.dev.jsonl, or a folder in BEIR's form: corpus.jsonl, queries.jsonl, qrels/*.tsv. */
export function readCorpus(folder: string): Promise<Corpus> {
  return existsSync(join(folder, 'corpus.jsonl')) ? readBeir(folder) : readQuestions(folder);
}

async function readQuestions(folder: string): Promise<Corpus> {
  const passages = await readLines<CorpusPassage>(join(folder, 'passages.jsonl'));
  const questions = await readLines<{ id: string; lang: string; text: string; passage_ids: string[] }>(
    join(folder, 'questions.dev.jsonl'),
  );
  return placeQuestions(
    passages,
    questions.map(({ id, lang, text, passage_ids }) => ({
      id,
      set: `${id.slice(0, 2)}-${lang}`,
      text,
      answers: new Map(passage_ids.map((passage) => [passage, 1])),
    })),
  );
}

async function readBeir(folder: string): Promise<Corpus> {
  const corpus = await readLines<{ _id: string; title?: string; text: string }>(join(folder, 'corpus.jsonl'));
  const queries = await readLines<{ _id: string; text: string }>(join(folder, 'queries.jsonl'));
  const files = (await readdir(join(folder, 'qrels'))).filter((name) => name.endsWith('.tsv')).sort();
  const judged = await Promise.all(
    files.map(async (name) => ({
      name: name.replace(/\.tsv$/, ''),
      answers: readJudgements(await readFile(join(folder, 'qrels', name), 'utf8')),
    })),
  );
  // The title is the only sign that two passages are of one text.
  const passages = corpus.map(({ _id, title = '', text }) => ({
    id: _id,
    title,
    text,
    article: title || _id,
  }));
  const questions = judged.flatMap(({ name, answers }) =>
    queries.flatMap(({ _id, text }) => {
      const mine = answers.get(_id);
      const language = /\p{Script=Cyrillic}/u.test(text) ? 'ru' : 'en';
      return mine === undefined ? [] : [{ id: _id, set: `${name}-${language}`, text, answers: mine }];
    }),
  );
  return placeQuestions(passages, questions);
}

/** Lines of a query, a passage and a score, after a line of headings. */
function readJudgements(table: string): Map<string, Map<string, number>> {
  const judged = new Map<string, Map<string, number>>();
  for (const line of table.split('\n').slice(1)) {
    const [query = '', passage = '', score = ''] = line.trim().split('\t');
    if (Number(score) > 0) judged.set(query, (judged.get(query) ?? new Map()).set(passage, Number(score)));
  }
  return judged;
}

function placeQuestions(
  passages: CorpusPassage[],
  questions: readonly Omit<CorpusQuestion, 'article' | 'half'>[],
): Corpus {
  const articles = new Map(passages.map(({ id, article }) => [id, article]));
  return {
    passages,
    questions: questions.map((question) => {
      const [first = ''] = question.answers.keys();
      const article = articles.get(first) ?? first;
      return { ...question, article, half: halfOf(article) };
    }),
  };
}

const consonants = 'бвгдзклмнпрстф';
const vowels = 'аеиоу';

/**
 * Synthetic passages: mixed sentences of the given ones, with every thirtieth word an invented name, so that the
 * vocabulary grows as in real text.
 */
export function* multiplyPassages(passages: readonly CorpusPassage[], count: number, random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const sentences = passages.map(({ text }) => text.split(/(?<=[.!?])\s+/));
  const name = () => {
    const syllables = 2 + Math.floor(random() * 3);
    return (
      Array.from({ length: syllables }, () => pick([...consonants]) + pick([...vowels])).join('') +
      pick([...consonants])
    );
  };
  for (let made = 0; made < count; made += 1) {
    const size = 300 + Math.floor(random() * 700);
    let text = '';
    while (text.length < size) text += `${pick(pick(sentences))} `;
    const id = `made-${made}`;
    yield {
      id,
      title: pick(passages).title,
      text: text.replace(/\p{L}+/gu, (word) => (random() < 1 / 30 ? name() : word)),
      article: id,
    };
  }
}
