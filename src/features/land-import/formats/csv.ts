import type { Text } from '../../../base/i18n/text.ts';
import { inLine } from './unreadable-file.ts';

const truncatedText: Text = {
  en: 'The table ends in the middle: a quotation mark is opened and never closed.',
  ru: 'Таблица обрывается на середине: кавычка открыта и не закрыта.',
};

/** Further cells of a row are dropped. */
const maxCells = 1000;

/**
 * Parses CSV with quoted fields; the separator is comma, semicolon or tab.
 * Blank rows are left out unless they are wanted, to count rows as spreadsheets do.
 */
export function* parseCsv(text: string, { isBlankKept = false } = {}): Generator<string[], undefined> {
  const separator = findSeparator(text);
  let row: string[] = [];
  let field = '';
  let quoted = false;
  let openedAt = 0;
  const endField = () => {
    if (row.length < maxCells) row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    const ended = row;
    row = [];
    return isBlankKept || ended.some((value) => value.trim() !== '') ? [ended] : [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && field === '') [quoted, openedAt] = [true, at];
    else if (character === separator) endField();
    else if (character === '\n') yield* endRow();
    else if (character !== '\r') field += character;
  }
  if (quoted) throw inLine(truncatedText, text, openedAt);
  yield* endRow();
  return undefined;
}

/** Lines that the separator is looked for in: the first ones may be a title. */
const firstLines = 20;

/** The one that as many lines as possible have equally often: commas in texts and decimals differ from line to line. */
function findSeparator(text: string): string {
  const lines: string[] = [];
  for (let at = 0; at < text.length && lines.length < firstLines; ) {
    const end = text.indexOf('\n', at);
    const stop = end === -1 ? text.length : end;
    lines.push(text.slice(at, Math.min(stop, at + maxLineLength)));
    at = stop + 1;
  }
  // Of equals the rarer character: a decimal comma may be in every line.
  const [best = ','] = ['\t', ';', ',']
    .map((separator) => ({ separator, lines: countLikeLines(lines, separator) }))
    .sort((a, b) => b.lines - a.lines)
    .map(({ separator }) => separator);
  return best;
}
const maxLineLength = 10_000;

/** What stands in quotation marks separates nothing. */
const quotedCells = /"[^"]*"/g;

/** How many lines have it equally often, at most. */
function countLikeLines(lines: readonly string[], separator: string): number {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const count = line.replaceAll(quotedCells, '').split(separator).length - 1;
    if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
