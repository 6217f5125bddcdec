import { refuse } from '../kernel/refusal.ts';
import type { DrawnFigures } from '../search/figures.ts';
import type { FigureSource } from '../search/markdown.ts';
import type { FigureDraft, PassageDraft } from '../search/passage.ts';
import type { TextReader } from '../search/text-reader.ts';

const excerptLength = 280;

/** A body read once: what lists show of it, and what the index is made of. */
export interface ReadBody {
  body: string;
  excerpt: string;
  figures: FigureDraft[];
  cut(title: string): Promise<PassageDraft[]>;
}

const tooBusy = {
  en: 'Too many texts are being read just now. Send it again in a few seconds.',
  ru: 'Сейчас читается слишком много текстов. Отправьте ещё раз через несколько секунд.',
};

const tooManyDiagrams = {
  en: 'Other diagrams are being drawn just now. Send it again in a few seconds.',
  ru: 'Сейчас рисуются другие схемы. Отправьте ещё раз через несколько секунд.',
};

/** Refuses a body with a diagram that cannot be drawn, naming its line. */
export async function readBody(texts: TextReader, body: string): Promise<ReadBody> {
  const text = (await texts.read(body, excerptLength)) ?? refuse.busy(tooBusy);
  const { figures, mistakes } = (await texts.draw(text.figures)) ?? refuse.busy(tooManyDiagrams);
  if (mistakes.length > 0) {
    refuse.invalidFields(
      { body: mistakes.map(({ message }) => message) },
      { lines: mistakes.map(({ line }) => line) },
    );
  }
  return { body, excerpt: text.excerpt, figures, cut: (title) => text.cut(title, figures) };
}

/**
 * The diagrams of a text that is still being written, or is only looked at: drawn where they can be, else the fault and
 * its line. Nothing is kept of them.
 */
export async function drawBody(
  texts: TextReader,
  body: string,
  isWanted: (source: FigureSource) => boolean = () => true,
): Promise<DrawnFigures> {
  const wanted = (await listSources(texts, body)).filter(isWanted);
  return (await texts.draw(wanted)) ?? refuse.busy(tooManyDiagrams);
}

/** What a text shows beside its words, in reading order, not drawn yet. */
export async function listSources(texts: TextReader, body: string): Promise<FigureSource[]> {
  return ((await texts.read(body, 0)) ?? refuse.busy(tooBusy)).figures;
}

/** A title is one line, whatever was pasted. */
export function cleanTitle(title: string): string {
  return title.replace(/\s+/gu, ' ').trim();
}
