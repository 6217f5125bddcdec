import type { Requester } from '../../base/threads/fair-share.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import type { DrawnFigures } from '../../engines/search/figures.ts';
import type { FigureSource } from '../../engines/search/markdown.ts';
import type { FigureDraft, PassageDraft } from '../../engines/search/passage.ts';
import type { TextReader } from '../../engines/search/text-reader.ts';

const excerptLength = 280;

/** A parsed body, without search passages. */
export interface ReadBody {
  body: string;
  excerpt: string;
  figures: FigureDraft[];
}

/** A parsed body with search passages. */
export interface IndexedBody extends ReadBody {
  title: string;
  passages: PassageDraft[];
}

const tooBusy = {
  en: 'Too many texts are being read just now. Send it again in a few seconds.',
  ru: 'Сейчас читается слишком много текстов. Отправьте ещё раз через несколько секунд.',
};

type Reading = { readonly services: { readonly texts: TextReader } } & Requester;

/** Refuses a body with an invalid diagram, naming its line. Slow: never call inside a transaction. */
export async function readBody(reading: Reading, body: string): Promise<ReadBody> {
  const { figures, excerpt } = await readAndDraw(reading, body);
  return { body, excerpt, figures };
}

/** Like readBody, with passages for the search index. */
export async function readForIndex(
  reading: Reading,
  { title, body }: { readonly title: string; readonly body: string },
): Promise<IndexedBody> {
  const { figures, excerpt, cut } = await readAndDraw(reading, body);
  return { title, body, excerpt, figures, passages: await cut(title, figures) };
}

async function readAndDraw({ services: { texts }, share, signal }: Reading, body: string) {
  const requester = { share, signal };
  const text = (await texts.read(body, excerptLength, requester)) ?? refuse.busy(tooBusy);
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
  reading: Reading,
  body: string,
  isWanted: (source: FigureSource) => boolean = () => true,
): Promise<DrawnFigures> {
  const wanted = (await listSources(reading, body)).filter(isWanted);
  return reading.services.texts.draw(wanted, reading);
}

/** Figures of a text in reading order, not drawn. */
export async function listSources(reading: Reading, body: string): Promise<FigureSource[]> {
  return ((await reading.services.texts.read(body, 0, reading)) ?? refuse.busy(tooBusy)).figures;
}

/** Collapses whitespace to keep a title on one line. */
export function cleanTitle(title: string): string {
  return title.replace(/\s+/gu, ' ').trim();
}
