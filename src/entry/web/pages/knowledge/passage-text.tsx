import { normaliseWords } from '../../../../engines/search/words.ts';
import { type PassageBlock, readPassageBlocks, shortenPassage } from './passage-blocks.ts';

export interface ShownFigure {
  readonly src: string;
  readonly caption: string;
}

/** Includes combining marks and soft hyphens, which the search index strips. */
const wordPattern = /[\p{L}\p{N}\p{M}\u00AD]+/gu;

/** A paragraph with the matched words highlighted. */
function HighlightedText({ text, found }: { text: string; found: ReadonlySet<string> }) {
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
  readonly found?: readonly string[];
  /** By their numbers in the article. */
  readonly figures?: ReadonlyMap<string, ShownFigure>;
};

/** A passage with its lists and tables, and its figures as images where available. */
export function PassageText({ text, found = [], figures }: PassageTextProps) {
  return <Blocks blocks={readPassageBlocks(text)} found={new Set(found)} figures={figures} />;
}

/** About five lines of a passage; `isCut` when there is more. */
export function shortPassage({ text, found = [], figures }: PassageTextProps) {
  const meant = new Set(found);
  const isFound = (words: string) =>
    [...words.matchAll(wordPattern)].some(([word]) => meant.has(normaliseWords(word)));
  const { blocks, isCut } = shortenPassage(readPassageBlocks(text), isFound);
  return { isCut, content: <Blocks blocks={blocks} found={meant} figures={figures} /> };
}

type BlocksProps = {
  readonly blocks: readonly PassageBlock[];
  readonly found: ReadonlySet<string>;
  readonly figures: ReadonlyMap<string, ShownFigure> | undefined;
};

function Blocks({ blocks, found, figures }: BlocksProps) {
  const captions = new Set([...(figures?.values() ?? [])].map(({ caption }) => caption));
  return (
    <>
      {blocks.map((block, index) => {
        if (block.kind === 'figure') return <Figure key={index} figure={figures?.get(block.number)} />;
        if (block.kind === 'list')
          return (
            <ul key={index}>
              {block.items.map((item) => (
                <li key={item}>
                  <HighlightedText text={item} found={found} />
                </li>
              ))}
            </ul>
          );
        if (block.kind === 'table') return <PassageTable key={index} rows={block.rows} found={found} />;
        // It stands under the figure already.
        if (captions.has(block.text)) return null;
        return (
          <p key={index}>
            <HighlightedText text={block.text} found={found} />
          </p>
        );
      })}
    </>
  );
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

function PassageTable({ rows, found }: { rows: readonly (readonly string[])[]; found: ReadonlySet<string> }) {
  const [head = [], ...body] = rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has focus can be scrolled by the keyboard
    <div class="scroller" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                <HighlightedText text={cell} found={found} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) => (
                <td key={at}>
                  <HighlightedText text={cell} found={found} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Text for the clipboard: the quote without diagrams, the article's title and its URL. */
export function formatQuote(quote: { text: string; title: string; url: string }): string {
  const plain = quote.text
    .replaceAll(/\[figure:\d{1,4}\].*/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return `«${plain}»\n— ${quote.title}\n${quote.url}`;
}
