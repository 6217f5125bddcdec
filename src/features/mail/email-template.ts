import { escapeHtml } from '../../base/i18n/escape-html.ts';
import { removeInvisible } from '../../base/i18n/invisible-characters.ts';
import type { Language } from '../../base/i18n/text.ts';

/** An email before it is rendered as text and HTML. */
export interface EmailContent {
  language: Language;
  heading: string;
  paragraphs?: readonly string[];
  /** The call to action. */
  button?: { label: string; link: string };
  /** Events, each with its link and, where it cannot wait for the page, its text. */
  entries?: readonly EmailEntry[];
  footer: readonly { sentence: string; link?: string }[];
}

export interface EmailEntry {
  sentence: string;
  link: string;
  paragraphs?: readonly string[];
}

/** Collapses whitespace, so that no title can forge the parts of an email around it. */
function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export function renderEmailText(content: EmailContent): string {
  const blocks = [
    content.heading,
    ...(content.paragraphs ?? []),
    ...(content.button ? [`${content.button.label}:\n${content.button.link}`] : []),
    ...(content.entries ?? []).flatMap(({ sentence, link, paragraphs = [] }) => [
      `• ${collapseWhitespace(sentence)}\n  ${link}`,
      ...paragraphs,
    ]),
    '-- ',
    ...content.footer.map(({ sentence, link }) => (link === undefined ? sentence : `${sentence}\n${link}`)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const style = {
  body: 'margin:0;padding:24px 16px;background:#f5f3ee;color:#22302a;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif',
  sheet: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px',
  heading: 'margin:0 0 16px;font-size:22px;line-height:1.3',
  button:
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#2f6b4f;color:#ffffff;text-decoration:none;font-weight:600',
  entry: 'margin:0 0 12px',
  link: 'color:#2f6b4f',
  footer: 'max-width:560px;margin:16px auto 0;color:#5c6862;font-size:13px',
} as const;

/** Inline styles and nothing fetched: an email must look the same offline, and opening it must not be tracked. */
export function renderEmailHtml(content: EmailContent): string {
  const parts = [
    `<h1 style="${style.heading}">${escapeHtml(content.heading)}</h1>`,
    ...(content.paragraphs ?? []).map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(content.button
      ? [
          `<p><a style="${style.button}" href="${escapeHtml(content.button.link)}">${escapeHtml(content.button.label)}</a></p>`,
          `<p style="font-size:13px;word-break:break-all">${escapeHtml(content.button.link)}</p>`,
        ]
      : []),
    ...(content.entries ?? []).map(
      ({ sentence, link, paragraphs = [] }) =>
        `<p style="${style.entry}"><a style="${style.link}" href="${escapeHtml(link)}">${escapeHtml(collapseWhitespace(sentence))}</a></p>` +
        paragraphs.map((paragraph) => `<p style="${style.entry}">${escapeHtml(paragraph)}</p>`).join(''),
    ),
  ];
  const footer = content.footer.map(({ sentence, link }) =>
    link === undefined
      ? `<p>${escapeHtml(sentence)}</p>`
      : `<p><a style="${style.link}" href="${escapeHtml(link)}">${escapeHtml(sentence)}</a></p>`,
  );
  return (
    `<!doctype html><html lang="${content.language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(content.heading)}</title></head>` +
    `<body style="${style.body}"><div style="${style.sheet}">${parts.join('')}</div>` +
    `<div style="${style.footer}">${footer.join('')}</div></body></html>`
  );
}

/** One line, truncated to 120 characters. */
export function formatSubject(text: string): string {
  const line = collapseWhitespace(removeInvisible(text));
  return line.length > 120 ? `${line.slice(0, 119).toWellFormed()}…` : line;
}
