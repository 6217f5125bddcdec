import { alignTokens, type Run, type StepBudget } from './token-alignment.ts';

export interface DifferencePart {
  kind: 'same' | 'added' | 'removed' | 'skipped';
  /** Empty for what was skipped. */
  text: string;
  /** Length of the part, also when skipped. */
  characters: number;
}

/** Limits of comparison steps, not of time, so that the result is deterministic. */
const lineSteps = 250_000;
const wordSteps = 250_000;
/** With more changes, a block is shown as replaced. */
const maxChanges = 2000;
const contextLength = 160;
/** A block that keeps a smaller share of its letters is shown as replaced. */
const minKeptShare = 0.2;

/**
 * Word diff: compares lines, then the words of lines that differ. Where the texts have too little in common, whole
 * lines or the whole text are removed and added. Long unchanged parts are skipped.
 */
export function compareTexts(before: string, after: string): DifferencePart[] {
  const [old, now] = [splitLines(before), splitLines(after)];
  const steps: StepBudget = { left: wordSteps };
  const parts = alignTokens(old, now, { left: lineSteps }).flatMap((run) => {
    const [removed, added] = readRun(run, old, now);
    if (run.isSame) return [createPart('same', added)];
    if (removed === '' || added === '') return createReplacement(removed, added);
    return compareWords(removed, added, steps);
  });
  return truncateUnchanged(mergeParts(parts));
}

function compareWords(before: string, after: string, steps: StepBudget): DifferencePart[] {
  const [old, now] = [splitTokens(before), splitTokens(after)];
  const runs = alignTokens(old, now, steps);
  const kept = runs.filter(({ isSame }) => isSame).map((run) => readRun(run, old, now)[1]);
  const longer = Math.max(countLetters(before), countLetters(after));
  const isAnew = kept.reduce((sum, text) => sum + countLetters(text), 0) < minKeptShare * longer;
  if (isAnew || kept.length > maxChanges) return createReplacement(before, after);
  return runs.flatMap((run) => {
    const [removed, added] = readRun(run, old, now);
    return run.isSame ? [createPart('same', added)] : createReplacement(removed, added);
  });
}

/** Lines including their newline. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * A word of any script with combining marks, a run of spaces, an emoji sequence, or any other character. Joined, the
 * tokens give the text again.
 */
const token =
  /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_\u00AD]*|[^\S\n]+|\p{RI}{2}|\p{Extended_Pictographic}[\p{M}\p{EMod}]*(?:\u200D\p{Extended_Pictographic}[\p{M}\p{EMod}]*)*|[\s\S]\p{M}*/gu;

function splitTokens(text: string): string[] {
  return text.match(token) ?? [];
}

function countLetters(text: string): number {
  return text.length - (text.match(/[^\p{L}\p{N}\p{M}]/gu)?.length ?? 0);
}

function readRun(run: Run, before: readonly string[], after: readonly string[]): [string, string] {
  return [
    before.slice(run.before[0], run.before[1]).join(''),
    after.slice(run.after[0], run.after[1]).join(''),
  ];
}

function createPart(kind: DifferencePart['kind'], text: string): DifferencePart {
  return { kind, text, characters: text.length };
}

function createReplacement(removed: string, added: string): DifferencePart[] {
  return [createPart('removed', removed), createPart('added', added)].filter(({ text }) => text !== '');
}

/** Merges adjacent parts of one kind; between unchanged parts, removed precedes added. */
function mergeParts(parts: readonly DifferencePart[]): DifferencePart[] {
  const joined: DifferencePart[] = [];
  let [same, removed, added] = ['', '', ''];
  const flush = () => {
    joined.push(...createReplacement(removed, added));
    [removed, added] = ['', ''];
  };
  for (const { kind, text } of parts) {
    if (kind === 'same') {
      flush();
      same += text;
      continue;
    }
    if (same !== '') joined.push(createPart('same', same));
    same = '';
    if (kind === 'removed') removed += text;
    else added += text;
  }
  flush();
  if (same !== '') joined.push(createPart('same', same));
  return joined;
}

/** Keeps unchanged text only around changes. */
function truncateUnchanged(parts: readonly DifferencePart[]): DifferencePart[] {
  return parts.flatMap((each, index) => {
    if (each.kind !== 'same' || each.text.length <= contextLength * 3) return [each];
    const head = index === 0 ? '' : sliceWholeCharacters(each.text, 0, contextLength);
    const tail =
      index === parts.length - 1
        ? ''
        : sliceWholeCharacters(each.text, each.text.length - contextLength, each.text.length);
    const skipped = each.text.length - head.length - tail.length;
    return [
      createPart('same', head),
      { kind: 'skipped' as const, text: '', characters: skipped },
      createPart('same', tail),
    ].filter((piece) => piece.characters > 0);
  });
}

/** Never in the middle of a surrogate pair. */
function sliceWholeCharacters(text: string, from: number, to: number): string {
  const isLow = (at: number) =>
    at < text.length && text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) <= 0xdfff;
  return text.slice(isLow(from) ? from + 1 : from, isLow(to) ? to - 1 : to);
}
