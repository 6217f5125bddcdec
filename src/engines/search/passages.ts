import { type Markdown, readInlineText, type Token } from '../markup/markdown.ts';
import { readTokenMeta } from '../markup/markdown-token-meta.ts';
import { type FigureDraft, hashText, type PassageDraft } from './passage.ts';
import { maskItemNumbers } from './passage-blocks.ts';
import { splitSentences } from './words.ts';

/** Characters. Shorter paragraphs are merged with the next; no passage is longer than `most`. */
const minPassageLength = 40;
const maxPassageLength = 1200;
const maxCodeLength = 600;
/** A longer table header is treated as a row: repeated per part, it could make the index huge. */
const maxHeaderLength = 300;
const maxTitleLength = 500;

/** `at`: index of the passage's first token; negative if there is none. */
export interface LocatedPassage extends PassageDraft {
  at: number;
}

export type FigureText = Pick<FigureDraft, 'number' | 'caption' | 'words'>;

interface Piece {
  text: string;
  at: number;
}

interface Block {
  /** A block that is too long is split only between pieces. */
  pieces: Piece[];
  /** Table header, repeated in every part of a split table. */
  head: string;
}

/** Splits a text into self-contained passages, with the headings above in the title. */
export function splitIntoPassages(
  markdown: Markdown,
  articleTitle: string,
  figures: readonly FigureText[],
): PassageDraft[] {
  return locatePassages(markdown, articleTitle, figures).map(({ at: _, ...passage }) => passage);
}

export function locatePassages(
  markdown: Markdown,
  articleTitle: string,
  figures: readonly FigureText[],
): LocatedPassage[] {
  const passages: LocatedPassage[] = [];
  const path: { level: number; text: string }[] = [];
  let text = '';
  let at = -1;
  let awaited = '';
  const flush = () => {
    const whole = text.trim();
    text = '';
    if (whole === '') return;
    const title = [articleTitle, ...path.map((heading) => heading.text)].join(' › ').slice(0, maxTitleLength);
    passages.push({
      title,
      text: whole,
      hash: hashText(maskNumbers(whole)),
      figures: readFigureNumbers(whole, figures.length),
      at,
    });
  };

  const { tokens } = markdown;
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index] as Token;
    const end = findBlockEnd(tokens, index);
    if (token.type === 'heading_open') {
      flush();
      const level = Number(token.tag.slice(1));
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      const heading = readInlineText(tokens[index + 1]?.children ?? []);
      // Truncated before it is repeated: a long heading above ten thousand passages would take gigabytes.
      path.push({ level, text: heading.slice(0, maxTitleLength) });
    } else {
      for (const part of splitBlock(readBlock(tokens.slice(index, end), index, figures))) {
        const isOther = isComplete(text) && part.text !== awaited;
        if (text !== '' && (isOther || text.length + part.text.length > maxPassageLength)) flush();
        if (text === '') at = part.at;
        text += text === '' ? part.text : `\n\n${part.text}`;
      }
      const figure = markdown.figures[(readTokenMeta(token).figure ?? 0) - 1];
      awaited = figure?.caption ?? '';
    }
    index = end;
  }
  flush();
  // An article without text is still found by its title.
  if (passages.length === 0) {
    const hash = hashText(articleTitle);
    passages.push({ title: articleTitle, text: articleTitle, hash, figures: [], at: -1 });
  }
  return passages;
}

/** A text ending with a colon belongs to the list, table or picture that follows. */
function isComplete(text: string): boolean {
  return (text.length >= minPassageLength || text.includes('[figure:')) && !text.endsWith(':');
}

/** Numbers of figures and items shift when one is inserted above; the hash must not change. */
function maskNumbers(text: string): string {
  return maskItemNumbers(text).replace(/\[figure:\d{1,4}\]/g, '[figure]');
}

function findBlockEnd(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0;
    if (depth <= 0) return index + 1;
  }
  return tokens.length;
}

function readBlock(tokens: readonly Token[], start: number, figures: readonly FigureText[]): Block {
  const pieces: Piece[] = [];
  let head = '';
  let headAt = -1;
  let row: string[] | null = null;
  let rowAt = -1;
  let mark = '';
  /** Of the lists around, innermost last: the number of the next item, or null without numbers. */
  const lists: (number | null)[] = [];
  tokens.forEach((token, place) => {
    const at = start + place;
    if (token.type === 'inline') {
      const line = readInline(token.children ?? [], figures);
      if (row !== null) {
        if (row.push(line.replaceAll('\n', ' ')) === 1) rowAt = at;
      } else if (line !== '') {
        pieces.push({ text: `${mark}${line}`, at });
        mark = '';
      }
    } else if (token.type === 'bullet_list_open') lists.push(null);
    else if (token.type === 'ordered_list_open') lists.push(Number(token.attrGet('start') ?? 1));
    else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop();
    else if (token.type === 'list_item_open') {
      const number = lists.pop() ?? null;
      lists.push(number === null ? null : number + 1);
      mark = formatItemMark(readTokenMeta(token).task, number);
    } else if (token.type === 'tr_open') {
      row = [];
      rowAt = at;
    } else if (token.type === 'tr_close') {
      pieces.push({ text: (row ?? []).join(' | '), at: rowAt });
      row = null;
    } else if (token.type === 'thead_close') {
      // A header row of a table inside a list is an ordinary piece.
      const first = pieces.at(-1);
      if (tokens[0]?.type === 'table_open' && first !== undefined && first.text.length <= maxHeaderLength) {
        pieces.pop();
        head = first.text;
        headAt = first.at;
      }
    } else if (token.type === 'fence' || token.type === 'code_block') {
      pieces.push(...readCode(token, figures).map((text) => ({ text, at })));
    }
  });
  return { pieces: head !== '' && pieces.length === 0 ? [{ text: head, at: headAt }] : pieces, head };
}

function formatItemMark(task: 'open' | 'done' | undefined, number: number | null): string {
  if (task !== undefined) return task === 'done' ? '- [x] ' : '- [ ] ';
  return number === null ? '- ' : `${number}. `;
}

function readCode(token: Token, figures: readonly FigureText[]): string[] {
  const { figure } = readTokenMeta(token);
  if (figure !== undefined) return [describeFigure(figure, figures)];
  const code = token.content.trim();
  return code === '' || code.length > maxCodeLength ? [] : [code];
}

function readInline(children: readonly Token[], figures: readonly FigureText[]): string {
  let text = '';
  let plain: Token[] = [];
  for (const child of children) {
    const figure = child.type === 'image' ? readTokenMeta(child).figure : undefined;
    if (figure === undefined) plain.push(child);
    else {
      // On a line of its own, so that it can be told from the text after it.
      text += `${readInlineText(plain).trim()}\n${describeFigure(figure, figures)}\n`;
      plain = [];
    }
  }
  return `${text}${readInlineText(plain).trim()}`.replaceAll(/\n{2,}/g, '\n').trim();
}

function describeFigure(number: number, figures: readonly FigureText[]): string {
  const figure = figures.find((each) => each.number === number);
  const said =
    figure === undefined ? [] : [figure.words, figure.words.includes(figure.caption) ? '' : figure.caption];
  return [`[figure:${number}]`, ...said.filter((words) => words !== '')].join(' ');
}

function readFigureNumbers(text: string, count: number): number[] {
  const numbers = [...text.matchAll(/\[figure:(\d{1,4})\]/g)].map((match) => Number(match[1]));
  return [...new Set(numbers)].filter((number) => number >= 1 && number <= count);
}

/** Splits a block that is too long between its pieces, and a long piece between sentences. */
function* splitBlock({ pieces, head }: Block): Generator<Piece> {
  const lead = head === '' ? '' : `${head}\n`;
  let part = '';
  let at = -1;
  for (const piece of pieces) {
    for (const text of splitLongPiece(piece.text)) {
      if (part !== '' && lead.length + part.length + text.length > maxPassageLength) {
        yield { text: lead + part, at };
        part = '';
      }
      if (part === '') at = piece.at;
      part += part === '' ? text : `\n${text}`;
    }
  }
  if (part !== '') yield { text: lead + part, at };
}

function splitLongPiece(piece: string): string[] {
  if (piece.length <= maxPassageLength) return [piece];
  const parts: string[] = [];
  let part = '';
  for (const sentence of splitSentences(piece).flatMap(splitLongSentence)) {
    if (part !== '' && part.length + sentence.length > maxPassageLength) {
      parts.push(part);
      part = '';
    }
    part += part === '' ? sentence : ` ${sentence}`;
  }
  return part === '' ? parts : [...parts, part];
}

function splitLongSentence(sentence: string): string[] {
  return sentence.length <= maxPassageLength
    ? [sentence]
    : (sentence.match(/[\s\S]{1,1199}(?:\s|$)|[\s\S]{1,1200}/gu) ?? [sentence]);
}
