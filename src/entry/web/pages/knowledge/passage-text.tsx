import { normaliseWords } from '../../../../engines/search/words.ts';

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

const figureLinePattern = /^\[figure:(\d{1,4})\]\s*/;

type PassageTextProps = {
  readonly text: string;
  readonly found?: readonly string[];
  /** By their numbers in the article. */
  readonly figures?: ReadonlyMap<string, ShownFigure>;
};

/** A passage as paragraphs, with its figures as images where available. */
export function PassageText({ text, found = [], figures }: PassageTextProps) {
  const meant = new Set(found);
  return (
    <>
      {text
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line, index) => {
          const figure = figures?.get(figureLinePattern.exec(line)?.[1] ?? '');
          if (figure)
            return (
              <figure key={index}>
                <a href={figure.src}>
                  <img src={figure.src} alt={figure.caption} loading="lazy" />
                </a>
                {figure.caption && <figcaption class="small soft">{figure.caption}</figcaption>}
              </figure>
            );
          return (
            <p key={index}>
              <HighlightedText text={line.replace(figureLinePattern, '')} found={meant} />
            </p>
          );
        })}
    </>
  );
}

/** Text for the clipboard: the quote, the article's title and its URL. */
export function formatQuote(quote: { text: string; title: string; url: string }): string {
  const plain = quote.text.replaceAll(/\[figure:\d{1,4}\]\s*/g, '').trim();
  return `«${plain}»\n— ${quote.title}\n${quote.url}`;
}
