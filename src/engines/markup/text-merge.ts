import { alignTokens } from './token-alignment.ts';

/** Undefined: both sides changed the same paragraph. */
export type MergedText = string | undefined;

/** With more steps the texts have too little in common to be joined unread. */
const paragraphSteps = 250_000;

interface Paragraph {
  text: string;
  /** The line ends after it. */
  gap: string;
}

/** Paragraphs of the base that a side replaced by its own. */
interface Change {
  from: number;
  to: number;
  put: readonly Paragraph[];
}

/**
 * Joins two texts that were made of one base. Paragraphs are the unit: where only one side changed, its paragraphs
 * stand; where both changed the same ones, or both put something into the same place, there is no joined text.
 */
export function mergeTexts(base: string, one: string, other: string): MergedText {
  const old = splitParagraphs(base);
  const changes = [...listChanges(old, one), ...listChanges(old, other)].sort(
    (a, b) => a.from - b.from || a.to - b.to,
  );
  const joined: Paragraph[] = [];
  let at = 0;
  let last: Change | undefined;
  for (const change of changes) {
    if (last !== undefined && isSameChange(last, change)) continue;
    const isSamePlace = last !== undefined && last.from === change.from && last.to === change.to;
    if (change.from < at || isSamePlace) return undefined;
    joined.push(...old.slice(at, change.from), ...change.put);
    at = change.to;
    last = change;
  }
  return joinParagraphs([...joined, ...old.slice(at)]);
}

/** A paragraph ends where a blank line begins. */
function splitParagraphs(text: string): Paragraph[] {
  const found: Paragraph[] = [];
  let [words, gap] = ['', ''];
  for (const line of text.replaceAll(/\r\n?/g, '\n').match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isBlank = line.trim() === '';
    if (!isBlank && gap.includes('\n\n')) {
      found.push({ text: words, gap });
      [words, gap] = ['', ''];
    }
    if (isBlank) gap += line;
    else {
      words += gap + line.replace(/\n$/, '');
      gap = line.endsWith('\n') ? '\n' : '';
    }
  }
  if (words !== '' || gap !== '') found.push({ text: words, gap });
  return found;
}

function listChanges(old: readonly Paragraph[], next: string): Change[] {
  const now = splitParagraphs(next);
  const read = (list: readonly Paragraph[]) => list.map(({ text }) => text);
  return alignTokens(read(old), read(now), { left: paragraphSteps })
    .filter(({ isSame }) => !isSame)
    .map(({ before: [from, to], after }) => ({ from, to, put: now.slice(...after) }));
}

function isSameChange(one: Change, other: Change): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.put.length === other.put.length &&
    one.put.every(({ text }, place) => text === other.put[place]?.text)
  );
}

function joinParagraphs(paragraphs: readonly Paragraph[]): string {
  return paragraphs
    .map(({ text, gap }, place) => {
      const isLast = place === paragraphs.length - 1;
      if (isLast) return text + (gap === '' ? '' : '\n');
      return text + (gap.includes('\n\n') ? gap : '\n\n');
    })
    .join('');
}
