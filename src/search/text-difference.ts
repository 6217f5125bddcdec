import { diffLines, diffWordsWithSpace } from 'diff';

export interface DifferencePart {
  kind: 'same' | 'added' | 'removed' | 'skipped';
  /** Empty for what was skipped. */
  text: string;
  /** How many characters the part stands for. */
  characters: number;
}

/** Beyond these the exact answer would hold up everybody else, and nobody would read it. */
const lineEdits = 2000;
const wordEdits = 800;
const milliseconds = 80;
const longestCompared = 40_000;
const context = 160;

/**
 * What became of a text, word by word: lines first, then the words of the lines that differ. Where the texts have too
 * little in common, lines or the whole are given as removed and added. Long stretches that stayed are skipped.
 */
export function compareTexts(before: string, after: string): DifferencePart[] {
  if (before === after) return shorten([part('same', after)]);
  const lines = diffLines(before, after, { maxEditLength: lineEdits, timeout: milliseconds });
  if (lines === undefined) return [part('removed', before), part('added', after)].filter(hasText);
  const deadline = Date.now() + milliseconds;
  const parts: DifferencePart[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [line, next] = [lines[index], lines[index + 1]];
    if (line === undefined) continue;
    if (line.removed && next?.added) {
      parts.push(...compareWords(line.value, next.value, deadline - Date.now()));
      index += 1;
    } else parts.push(part(line.added ? 'added' : line.removed ? 'removed' : 'same', line.value));
  }
  return shorten(join(parts));
}

function compareWords(before: string, after: string, left: number): DifferencePart[] {
  const small = before.length + after.length <= longestCompared;
  const words =
    small && left > 0
      ? diffWordsWithSpace(before, after, { maxEditLength: wordEdits, timeout: left })
      : undefined;
  if (words === undefined) return [part('removed', before), part('added', after)];
  return words.map(({ added, removed, value }) =>
    part(added ? 'added' : removed ? 'removed' : 'same', value),
  );
}

function part(kind: DifferencePart['kind'], text: string): DifferencePart {
  return { kind, text, characters: text.length };
}

const hasText = ({ text }: DifferencePart) => text !== '';

function join(parts: readonly DifferencePart[]): DifferencePart[] {
  const joined: DifferencePart[] = [];
  for (const each of parts) {
    const last = joined.at(-1);
    if (last?.kind === each.kind) joined[joined.length - 1] = part(each.kind, last.text + each.text);
    else joined.push(each);
  }
  return joined;
}

/** What stayed is shown only around what changed. */
function shorten(parts: readonly DifferencePart[]): DifferencePart[] {
  return parts.flatMap((each, index) => {
    if (each.kind !== 'same' || each.text.length <= context * 3) return [each];
    const head = index === 0 ? '' : cut(each.text, 0, context);
    const tail =
      index === parts.length - 1 ? '' : cut(each.text, each.text.length - context, each.text.length);
    const skipped = each.text.length - head.length - tail.length;
    return [
      part('same', head),
      { kind: 'skipped' as const, text: '', characters: skipped },
      part('same', tail),
    ].filter((piece) => piece.characters > 0);
  });
}

/** Never in the middle of a surrogate pair. */
function cut(text: string, from: number, to: number): string {
  const isLow = (at: number) =>
    at < text.length && text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) <= 0xdfff;
  return text.slice(isLow(from) ? from + 1 : from, isLow(to) ? to - 1 : to);
}
