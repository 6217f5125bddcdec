import { formatRow, type PassageBlock } from '../../../../engines/search/passage-blocks.ts';

/** About five lines on a phone. */
const maxLength = 160;
const maxRows = 3;
/** A longer sentence is cut, too. */
const maxSentence = 320;

/** What an excerpt has to show: the sentence that answers, or else some of the words in question. */
export interface PassageFocus {
  readonly sentence?: string | undefined;
  readonly isFound: (text: string) => boolean;
}

/** The beginning of a passage, or where its answer stands; `isCut` when something is left out. */
export function shortenPassage(
  blocks: readonly PassageBlock[],
  focus: PassageFocus,
): { readonly blocks: readonly PassageBlock[]; readonly isCut: boolean } {
  const start = findMeant(blocks, focus, (block) => listTexts(block));
  const shown: PassageBlock[] = [];
  let length = 0;
  for (const block of blocks.slice(start)) {
    if (length >= maxLength && block.kind !== 'figure') break;
    const short = shortenBlock(block, maxLength - length, focus);
    shown.push(short);
    length += listTexts(short).join(' ').length;
    if (short !== block) break;
  }
  return { blocks: shown, isCut: shown.length < blocks.length || shown.at(-1) !== blocks.at(-1) };
}

/** Whether this text, item or row holds the sentence that answers. */
export function hasSentence(text: string, sentence: string | undefined): sentence is string {
  return sentence !== undefined && text.includes(sentence);
}

/** Index of the first part with the sentence, or else of the first with a word in question; 0 without either. */
function findMeant<Part>(
  parts: readonly Part[],
  { sentence, isFound }: PassageFocus,
  read: (part: Part) => readonly string[],
): number {
  const answering = parts.findIndex((part) => read(part).some((text) => hasSentence(text, sentence)));
  return answering >= 0
    ? answering
    : Math.max(
        0,
        parts.findIndex((part) => read(part).some(isFound)),
      );
}

function shortenBlock(block: PassageBlock, room: number, focus: PassageFocus): PassageBlock {
  if (block.kind === 'figure' || listTexts(block).join(' ').length <= room * 1.3) return block;
  if (block.kind === 'paragraph')
    return { kind: 'paragraph', text: cutText(block.text, room, focus.sentence) };
  if (block.kind === 'list') {
    const from = findMeant(block.items, focus, (item) => [item]);
    const items: string[] = [];
    for (const item of block.items.slice(from)) {
      if (items.length > 0 && items.join('').length + item.length > room) break;
      items.push(cutText(item, room, focus.sentence));
    }
    const start = block.start === null ? null : block.start + from;
    return items.length === block.items.length && items.every((item, at) => item === block.items[at])
      ? block
      : { kind: 'list', items, start };
  }
  const [head = [], ...rows] = block.rows;
  const meant = rows.filter((row) => focus.isFound(row.join(' ')));
  const kept = (meant.length > 0 ? meant : rows).slice(0, maxRows);
  // The row that answers may come after others that have a word in question.
  const answering = rows.find((row) => hasSentence(formatRow(row), focus.sentence));
  if (answering !== undefined && !kept.includes(answering)) kept[maxRows - 1] = answering;
  return kept.length === rows.length ? block : { kind: 'table', rows: [head, ...kept] };
}

/** The sentence that answers is left whole; what stands before it is left out if both do not fit. */
function cutText(text: string, room: number, sentence?: string): string {
  if (text.length <= room * 1.3) return text;
  const at = sentence === undefined ? -1 : text.indexOf(sentence);
  if (sentence === undefined || at < 0 || sentence.length > maxSentence) return cutEnd(text, room);
  if (at + sentence.length <= room) return cutEnd(text, room);
  const rest = cutEnd(text.slice(at), Math.max(room, sentence.length));
  return at === 0 ? rest : `… ${rest}`;
}

/** At the end of a word; the whole text if little would be cut. */
function cutEnd(text: string, room: number): string {
  if (text.length <= room * 1.3) return text;
  const end = text.lastIndexOf(' ', Math.max(room, 80));
  const cut = text.slice(0, end < 0 ? room : end).trimEnd();
  return /[.!?]$/.test(cut) ? `${cut} …` : `${cut.replace(/[\s,;:–—-]+$/u, '')}…`;
}

function listTexts(block: PassageBlock): readonly string[] {
  if (block.kind === 'figure') return [];
  if (block.kind === 'paragraph') return [block.text];
  return block.kind === 'list' ? block.items : block.rows.map(formatRow);
}
