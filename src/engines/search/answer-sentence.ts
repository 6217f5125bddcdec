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
/** Of what the passage has of the question, and with its headings of the whole question: less is a guess. */
const leastShare = 0.5;

/**
 * The sentence, item or row that has most of the question's words, as it stands in the passage; null if they are
 * scattered. A header and a sentence that only leads to what follows it answer nothing.
 */
export function findAnswerSentence(
  { title, text }: { title: string; text: string },
  question: { value: number; find(word: string): WordValue | undefined },
): string | null {
  const weigh = (words: string, values = new Map<number, number>()) => {
    for (const word of splitWords(words)) {
      const found = question.find(word);
      if (found !== undefined) values.set(found.asked, Math.max(found.value, values.get(found.asked) ?? 0));
    }
    return values;
  };
  const inAll = new Map<number, number>();
  let best: { sentence: string; values: Map<number, number> } | null = null;
  for (const sentence of listAnswers(text)) {
    const values = weigh(sentence);
    weigh(sentence, inAll);
    if (!sentence.endsWith(':') && sum(values) > sum(best?.values)) best = { sentence, values };
  }
  if (best === null || sum(best.values) < leastShare * sum(inAll)) return null;
  return sum(weigh(title, best.values)) < leastShare * question.value ? null : best.sentence;
}

const sum = (values: ReadonlyMap<number, number> = new Map()) =>
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
