import { escapeHtml } from '../../base/i18n/escape-html.ts';
import { findDateFormat } from '../../base/i18n/format-date.ts';
import type { Language, Text } from '../../base/i18n/text.ts';
import { deletedName, shortenName } from '../../domain/rules/short-name.ts';

/** How the pages of one copy say things. */
export interface CopyReader {
  readonly language: Language;
  readonly timeZone: string;
}

const style = `
:root{color-scheme:light dark}
body{font:17px/1.5 system-ui,sans-serif;max-width:42rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h2{margin:2rem 0 .5rem}ul{padding:0;list-style:none}li{padding:.5rem 0;border-top:1px solid #8884}
p{margin:.25rem 0}small{opacity:.75}.said{white-space:pre-wrap}.own{border-inline-start:3px solid #2a7d4f;padding-inline-start:.75rem}
a{color:inherit}`;

/** A page of its own without script: nothing of what it shows is run, and nothing is fetched. */
export const beginPage = (title: string, { language }: CopyReader) =>
  `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body>
<h1 dir="auto">${escapeHtml(title)}</h1>
`;

export const endPage = '</body></html>\n';

/** Words of people: whatever direction or sign they contain stays inside the element. */
export const quote = (words: string, tag: 'bdi' | 'p' = 'bdi') =>
  tag === 'bdi' ? `<bdi>${escapeHtml(words)}</bdi>` : `<p class="said" dir="auto">${escapeHtml(words)}</p>`;

export const link = (href: string, words: string) =>
  `<a href="${escapeHtml(href.split('/').map(encodeURIComponent).join('/'))}">${quote(words)}</a>`;

/** A name with its identifier beside it. */
export const withId = (shown: string, id: string) => `${shown} <small>${escapeHtml(id)}</small>`;

export function formatMoment(at: Date, { language, timeZone }: CopyReader): string {
  const shown = findDateFormat(language, timeZone, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone === 'UTC' && { timeZoneName: 'short' as const }),
  }).format(at);
  return `<time datetime="${at.toISOString()}">${escapeHtml(shown)}</time>`;
}

/** As neighbours read it. */
export function formatPerson(fullName: string, { language }: CopyReader): string {
  return fullName === deletedName ? formerResident[language] : shortenName(fullName);
}

const formerResident = { en: 'former resident', ru: deletedName } as const satisfies Text;
