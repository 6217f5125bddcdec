import { formatRow, readPassageBlocks } from './passage-blocks.ts';
import { splitWords } from './words.ts';

/** What a word of a passage is worth to a question, and which word of the question it stands for. */
export interface WordValue {
  asked: number;
  value: number;
}

const segmenter = new Intl.Segmenter('ru', { granularity: 'sentence' });
/** After these a capital letter does not begin a sentence; nor after an initial. */
const abbreviation =
  /(?:^|[\s(«])(?:[Уу]л|[Ии]м|[Пп]ос|[Дд]ер|[Оо]бл|[Кк]в|[Сс]тр|[Рр]ис|[Тт]абл|[Сс]т|п|д|[Ff]ig|[Nn]o|\p{Lu})\.\s*$/u;
/** Of what the passage has of the question; a sentence with less is no better than its neighbours. */
const leastShare = 0.5;

/**
 * The sentence, item or row that has most of the question's words, as it stands in the passage; null if they are
 * scattered. A header and a sentence that only leads to what follows it answer nothing.
 */
export function findAnswerSentence(
  text: string,
  findValue: (word: string) => WordValue | undefined,
): string | null {
  let best: { sentence: string; value: number } | null = null;
  const inAll = new Map<number, number>();
  for (const sentence of listAnswers(text)) {
    const values = new Map<number, number>();
    for (const word of splitWords(sentence)) {
      const found = findValue(word);
      if (found === undefined) continue;
      values.set(found.asked, Math.max(found.value, values.get(found.asked) ?? 0));
    }
    for (const [asked, value] of values) inAll.set(asked, Math.max(value, inAll.get(asked) ?? 0));
    const value = sum(values);
    if (!sentence.endsWith(':') && value > (best?.value ?? 0)) best = { sentence, value };
  }
  return best !== null && best.value >= leastShare * sum(inAll) ? best.sentence : null;
}

const sum = (values: ReadonlyMap<number, number>) =>
  [...values.values()].reduce((total, value) => total + value, 0);

function listAnswers(text: string): string[] {
  return readPassageBlocks(text).flatMap((block) => {
    if (block.kind === 'figure') return [];
    if (block.kind === 'table') return block.rows.slice(1).map(formatRow);
    return block.kind === 'list' ? block.items.flatMap(readSentences) : readSentences(block.text);
  });
}

/** Sentences as a reader sees them: unlike those of ranking, they do not end at an abbreviation or a semicolon. */
function readSentences(text: string): string[] {
  const sentences: string[] = [];
  let begun = '';
  for (const { segment } of segmenter.segment(text)) {
    begun += segment;
    if (abbreviation.test(begun)) continue;
    sentences.push(begun.trim());
    begun = '';
  }
  return begun.trim() === '' ? sentences : [...sentences, begun.trim()];
}
