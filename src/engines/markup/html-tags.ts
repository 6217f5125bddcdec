import { escapeHtml } from '../../base/i18n/escape-html.ts';

/** Allow-list of tags and attributes; nothing else is ever written. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  p: [],
  h1: ['id'],
  h2: ['id'],
  h3: ['id'],
  h4: ['id'],
  h5: ['id'],
  h6: ['id'],
  em: [],
  strong: [],
  s: [],
  code: ['class'],
  pre: [],
  br: [],
  hr: [],
  ul: [],
  ol: ['start'],
  li: ['id', 'class'],
  input: ['type', 'disabled', 'checked'],
  blockquote: [],
  aside: ['class', 'role'],
  div: ['class', 'tabindex', 'role', 'aria-label'],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['class'],
  td: ['class'],
  a: ['href', 'title', 'rel', 'id', 'class', 'aria-label'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'referrerpolicy'],
  figure: ['id'],
  figcaption: [],
  sup: ['class'],
  section: ['class'],
};

export function openTag(tag: string, attributes: Readonly<Record<string, string | undefined>> = {}): string {
  const names = allowed[tag];
  if (names === undefined) return '';
  let html = `<${tag}`;
  for (const name of names) {
    const value = attributes[name];
    if (value !== undefined) html += ` ${name}="${escapeHtml(value)}"`;
  }
  return `${html}>`;
}

export const closeTag = (tag: string) => (allowed[tag] === undefined ? '' : `</${tag}>`);
