/** A passage is stored as plain text: lines, `- ` before items of lists, ` | ` between cells, diagrams as `[figure:7] words on it`. */
export type PassageBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'figure'; readonly number: string };

const cellBorder = ' | ';
const figurePattern = /\[figure:(\d{1,4})\]/;
const itemPattern = /^- (?:\[[ x]\] )?/;

/** The words on a diagram are left out: they are for searching, and say nothing without the drawing. */
export function readPassageBlocks(text: string): PassageBlock[] {
  return text
    .split(/\n{2,}/)
    .flatMap((part) => readLines(part.split('\n').filter((line) => line.trim() !== '')));
}

function readLines(lines: readonly string[]): PassageBlock[] {
  const blocks: PassageBlock[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const figure = figurePattern.exec(line);
    if (figure) {
      const before = line.slice(0, figure.index).trim();
      if (before !== '') blocks.push({ kind: 'paragraph', text: before });
      blocks.push({ kind: 'figure', number: figure[1] ?? '' });
      at += 1;
      continue;
    }
    const items = takeWhile(lines, at, (each) => itemPattern.test(each) && !figurePattern.test(each));
    const width = line.split(cellBorder).length;
    const rows = width > 1 ? takeWhile(lines, at, (each) => each.split(cellBorder).length === width) : [];
    if (items.length > 0)
      blocks.push({ kind: 'list', items: items.map((item) => item.replace(itemPattern, '')) });
    else if (rows.length > 1) blocks.push({ kind: 'table', rows: rows.map((row) => row.split(cellBorder)) });
    else blocks.push({ kind: 'paragraph', text: line });
    at += Math.max(1, items.length || (rows.length > 1 ? rows.length : 1));
  }
  return blocks;
}

function takeWhile(lines: readonly string[], from: number, fits: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, index) => index >= from && !fits(line));
  return lines.slice(from, end < 0 ? undefined : end);
}

/** About five lines on a phone. */
const maxLength = 160;
const maxRows = 3;

/** The beginning of a passage, or where the words in question stand; `isCut` when something is left out. */
export function shortenPassage(
  blocks: readonly PassageBlock[],
  isFound: (text: string) => boolean,
): { readonly blocks: readonly PassageBlock[]; readonly isCut: boolean } {
  const start = Math.max(
    0,
    blocks.findIndex((block) => isFound(textOf(block))),
  );
  const shown: PassageBlock[] = [];
  let length = 0;
  for (const block of blocks.slice(start)) {
    if (length >= maxLength && block.kind !== 'figure') break;
    const short = shortenBlock(block, maxLength - length, isFound);
    shown.push(short);
    length += textOf(short).length;
    if (short !== block) break;
  }
  return { blocks: shown, isCut: shown.length < blocks.length || shown.at(-1) !== blocks.at(-1) };
}

function shortenBlock(block: PassageBlock, room: number, isFound: (text: string) => boolean): PassageBlock {
  if (block.kind === 'figure' || textOf(block).length <= room * 1.3) return block;
  if (block.kind === 'paragraph') return { kind: 'paragraph', text: cutText(block.text, room) };
  if (block.kind === 'list') {
    const from = Math.max(0, block.items.findIndex(isFound));
    const items: string[] = [];
    for (const item of block.items.slice(from)) {
      if (items.length > 0 && items.join('').length + item.length > room) break;
      items.push(cutText(item, room));
    }
    return items.length === block.items.length && items.every((item, at) => item === block.items[at])
      ? block
      : { kind: 'list', items };
  }
  const [head = [], ...rows] = block.rows;
  const meant = rows.filter((row) => isFound(row.join(' ')));
  const kept = (meant.length > 0 ? meant : rows).slice(0, maxRows);
  return kept.length === rows.length ? block : { kind: 'table', rows: [head, ...kept] };
}

/** At the end of a word; the whole text if little would be cut. */
function cutText(text: string, room: number): string {
  if (text.length <= room * 1.3) return text;
  const end = text.lastIndexOf(' ', Math.max(room, 80));
  return `${text.slice(0, end < 0 ? room : end).replace(/[\s.,;:–—-]+$/u, '')}…`;
}

function textOf(block: PassageBlock): string {
  if (block.kind === 'figure') return '';
  if (block.kind === 'paragraph') return block.text;
  return block.kind === 'list' ? block.items.join(' ') : block.rows.flat().join(' ');
}
