import { refuse } from '../kernel/refusal.ts';
import { drawFigures } from '../search/figures.ts';
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
  const { figures, mistakes } = await drawFigures(markdown);
  if (mistakes.length > 0) {
    refuse.invalidFields(
      { body: mistakes.map(({ message }) => message) },
      { lines: mistakes.map(({ line }) => line) },
    );
  }
  return { body, excerpt: takeExcerpt(markdown, excerptLength), markdown, figures };
}

/** A title is one line, whatever was pasted. */
export function cleanTitle(title: string): string {
  return title.replace(/\s+/gu, ' ').trim();
}
