import { refuse } from '../kernel/refusal.ts';
import { type DrawnFigures, drawFigures } from '../search/figures.ts';
import { type Markdown, readMarkdown } from '../search/markdown.ts';
import type { FigureDraft } from '../search/passage.ts';
import { takeExcerpt } from '../search/plain-text.ts';

const excerptLength = 280;

/** A body read once: what lists show of it, and what the index is made of. */
export interface ReadBody {
  body: string;
  excerpt: string;
  markdown: Markdown;
  figures: FigureDraft[];
}

/** Refuses a body with a diagram that cannot be drawn, naming its line. */
export async function readBody(body: string): Promise<ReadBody> {
  const markdown = readMarkdown(body);
  const { figures, mistakes } = await drawInTurn(markdown);
  if (mistakes.length > 0) {
    refuse.invalidFields(
      { body: mistakes.map(({ message }) => message) },
      { lines: mistakes.map(({ line }) => line) },
    );
  }
  return { body, excerpt: takeExcerpt(markdown, excerptLength), markdown, figures };
}

/** Whoever draws holds a connection to the database: slow diagrams must not take all of them. */
const mostDrawing = 4;
let drawing = 0;

async function drawInTurn(markdown: Markdown): Promise<DrawnFigures> {
  if (!markdown.figures.some(({ kind }) => kind !== 'picture')) return drawFigures(markdown);
  if (drawing >= mostDrawing) {
    refuse.busy({
      en: 'Other diagrams are being drawn just now. Send it again in a few seconds.',
      ru: 'Сейчас рисуются другие схемы. Отправьте ещё раз через несколько секунд.',
    });
  }
  drawing += 1;
  try {
    return await drawFigures(markdown);
  } finally {
    drawing -= 1;
  }
}

/** A title is one line, whatever was pasted. */
export function cleanTitle(title: string): string {
  return title.replace(/\s+/gu, ' ').trim();
}
