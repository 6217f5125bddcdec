import { type Markdown, readInlineText } from './markdown.ts';

/** Plain text without diagrams and code: one line per paragraph, heading, list item or table cell. */
export function toPlainText(markdown: Markdown): string {
  const lines: string[] = [];
  for (const token of markdown.tokens) {
    if (token.type === 'footnote_block_open') break;
    if (token.type !== 'inline') continue;
    const line = readInlineText(token.children ?? []);
    if (line !== '') lines.push(line);
  }
  return lines.join('\n');
}

/** The beginning of the text without headings, cut at a word; never longer than `length`. */
export function takeExcerpt(markdown: Markdown, length: number): string {
  let text = '';
  const { tokens } = markdown;
  for (let index = 0; index < tokens.length && text.length <= length; index += 1) {
    const token = tokens[index];
    if (token?.type === 'footnote_block_open') break;
    if (token?.type !== 'inline' || tokens[index - 1]?.type === 'heading_open') continue;
    const line = readInlineText(token.children ?? []).replace(/\s+/g, ' ');
    if (line !== '') text += text === '' ? line : ` ${line}`;
  }
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:–—-]+$/u, '').replace(/[\uD800-\uDBFF]$/, '')}…`;
}
