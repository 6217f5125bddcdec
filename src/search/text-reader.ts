import { createWorkerLine, type WorkerLine } from '../threads/worker-line.ts';
import { type HtmlOptions, renderHtml } from './html.ts';
import { type FigureSource, readMarkdown } from './markdown.ts';
import type { FigureDraft, PassageDraft } from './passage.ts';
import { cutPassages } from './passages.ts';
import { takeExcerpt } from './plain-text.ts';
import { compareTexts, type DifferencePart } from './text-difference.ts';
import type { TextReply, TextWork } from './text-worker.ts';

export interface ReadText {
  excerpt: string;
  /** In reading order, not drawn yet. */
  figures: FigureSource[];
  /** The passages of the text, with the words on its figures. */
  cut(title: string, figures: FigureDraft[]): Promise<PassageDraft[]>;
}

/** What is longer is read apart from the service: a tenth of a second of reading would be one for everybody. */
const longestHere = 5_000;
/** The longest text there can be takes a tenth of it; it bounds what nobody thought of. */
const mostMilliseconds = 10_000;
/** Whoever waits holds a connection to the database, of which there are ten. */
const mostWaiting = 8;

let shared: WorkerLine<TextWork, TextReply> | undefined;

function ask(request: TextWork) {
  shared ??= createWorkerLine<TextWork, TextReply>({
    module: new URL('./text-worker', import.meta.url),
    memoryMegabytes: 512,
    mostWaiting,
  });
  return shared.ask({ request, milliseconds: mostMilliseconds });
}

export async function closeTextReader(): Promise<void> {
  await shared?.close();
  shared = undefined;
}

/** Undefined when too many texts are being read, or this one cannot be read in any reasonable time. */
export async function readText(body: string, excerptLength: number): Promise<ReadText | undefined> {
  if (body.length <= longestHere) {
    const markdown = readMarkdown(body);
    return {
      excerpt: takeExcerpt(markdown, excerptLength),
      figures: markdown.figures,
      cut: async (title, figures) => cutPassages(markdown, title, figures),
    };
  }
  const { reply } = await ask({ kind: 'read', body, excerptLength });
  if (typeof reply === 'string' || !('excerpt' in reply)) return undefined;
  return { ...reply, cut: (title, figures) => cutApart(body, title, figures) };
}

async function cutApart(body: string, title: string, figures: FigureDraft[]): Promise<PassageDraft[]> {
  // Only the words of a drawing are in a passage; the drawing itself need not travel.
  const words = figures.map((figure) => ({ ...figure, svg: null }));
  const { reply } = await ask({ kind: 'cut', body, title, figures: words });
  if (typeof reply === 'string' || !('passages' in reply))
    throw new Error(`The passages of a text could not be cut: ${JSON.stringify(reply).slice(0, 20)}`);
  return reply.passages;
}

/** The text as a safe page; undefined as above. */
export async function renderText(body: string, options: HtmlOptions): Promise<string | undefined> {
  if (body.length <= longestHere) return renderHtml(readMarkdown(body), options);
  const { reply } = await ask({ kind: 'render', body, options });
  return typeof reply === 'string' || !('html' in reply) ? undefined : reply.html;
}

/** What became of a text, word by word; undefined as above. */
export async function findDifference(before: string, after: string): Promise<DifferencePart[] | undefined> {
  if (before.length + after.length <= longestHere) return compareTexts(before, after);
  const { reply } = await ask({ kind: 'compare', before, after });
  return typeof reply === 'string' || !('difference' in reply) ? undefined : reply.difference;
}
