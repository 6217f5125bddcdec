import type { Text } from '../i18n/text.ts';

/** `line` is counted from 1 inside the diagram's own source; 0 when nobody can say. */
export interface SourceMistake {
  mistake: Text;
  line: number;
}

const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };
const danglingArrow = /(?:--+>?|==+>?|-\.+->?)\s*(?:\|[^|]*\|)?$/;
const arrowToNowhere: Text = { en: 'an arrow leads nowhere', ru: 'стрелка никуда не ведёт' };
const flow = /^(graph|flowchart)\b/i;

/**
 * The renderer leaves out what it does not understand, and the reader would never know. For flow charts the two usual
 * slips are named instead: a bracket or quotation mark that is not closed on its line, and an arrow to nowhere.
 */
export function findMermaidMistake(source: string): SourceMistake | null {
  const lines = source.split('\n');
  const header = lines.find((line) => line.trim() !== '' && !line.trim().startsWith('%%'))?.trim();
  if (header === undefined) return { mistake: { en: 'it is empty', ru: 'она пуста' }, line: 1 };
  if (!flow.test(header)) return null;
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text === '' || text.startsWith('%%') || text === header) continue;
    const mistake = findUnclosed(text) ?? (danglingArrow.test(text) ? arrowToNowhere : null);
    if (mistake !== null) return { mistake, line: index + 1 };
  }
  return null;
}

function findUnclosed(text: string): Text | null {
  const waiting: string[] = [];
  let quoted = false;
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    if (quoted) continue;
    const close = closing[letter];
    if (close !== undefined) waiting.push(close);
    else if (letter === waiting.at(-1)) waiting.pop();
  }
  if (quoted) return { en: 'a quotation mark is not closed', ru: 'кавычка не закрыта' };
  const missing = waiting.at(-1);
  return missing === undefined ? null : { en: `“${missing}” is missing`, ru: `не хватает «${missing}»` };
}
