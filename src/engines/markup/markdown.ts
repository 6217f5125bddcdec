import markdownIt, { type Token } from 'markdown-it';
import { limitParser } from './markdown-bounds.ts';
import { addFootnotes, hasTooManyFootnotes } from './markdown-footnotes.ts';
import { markCallouts, markTasks } from './markdown-token-meta.ts';
import { useFastTokens } from './markdown-tokens.ts';

export type { Token };

/** A parsed text; HTML, excerpt, passages and figures are all made from these tokens. */
export interface Markdown {
  tokens: Token[];
  /** Figures in reading order, numbered from 1. */
  figures: FigureSource[];
}

export type FigureSource =
  | { number: number; kind: 'picture'; caption: string; mediaId: string; line: number }
  | {
      number: number;
      kind: 'mermaid' | 'dot';
      caption: string;
      /** The caption is a paragraph right after the diagram. */
      isCaptionInText: boolean;
      source: string;
      line: number;
    };

const maxUrlLength = 2000;

/** Allowed URL schemes. URLs without a scheme are relative to the site and allowed, too. */
const schemes = ['http', 'https', 'mailto', 'tel', 'media'];

export function isSafeUrl(address: string): boolean {
  if (address.length > maxUrlLength || address.startsWith('//') || /[\\\p{Cc}]/u.test(address)) return false;
  const scheme = /^\s*([^/?#:]*):/.exec(address)?.[1];
  return scheme === undefined || schemes.includes(scheme.toLowerCase());
}

/** Raw HTML stays text. */
function createParser() {
  const parser = markdownIt({ html: false, linkify: false, typographer: false, maxNesting: 40 });
  parser.disable(['html_block', 'html_inline', 'linkify', 'replacements', 'smartquotes']);
  parser.validateLink = isSafeUrl;
  useFastTokens(parser);
  limitParser(parser);
  return parser;
}

const plainParser = createParser();
const parser = createParser().use(addFootnotes);

export function readMarkdown(source: string): Markdown {
  const text = source.replaceAll('\0', '');
  const tokens = (hasTooManyFootnotes(text) ? plainParser : parser).parse(text, {});
  markTasks(tokens);
  markCallouts(tokens);
  return { tokens, figures: numberFigures(tokens) };
}

/** The media id of a picture of the article's own library: `media:<id>` or `/media/<id>…`. */
export function readMediaId(address: string): string | null {
  return /^(?:media:|\/media\/)(\d{1,19})(?![\d])/.exec(address)?.[1] ?? null;
}

const diagramKinds: ReadonlyMap<string, 'mermaid' | 'dot'> = new Map([
  ['mermaid', 'mermaid'],
  ['dot', 'dot'],
  ['graphviz', 'dot'],
]);

function numberFigures(tokens: readonly Token[]): FigureSource[] {
  const figures: FigureSource[] = [];
  tokens.forEach((token, index) => {
    const line = (token.map?.[0] ?? 0) + 1;
    if (token.type === 'fence') {
      const [language = '', ...rest] = token.info.trim().split(/\s+/);
      const kind = diagramKinds.get(language.toLowerCase());
      if (kind === undefined) return;
      const number = figures.length + 1;
      token.meta = { figure: number };
      const named = rest.join(' ');
      const caption = named || findCaptionAfter(tokens, index);
      figures.push({ number, kind, caption, isCaptionInText: named === '', source: token.content, line });
    }
    for (const child of token.children ?? []) {
      if (child.type !== 'image') continue;
      const mediaId = readMediaId(String(child.attrGet('src') ?? ''));
      if (mediaId === null) continue;
      const number = figures.length + 1;
      child.meta = { figure: number };
      const caption = readInlineText(child.children ?? []) || String(child.attrGet('title') ?? '');
      figures.push({ number, kind: 'picture', caption, mediaId, line });
    }
  });
  return figures;
}

const captionPrefix = /^(рис|схема|чертеж|чертёж|диаграмма|fig|figure|diagram|scheme)/iu;

/** The paragraph after a diagram is its caption if it is in italics or begins like one. */
function findCaptionAfter(tokens: readonly Token[], index: number): string {
  const inline = tokens[index + 1]?.type === 'paragraph_open' ? tokens[index + 2] : undefined;
  if (inline?.type !== 'inline') return '';
  const text = readInlineText(inline.children ?? []);
  const children = inline.children ?? [];
  const isItalic = children[0]?.type === 'em_open' && children.at(-1)?.type === 'em_close';
  return text.length <= 300 && (isItalic || captionPrefix.test(text)) ? text : '';
}

/** Plain text of inline tokens. */
export function readInlineText(children: readonly Token[]): string {
  let text = '';
  for (const child of children) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') text += ' ';
    else if (child.type === 'image') text += readInlineText(child.children ?? []);
    else if (child.type !== 'footnote_ref') text += child.content;
  }
  return text.trim();
}
