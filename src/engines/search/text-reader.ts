import { type Requester, serviceRequester } from '../../base/threads/fair-share.ts';
import { createWorkerQueue } from '../../base/threads/worker-queue.ts';
import { createDiagramDrawer } from '../markup/diagrams.ts';
import { type FigureSource, readMarkdown } from '../markup/markdown.ts';
import { takeExcerpt } from '../markup/plain-text.ts';
import type { DifferencePart } from '../markup/text-difference.ts';
import type { MergedText } from '../markup/text-merge.ts';
import { type DrawnFigures, drawFigures } from './figures.ts';
import type { FigureDraft, PassageDraft } from './passage.ts';
import { type ArticleHtmlOptions, renderArticle } from './passage-anchors.ts';
import { splitIntoPassages } from './passages.ts';
import type { TextReply, TextWork } from './text-worker.ts';

export interface ParsedText {
  excerpt: string;
  /** In reading order, not drawn yet. */
  figures: FigureSource[];
  /** Splits the text into passages, including the text of its figures. */
  splitIntoPassages(title: string, figures: FigureDraft[]): Promise<PassageDraft[]>;
}

/** Processing of article texts; long texts are processed in worker threads, started on first use. */
export interface TextReader {
  /** Undefined if the queue is full or the text takes too long. */
  read(body: string, excerptLength: number, requester?: Requester): Promise<ParsedText | undefined>;
  /** Renders sanitized HTML; undefined as above. */
  render(body: string, options: ArticleHtmlOptions, requester?: Requester): Promise<string | undefined>;
  /** Word diff; undefined as above. */
  compare(before: string, after: string, requester?: Requester): Promise<DifferencePart[] | undefined>;
  /** Both changes of one base, joined by paragraphs; `merged` undefined: they meet. Undefined as above. */
  merge(
    texts: { base: string; one: string; other: string },
    requester?: Requester,
  ): Promise<{ merged: MergedText } | undefined>;
  /** Draws the diagrams and keeps the pictures. */
  draw(figures: FigureSource[], requester?: Requester): Promise<DrawnFigures>;
  close(): Promise<void>;
}

/** Longer texts go to a worker thread, as they would block the event loop. */
const maxInlineLength = 2_000;
/** Each level of nested quotation scans all its lines. */
const maxInlineLines = 100;
const isShort = (body: string) =>
  body.length <= maxInlineLength && body.split(/[\r\n]/, maxInlineLines + 1).length <= maxInlineLines;
/** The longest allowed text takes a tenth of this. */
const timeoutMs = 10_000;
/** Queue limit; each entry may hold a text of 300,000 characters. */
const maxQueued = 64;

export function createTextReader(): TextReader {
  const line = createWorkerQueue<TextWork, TextReply>({
    module: new URL('./text-worker', import.meta.url),
    memoryMegabytes: 512,
    maxWaiting: maxQueued,
  });
  const drawer = createDiagramDrawer();
  const ask = (request: TextWork, requester: Requester) =>
    line.run(requester, { request, milliseconds: timeoutMs });

  async function cutApart(
    body: string,
    title: string,
    figures: FigureDraft[],
    requester: Requester,
  ): Promise<PassageDraft[]> {
    // Passages contain only the text of a drawing, so the SVG is not sent.
    const words = figures.map((figure) => ({ ...figure, svg: null }));
    const { reply } = await ask({ kind: 'cut', body, title, figures: words }, requester);
    if (typeof reply === 'string' || !('passages' in reply))
      throw new Error(`The passages of a text could not be cut: ${JSON.stringify(reply).slice(0, 20)}`);
    return reply.passages;
  }

  return {
    async read(body, excerptLength, requester = serviceRequester) {
      if (isShort(body)) {
        const markdown = readMarkdown(body);
        return {
          excerpt: takeExcerpt(markdown, excerptLength),
          figures: markdown.figures,
          splitIntoPassages: async (title, figures) => splitIntoPassages(markdown, title, figures),
        };
      }
      const { reply } = await ask({ kind: 'read', body, excerptLength }, requester);
      if (typeof reply === 'string' || !('excerpt' in reply)) return undefined;
      return { ...reply, splitIntoPassages: (title, figures) => cutApart(body, title, figures, requester) };
    },
    async render(body, options, requester = serviceRequester) {
      if (isShort(body)) return renderArticle(readMarkdown(body), options);
      const { reply } = await ask({ kind: 'render', body, options }, requester);
      return typeof reply === 'string' || !('html' in reply) ? undefined : reply.html;
    },
    async compare(before, after, requester = serviceRequester) {
      const { reply } = await ask({ kind: 'compare', before, after }, requester);
      return typeof reply === 'string' || !('difference' in reply) ? undefined : reply.difference;
    },
    async merge(texts, requester = serviceRequester) {
      const { reply } = await ask({ kind: 'merge', ...texts }, requester);
      return typeof reply === 'string' || !('merged' in reply) ? undefined : reply;
    },
    draw: (figures, requester = serviceRequester) =>
      drawFigures({ figures }, { draw: (request) => drawer.draw(request, requester) }),
    async close() {
      await Promise.all([line.close(), drawer.close()]);
    },
  };
}
