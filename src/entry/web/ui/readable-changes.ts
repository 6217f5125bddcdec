import type { Language } from '../../../base/i18n/text.ts';
import { calloutTitles } from '../words/knowledge-texts.ts';
import type { Change } from './text-difference.tsx';

const fence = /^\s*(?:```|~~~)/;
/** The line under the head of a table, and a rule, without blanks around it. */
const ruler = /^\|?\s*:?---[\s:|-]*$/;
const callout = /^\s*>\s*\[!(\w+)\]\s*$/;
const hasWord = /[\p{L}\p{N}]/u;

/**
 * Changes of a Markdown text in the words that a reader of the page sees: without the marks of headings, quotes, lists,
 * tables and links. What changes nothing but marks stays as it is written, and so does code. Texts are anybody's: every
 * pattern takes time in proportion to them.
 */
export function readChanges(changes: readonly Change[], language: Language): Change[] {
  let startsLine = true;
  let isCode = false;
  const readLine = (line: string, starts: boolean, ends: boolean): string | null => {
    if (starts && fence.test(line)) isCode = !isCode;
    if (isCode || fence.test(line)) return line;
    const words = starts ? readLineStart(line, language) : line;
    return words === null ? null : readWords(ends ? dropLastBar(words) : words);
  };
  return changes.flatMap((change): Change[] => {
    if (change.kind === 'skipped') {
      startsLine = false;
      return [change];
    }
    const wasCode = isCode;
    const written = change.text.split('\n');
    const lines = written.map((line, at) => readLine(line, startsLine || at > 0, at < written.length - 1));
    if (change.kind === 'removed') isCode = wasCode;
    else startsLine = change.text.endsWith('\n');
    const text = lines.filter((line) => line !== null).join('\n');
    if (change.kind === 'same') return [{ ...change, text }];
    if (!hasWord.test(text)) return [change];
    // Empty lines around it are not what changed: a sign on a line of its own says nothing.
    const [from, to] = [/[^\n]/.exec(text)?.index ?? 0, findLastOther(text, '\n') + 1];
    return [
      { kind: 'same' as const, text: text.slice(0, from) },
      { kind: change.kind, text: text.slice(from, to) },
      { kind: 'same' as const, text: text.slice(to) },
    ].filter((part) => part.text !== '');
  });
}

/** Null for a line that is drawn, not read. */
function readLineStart(line: string, language: Language): string | null {
  if (ruler.test(line.trim())) return null;
  const [, kind = ''] = callout.exec(line) ?? [];
  const title = Object.entries(calloutTitles[language]).find(([name]) => name === kind.toLowerCase())?.[1];
  if (title !== undefined) return `${title}:`;
  return line
    .replace(/^\s*(?:>\s?)+/, '')
    .replace(/^#{1,6}\s+/, '')
    .replace(/^(\s*)[-*+]\s+/, '$1• ')
    .replace(/^\s*\|\s*/, '');
}

/** The bar that ends the row of a table. */
function dropLastBar(line: string): string {
  const row = line.trimEnd();
  return row.endsWith('|') ? row.slice(0, -1).trimEnd() : line;
}

/** Where the last character stands that is another one; -1: nowhere. */
function findLastOther(text: string, character: string): number {
  let at = text.length - 1;
  while (text[at] === character) at -= 1;
  return at;
}

/** Bold, code, cells and links; the address of a link in brackets, as it may be what changed. */
const readWords = (line: string): string =>
  line
    .replace(/\s\|(?=\s|$)/g, ' ·')
    .replace(/!?\[([^[\]\n]*)\]\(([^()\s]+)(?:\s[^()\n]*)?\)/g, '$1 ($2)')
    .replace(/\*\*|`/g, '');
