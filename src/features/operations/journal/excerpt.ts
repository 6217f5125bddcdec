import { withoutMentions } from '../../../domain/rules/mentions.ts';
import { readMarkdown } from '../../../engines/search/markdown.ts';
import { takeExcerpt } from '../../../engines/search/plain-text.ts';

/** More than any excerpt needs; what lies behind is never parsed, so a long text costs no more than a short one. */
const readAhead = 2000;
const mostLines = 100;

/** The beginning of a text in plain words. Tokens are left out: what they name may be hidden from the reader. */
export function excerptFrom(body: string): string {
  const start = body
    .slice(0, readAhead)
    .toWellFormed()
    .split(/\r\n?|\n/, mostLines)
    .join('\n');
  return takeExcerpt(readMarkdown(withoutMentions(start)), 200)
    .replace(/\s+/gu, ' ')
    .replace(/ (?=[.,;:!?)])/g, '');
}
