import { type Markdown, readPlain, type Token } from './markdown.ts';
import { readMark } from './markdown-marks.ts';
import { type FigureDraft, hashText, type PassageDraft } from './passage.ts';
import { splitSentences } from './words.ts';

/** Characters. Shorter paragraphs are merged with the next; no passage is longer than `most`. */
const enough = 40;
const most = 1200;
const longestCode = 600;
/** A longer table header is treated as a row: repeated per part, it could make the index huge. */
const longestHead = 300;
const longestTitle = 500;

/** `at`: index of the passage's first token; negative if there is none. */
export interface PlacedPassage extends PassageDraft {
  at: number;
}

export type FigureWords = Pick<FigureDraft, 'number' | 'caption' | 'words'>;

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
export function cutPassages(
  markdown: Markdown,
  articleTitle: string,
  figures: readonly FigureWords[],
): PassageDraft[] {
  return placePassages(markdown, articleTitle, figures).map(({ at: _, ...passage }) => passage);
}

export function placePassages(
  markdown: Markdown,
  articleTitle: string,
  figures: readonly FigureWords[],
): PlacedPassage[] {
  const passages: PlacedPassage[] = [];
  const path: { level: number; text: string }[] = [];
  let text = '';
  let at = -1;
  let awaited = '';
  const flush = () => {
    const whole = text.trim();
    text = '';
    if (whole === '') return;
    const title = [articleTitle, ...path.map((heading) => heading.text)].join(' › ').slice(0, longestTitle);
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
    const end = findEnd(tokens, index);
    if (token.type === 'heading_open') {
      flush();
      const level = Number(token.tag.slice(1));
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      const heading = readPlain(tokens[index + 1]?.children ?? []);
      // Truncated before it is repeated: a long heading above ten thousand passages would take gigabytes.
      path.push({ level, text: heading.slice(0, longestTitle) });
    } else {
      for (const part of divide(readBlock(tokens.slice(index, end), index, figures))) {
        const isOther = isWhole(text) && part.text !== awaited;
        if (text !== '' && (isOther || text.length + part.text.length > most)) flush();
        if (text === '') at = part.at;
        text += text === '' ? part.text : `\n\n${part.text}`;
      }
      const figure = markdown.figures[(readMark(token).figure ?? 0) - 1];
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
function isWhole(text: string): boolean {
  return (text.length >= enough || text.includes('[figure:')) && !text.endsWith(':');
}

/** Figure numbers shift when a figure is inserted above; the hash must not change. */
function maskNumbers(text: string): string {
  return text.replace(/\[figure:\d{1,4}\]/g, '[figure]');
}

function findEnd(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0;
    if (depth <= 0) return index + 1;
  }
  return tokens.length;
}

function readBlock(tokens: readonly Token[], start: number, figures: readonly FigureWords[]): Block {
  const pieces: Piece[] = [];
  let head = '';
  let headAt = -1;
  let row: string[] | null = null;
  let rowAt = -1;
  let mark = '';
  tokens.forEach((token, place) => {
    const at = start + place;
    if (token.type === 'inline') {
      const line = readInline(token.children ?? [], figures);
      if (row !== null) {
        if (row.push(line) === 1) rowAt = at;
      } else if (line !== '') {
        pieces.push({ text: `${mark}${line}`, at });
        mark = '';
      }
    } else if (token.type === 'list_item_open') {
      const { task } = readMark(token);
      mark = task === undefined ? '- ' : task === 'done' ? '- [x] ' : '- [ ] ';
    } else if (token.type === 'tr_open') {
      row = [];
      rowAt = at;
    } else if (token.type === 'tr_close') {
      pieces.push({ text: (row ?? []).join(' | '), at: rowAt });
      row = null;
    } else if (token.type === 'thead_close') {
      // A header row of a table inside a list is an ordinary piece.
      const first = pieces.at(-1);
      if (tokens[0]?.type === 'table_open' && first !== undefined && first.text.length <= longestHead) {
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

function readCode(token: Token, figures: readonly FigureWords[]): string[] {
  const { figure } = readMark(token);
  if (figure !== undefined) return [describeFigure(figure, figures)];
  const code = token.content.trim();
  return code === '' || code.length > longestCode ? [] : [code];
}

function readInline(children: readonly Token[], figures: readonly FigureWords[]): string {
  let text = '';
  let plain: Token[] = [];
  for (const child of children) {
    const figure = child.type === 'image' ? readMark(child).figure : undefined;
    if (figure === undefined) plain.push(child);
    else {
      text += `${readPlain(plain)} ${describeFigure(figure, figures)} `;
      plain = [];
    }
  }
  return `${text}${readPlain(plain)}`.trim();
}

function describeFigure(number: number, figures: readonly FigureWords[]): string {
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
function* divide({ pieces, head }: Block): Generator<Piece> {
  const lead = head === '' ? '' : `${head}\n`;
  let part = '';
  let at = -1;
  for (const piece of pieces) {
    for (const text of divideLong(piece.text)) {
      if (part !== '' && lead.length + part.length + text.length > most) {
        yield { text: lead + part, at };
        part = '';
      }
      if (part === '') at = piece.at;
      part += part === '' ? text : `\n${text}`;
    }
  }
  if (part !== '') yield { text: lead + part, at };
}

function divideLong(piece: string): string[] {
  if (piece.length <= most) return [piece];
  const parts: string[] = [];
  let part = '';
  for (const sentence of splitSentences(piece).flatMap(divideEndless)) {
    if (part !== '' && part.length + sentence.length > most) {
      parts.push(part);
      part = '';
    }
    part += part === '' ? sentence : ` ${sentence}`;
  }
  return part === '' ? parts : [...parts, part];
}

function divideEndless(sentence: string): string[] {
  return sentence.length <= most
    ? [sentence]
    : (sentence.match(/[\s\S]{1,1199}(?:\s|$)|[\s\S]{1,1200}/gu) ?? [sentence]);
}
