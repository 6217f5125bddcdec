import { splitLines } from './text-section.ts';

export interface Paragraph {
  /** Its first line in the text, from 0. */
  line: number;
  text: string;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** Headings, quotes, tables, lists, pictures, indented code, footnotes and HTML are corrected in the whole text. */
const special = /^(?: {4}|\t| {0,3}(?:[#>|<\-*+!]|\d{1,9}[.)]|={2,}|\[\^))/;

/** Paragraphs of plain words, each found exactly once in the text, so that it can be replaced by itself. */
export function listParagraphs(body: string): Paragraph[] {
  const found: Paragraph[] = [];
  const lines = splitLines(body);
  let open: string | null = null;
  for (let from = 0; from < lines.length; from += 1) {
    const marks: string | undefined = fence.exec(lines[from] ?? '')?.[1];
    if (open !== null) {
      if (marks?.startsWith(open)) open = null;
      continue;
    }
    if (marks) {
      open = marks;
      continue;
    }
    let to = from;
    while ((lines[to] ?? '').trim() !== '' && !fence.test(lines[to] ?? '')) to += 1;
    const block = lines.slice(from, to);
    if (block.length > 0 && !block.some((line) => special.test(line)))
      found.push({ line: from, text: block.join('\n') });
    from = Math.max(from, to - 1);
  }
  const counts = new Map<string, number>();
  for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  return found.filter(({ text }) => counts.get(text) === 1);
}
