import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CorpusPassage {
  id: string;
  title: string;
  text: string;
}

export interface CorpusQuestion {
  id: string;
  /** Collection and language: xq-ru, xq-en, dn-ru. */
  set: string;
  text: string;
  answers: ReadonlySet<string>;
}

async function readLines<T>(path: string): Promise<T[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as T);
}

export async function readCorpus(
  folder: string,
): Promise<{ passages: CorpusPassage[]; questions: CorpusQuestion[] }> {
  const passages = await readLines<CorpusPassage>(join(folder, 'passages.jsonl'));
  const questions = await readLines<{ id: string; lang: string; text: string; passage_ids: string[] }>(
    join(folder, 'questions.dev.jsonl'),
  );
  return {
    passages,
    questions: questions.map((question) => ({
      id: question.id,
      set: `${question.id.slice(0, 2)}-${question.lang}`,
      text: question.text,
      answers: new Set(question.passage_ids),
    })),
  };
}

/** Seeded random numbers, so that every run makes the same typos. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const longWord = 6;

/** One typo in every long word: a letter removed, inserted, replaced, or swapped with the next. */
export function misspell(text: string, random: () => number): string {
  return text.replace(/\p{L}+/gu, (word) => {
    if (word.length < longWord) return word;
    const alphabet = /[а-яё]/i.test(word) ? 'абвгдежзийклмнопрстуфхцчшщъыьэюя' : 'abcdefghijklmnopqrstuvwxyz';
    const at = 1 + Math.floor(random() * (word.length - 2));
    const letter = alphabet[Math.floor(random() * alphabet.length)] ?? '';
    const before = word.slice(0, at);
    const after = word.slice(at + 1);
    switch (Math.floor(random() * 4)) {
      case 0:
        return before + after;
      case 1:
        return before + letter + word.slice(at);
      case 2:
        return before + letter + after;
      default:
        return before + (after[0] ?? '') + (word[at] ?? '') + after.slice(1);
    }
  });
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
    yield {
      id: `made-${made}`,
      title: pick(passages).title,
      text: text.replace(/\p{L}+/gu, (word) => (random() < 1 / 30 ? name() : word)),
    };
  }
}
