/**
 * A passage is stored as plain text: lines, `- ` or `3. ` before items of lists, ` | ` between cells, diagrams as
 * `[figure:7] words on it` to the end of the line or cell.
 */
export type PassageBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** `start`: number of the first item; null for a list without numbers. */
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly start: number | null }
  /** The first row is the header. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'figure'; readonly number: string };

const cellBorder = ' | ';
const figurePattern = /\[figure:(\d{1,4})\].*/;
const itemPattern = /^(?:- (?:\[[ x]\] )?|(\d{1,9})\. )/;

/** The words on a diagram are left out: they are for searching, and say nothing without the drawing. */
export function readPassageBlocks(text: string): PassageBlock[] {
  return text
    .split(/\n{2,}/)
    .flatMap((part) => readLines(part.split('\n').filter((line) => line.trim() !== '')));
}

/** Numbers of the figures in a passage. */
export function listFigures(text: string): string[] {
  return [
    ...new Set(readPassageBlocks(text).flatMap((block) => (block.kind === 'figure' ? block.number : []))),
  ];
}

/** Numbers of items shift when one is inserted above, and are not searched for. */
export function maskItemNumbers(text: string): string {
  return text.replace(/^\d{1,9}\. /gm, '- ');
}

/** A row of a table as it stands in the passage. */
export function formatRow(cells: readonly string[]): string {
  return cells.join(cellBorder).trim();
}

/** Cells at the edge of a passage may be empty, and their spaces trimmed. */
function splitRow(line: string): string[] {
  return ` ${line} `.split(cellBorder).map((cell) => cell.trim());
}

function readLines(lines: readonly string[]): PassageBlock[] {
  const blocks: PassageBlock[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const rows = readTable(lines, at);
    const items = readItems(lines, at);
    if (rows.length > 1) {
      blocks.push({ kind: 'table', rows: rows.map((row) => row.map(leaveOutFigure)) });
      for (const cell of rows.flat()) blocks.push(...readFigure(cell));
    } else if (items.length > 0) {
      const number = itemPattern.exec(line)?.[1];
      blocks.push({
        kind: 'list',
        items: items.map((item) => leaveOutFigure(item.replace(itemPattern, ''))),
        start: number === undefined ? null : Number(number),
      });
      // A figure ends the list, so that it stands below its item.
      blocks.push(...readFigure(items.at(-1) ?? ''));
    } else {
      const text = leaveOutFigure(line);
      if (text !== '') blocks.push({ kind: 'paragraph', text });
      blocks.push(...readFigure(line));
    }
    at += Math.max(1, rows.length > 1 ? rows.length : items.length);
  }
  return blocks;
}

const leaveOutFigure = (text: string) => text.replace(figurePattern, '').trim();

function readFigure(text: string): PassageBlock[] {
  const number = figurePattern.exec(text)?.[1];
  return number === undefined ? [] : [{ kind: 'figure', number }];
}

/** Rows of equal width; a single line is none. */
function readTable(lines: readonly string[], from: number): string[][] {
  const rows: string[][] = [];
  for (const line of lines.slice(from)) {
    const row = splitRow(line);
    if (row.length < 2 || row.length !== (rows[0] ?? row).length) break;
    rows.push(row);
  }
  return rows;
}

/** Items of one kind, numbered upwards if they have numbers. */
function readItems(lines: readonly string[], from: number): string[] {
  const items: string[] = [];
  let number: number | undefined;
  for (const line of lines.slice(from)) {
    const match = itemPattern.exec(line);
    if (!match) break;
    const own = match[1] === undefined ? undefined : Number(match[1]);
    if (items.length > 0 && own !== (number === undefined ? undefined : number + 1)) break;
    number = own;
    items.push(line);
    if (figurePattern.test(line)) break;
  }
  return items;
}
