import { refuse } from '../kernel/refusal.ts';
import { type DrawnFigures, drawFigures } from '../search/figures.ts';
import type { FigureSource } from '../search/markdown.ts';
import type { FigureDraft, PassageDraft } from '../search/passage.ts';
import { readText } from '../search/text-reader.ts';

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

/** Refuses a body with a diagram that cannot be drawn, naming its line. */
export async function readBody(body: string): Promise<ReadBody> {
  const text = (await readText(body, excerptLength)) ?? refuse.busy(tooBusy);
  const { figures, mistakes } = await drawInTurn(text.figures);
  if (mistakes.length > 0) {
    refuse.invalidFields(
      { body: mistakes.map(({ message }) => message) },
      { lines: mistakes.map(({ line }) => line) },
    );
  }
  return { body, excerpt: text.excerpt, figures, cut: (title) => text.cut(title, figures) };
}

/** Whoever draws holds a connection to the database: slow diagrams must not take all of them. */
const mostDrawing = 4;
let drawing = 0;

async function drawInTurn(sources: FigureSource[]): Promise<DrawnFigures> {
  const text = { figures: sources };
  if (!sources.some(({ kind }) => kind !== 'picture')) return drawFigures(text);
  if (drawing >= mostDrawing) {
    refuse.busy({
      en: 'Other diagrams are being drawn just now. Send it again in a few seconds.',
      ru: 'Сейчас рисуются другие схемы. Отправьте ещё раз через несколько секунд.',
    });
  }
  drawing += 1;
  try {
    return await drawFigures(text);
  } finally {
    drawing -= 1;
  }
}

/** A title is one line, whatever was pasted. */
export function cleanTitle(title: string): string {
  return title.replace(/\s+/gu, ' ').trim();
}
