import type { Requester } from '../../base/threads/fair-share.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import type { FigureSource } from '../../engines/markup/markdown.ts';
import type { DrawnFigures } from '../../engines/search/figures.ts';
import type { FigureDraft, PassageDraft } from '../../engines/search/passage.ts';
import type { TextReader } from '../../engines/search/text-reader.ts';

const excerptLength = 280;

/** A parsed body, without search passages. */
export interface ParsedBody {
  body: string;
  excerpt: string;
  figures: FigureDraft[];
}

/** A parsed body with search passages. */
export interface IndexedBody extends ParsedBody {
  title: string;
  passages: PassageDraft[];
}

const tooBusy = {
  en: 'Too many texts are being read just now. Send it again in a few seconds.',
  ru: 'Сейчас читается слишком много текстов. Отправьте ещё раз через несколько секунд.',
};

type ParseContext = { readonly services: { readonly texts: TextReader } } & Requester;

/** Refuses a body with an invalid diagram, naming its line. Slow: never call inside a transaction. */
export async function parseBody(reading: ParseContext, body: string): Promise<ParsedBody> {
  const { figures, excerpt } = await parseAndDraw(reading, body);
  return { body, excerpt, figures };
}

/** Like readBody, with passages for the search index. */
export async function parseBodyForIndex(
  reading: ParseContext,
  { title, body }: { readonly title: string; readonly body: string },
): Promise<IndexedBody> {
  const { figures, excerpt, splitIntoPassages } = await parseAndDraw(reading, body);
  return { title, body, excerpt, figures, passages: await splitIntoPassages(title, figures) };
}

async function parseAndDraw({ services: { texts }, share, signal }: ParseContext, body: string) {
  const requester = { share, signal };
  const text = (await texts.read(body, excerptLength, requester)) ?? refuse.unavailable(tooBusy);
  const { figures, mistakes } = await texts.draw(text.figures, requester);
  if (mistakes.length > 0) {
    refuse.invalidFields(
      { body: mistakes.map(({ message }) => message) },
      { lines: mistakes.map(({ line }) => line) },
    );
  }
  return { ...text, figures };
}

/** Draws the diagrams of a preview: drawings where possible, else the errors with their lines. Stores nothing. */
export async function drawBody(
  reading: ParseContext,
  body: string,
  isWanted: (source: FigureSource) => boolean = () => true,
): Promise<DrawnFigures> {
  const wanted = (await listFigureSources(reading, body)).filter(isWanted);
  return reading.services.texts.draw(wanted, reading);
}

/** Figures of a text in reading order, not drawn. */
export async function listFigureSources(reading: ParseContext, body: string): Promise<FigureSource[]> {
  return ((await reading.services.texts.read(body, 0, reading)) ?? refuse.unavailable(tooBusy)).figures;
}

/** Collapses whitespace to keep a title on one line. */
export function cleanTitle(title: string): string {
  return title.replace(/\s+/gu, ' ').trim();
}
