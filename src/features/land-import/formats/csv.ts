import type { Text } from '../../../base/i18n/text.ts';
import { inLine } from './unreadable-file.ts';

const truncatedText: Text = {
  en: 'The table ends in the middle: a quotation mark is opened and never closed.',
  ru: 'Таблица обрывается на середине: кавычка открыта и не закрыта.',
};

/** Further cells of a row are dropped. */
const maxCells = 1000;

/**
 * Parses CSV with quoted fields; the separator is the most frequent of comma, semicolon and tab in the first line.
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

function findSeparator(text: string): string {
  const end = text.indexOf('\n');
  const first = end === -1 ? text : text.slice(0, end);
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}
