/**
 * Words as the index knows them: lower case, without stress marks and soft hyphens, ё as е. What is written with an
 * accent in an encyclopaedia and without one in a question must be the same word.
 */
export function normaliseWords(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0300\u0301\u00AD\u200B-\u200D]/g, '')
    .toLowerCase()
    .replaceAll('ё', 'е');
}

const word = /[\p{L}\p{N}]+/gu;
/** Longer runs are addresses, digests or noise; nobody asks for them by heart. */
const longestWord = 40;

export function splitWords(text: string): string[] {
  return (normaliseWords(text).match(word) ?? []).filter((found) => found.length <= longestWord);
}

/** Sentences are a unit of closeness, not of grammar: an abbreviation cut in two does no harm. */
export function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?;…])\s+|\n+/u).filter((sentence) => sentence.trim() !== '');
}

const asking = new Set(
  (
    'какой какая какое какие какого какому каким какими какую каких какова каков каково каковы сколько кто что когда где ' +
    'почему зачем как откуда куда чем чему чего кого кому который которая которое которые правда ли является являются ' +
    'являлся считается существует существуют бывает был была было были есть можно нужно назовите ' +
    'what which who whom whose when where why how many much did does do is are was were can name'
  ).split(' '),
);

/** The words of a question that say what is asked about; the words that only make it a question are left out. */
export function splitQuestion(question: string): string[] {
  const words = [...new Set(splitWords(question))];
  const telling = words.filter((found) => !asking.has(found));
  return (telling.length > 0 ? telling : words).slice(0, 40);
}
