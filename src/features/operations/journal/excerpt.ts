import { omitMentions } from '../../../domain/rules/mentions.ts';
import { readMarkdown } from '../../../engines/markup/markdown.ts';
import { takeExcerpt } from '../../../engines/markup/plain-text.ts';

/** Enough for any excerpt; the rest is not parsed, so that a long text costs no more than a short one. */
const readAhead = 2000;
const maxLines = 100;

/** The beginning as plain text, without mention tokens: their targets may be hidden from the reader. */
export function createExcerpt(body: string): string {
  const start = body
    .slice(0, readAhead)
    .toWellFormed()
    .split(/\r\n?|\n/, maxLines)
    .join('\n');
  return takeExcerpt(readMarkdown(omitMentions(start)), 200)
    .replace(/\s+/gu, ' ')
    .replace(/ (?=[.,;:!?)])/g, '');
}
