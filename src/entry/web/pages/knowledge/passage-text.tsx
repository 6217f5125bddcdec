import {
  formatRow,
  type PassageBlock,
  readPassageBlocks,
} from '../../../../engines/search/passage-blocks.ts';
import { normaliseWords } from '../../../../engines/search/words.ts';
import { hasSentence, shortenPassage } from './passage-excerpt.ts';

export interface ShownFigure {
  readonly src: string;
  readonly caption: string;
}

/** Includes combining marks and soft hyphens, which the search index strips. */
const wordPattern = /[\p{L}\p{N}\p{M}\u00AD]+/gu;

interface Marked {
  readonly found: ReadonlySet<string>;
  readonly sentence: string | undefined;
}

/** A text with the sentence that answers marked, and the matched words. */
function MarkedText({ text, marked }: { text: string; marked: Marked }) {
  const { found, sentence } = marked;
  if (!hasSentence(text, sentence)) return <MatchedWords text={text} found={found} />;
  const at = text.indexOf(sentence);
  return (
    <>
      <MatchedWords text={text.slice(0, at)} found={found} />
      <mark class="sentence">
        <MatchedWords text={sentence} found={found} />
      </mark>
      <MatchedWords text={text.slice(at + sentence.length)} found={found} />
    </>
  );
}

function MatchedWords({ text, found }: { text: string; found: ReadonlySet<string> }) {
  const parts: (string | { mark: string })[] = [];
  let at = 0;
  for (const match of text.matchAll(wordPattern)) {
    if (!found.has(normaliseWords(match[0]))) continue;
    parts.push(text.slice(at, match.index), { mark: match[0] });
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return (
    <>
      {parts.map((part, index) => (typeof part === 'string' ? part : <mark key={index}>{part.mark}</mark>))}
    </>
  );
}

type PassageTextProps = {
  readonly text: string;
  readonly found?: readonly string[] | undefined;
  /** Of the text, the one that answers. */
  readonly sentence?: string | undefined;
  /** By their numbers in the article. */
  readonly figures?: ReadonlyMap<string, ShownFigure>;
};

/** A passage with its lists and tables, and its figures as images where available. */
export function PassageText({ text, found = [], sentence, figures }: PassageTextProps) {
  const marked = { found: new Set(found), sentence };
  return <Blocks blocks={readPassageBlocks(text)} marked={marked} figures={figures} />;
}

/** About five lines of a passage; `isCut` when there is more. */
export function shortPassage({ text, found = [], sentence, figures }: PassageTextProps) {
  const meant = new Set(found);
  const isFound = (words: string) =>
    [...words.matchAll(wordPattern)].some(([word]) => meant.has(normaliseWords(word)));
  const { blocks, isCut } = shortenPassage(readPassageBlocks(text), { sentence, isFound });
  return { isCut, content: <Blocks blocks={blocks} marked={{ found: meant, sentence }} figures={figures} /> };
}

type BlocksProps = {
  readonly blocks: readonly PassageBlock[];
  readonly marked: Marked;
  readonly figures: ReadonlyMap<string, ShownFigure> | undefined;
};

function Blocks({ blocks, marked, figures }: BlocksProps) {
  const captions = listCaptions(figures);
  return (
    <>
      {blocks.map((block, index) => {
        if (block.kind === 'figure') return <Figure key={index} figure={figures?.get(block.number)} />;
        if (block.kind === 'list') return <PassageList key={index} block={block} marked={marked} />;
        if (block.kind === 'table') return <PassageTable key={index} rows={block.rows} marked={marked} />;
        // It stands under the figure already.
        if (captions.has(block.text)) return null;
        return (
          <p key={index}>
            <MarkedText text={block.text} marked={marked} />
          </p>
        );
      })}
    </>
  );
}

function listCaptions(figures: PassageTextProps['figures']): ReadonlySet<string> {
  return new Set([...(figures?.values() ?? [])].map(({ caption }) => caption));
}

function Figure({ figure }: { figure: ShownFigure | undefined }) {
  if (!figure) return null;
  return (
    <figure>
      <a href={figure.src}>
        <img src={figure.src} alt={figure.caption} loading="lazy" />
      </a>
      {figure.caption && <figcaption class="small soft">{figure.caption}</figcaption>}
    </figure>
  );
}

function PassageList({ block, marked }: { block: PassageBlock & { kind: 'list' }; marked: Marked }) {
  const items = block.items.map((item, at) => (
    <li key={at}>
      <MarkedText text={item} marked={marked} />
    </li>
  ));
  return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
}

function PassageTable({ rows, marked }: { rows: readonly (readonly string[])[]; marked: Marked }) {
  const [head = [], ...body] = rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has focus can be scrolled by the keyboard
    <div class="scroller" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                <MatchedWords text={cell} found={marked.found} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => {
            // Of a row that answers, every cell is marked.
            const isAnswer = formatRow(row) === marked.sentence;
            return (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={at}>
                    <MarkedText
                      text={cell}
                      marked={{ found: marked.found, sentence: isAnswer && cell !== '' ? cell : undefined }}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Text for the clipboard: the quote without figures and their captions, the article's title and its URL. */
export function formatQuote(quote: {
  text: string;
  title: string;
  url: string;
  figures?: PassageTextProps['figures'];
}): string {
  const plain = leaveOutFigures(quote.text, quote.figures);
  return [...(plain === '' ? [] : [`«${plain}»`]), `— ${quote.title}`, quote.url].join('\n');
}

/** The words of a passage that can be quoted. */
export function leaveOutFigures(text: string, figures?: PassageTextProps['figures']): string {
  const captions = listCaptions(figures);
  return text
    .replaceAll(/\[figure:\d{1,4}\].*/g, '')
    .split('\n')
    .filter((line) => line === '' || !captions.has(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
