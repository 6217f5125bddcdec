import { slugify } from './slug.ts';

export interface Section {
  /** Slug of the heading; repeated ones are numbered. */
  anchor: string;
  heading: string;
  /** The heading and everything up to the next heading of the same or a higher level. */
  text: string;
  /** Its lines: the first, and the one after the last. */
  lines: readonly [from: number, to: number];
}

/** Bounds the work; later headings count as text of the last section. */
const maxSections = 2000;

const fence = /^ {0,3}(`{3,}|~{3,})/;
const headingLine = /^ {0,3}(#{1,6})[ \t]+([^ \t].*)/s;

/** Strips closing hashes after a space, by hand: a regular expression would backtrack. The one of `C#` stays. */
function stripClosingHashes(heading: string): string {
  const trimmed = heading.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end -= 1;
  return /[ \t]/.test(trimmed[end - 1] ?? '') ? trimmed.slice(0, end).trimEnd() : trimmed;
}

/** Splits at LF, CRLF and CR; without CR by a plain string, ten times as fast as a regular expression. */
export function splitLines(body: string): string[] {
  return (body.includes('\r') ? body.replaceAll(/\r\n?/g, '\n') : body).split('\n');
}

/** Sections of a markdown text in reading order. Lines in fenced code blocks are not headings. */
export function listSections(body: string): Section[] {
  const lines = splitLines(body);
  const headings: { at: number; rank: number; heading: string }[] = [];
  let open: string | undefined;
  for (let at = 0; at < lines.length && headings.length < maxSections; at += 1) {
    const line = lines[at] as string;
    if (line === '') continue;
    const marks = fence.exec(line)?.[1];
    if (open !== undefined) {
      if (marks?.startsWith(open)) open = undefined;
    } else if (marks !== undefined) open = marks;
    else {
      const [, hashes, heading] = headingLine.exec(line.slice(0, 1000)) ?? [];
      if (hashes !== undefined && heading !== undefined)
        headings.push({ at, rank: hashes.length, heading: stripClosingHashes(heading) });
    }
  }
  const used = new Map<string, number>();
  return headings.map(({ at, rank, heading }, place) => {
    const slug = slugify(heading);
    const count = (used.get(slug) ?? 0) + 1;
    used.set(slug, count);
    let end = place + 1;
    while ((headings[end]?.rank ?? 0) > rank) end += 1;
    const to = headings[end]?.at ?? lines.length;
    return {
      anchor: count === 1 ? slug : `${slug}-${count}`,
      heading,
      text: lines.slice(at, to).join('\n').trim(),
      lines: [at, to] as const,
    };
  });
}

/**
 * The whole text with one section replaced. The heading stays unless the new text begins with one of its own level;
 * everything outside the section stays letter for letter, but for line ends.
 */
export function replaceSection(body: string, { lines: [from, to] }: Section, put: string): string {
  const lines = splitLines(body);
  const heading = lines[from] as string;
  const rank = (line: string) => headingLine.exec(line.slice(0, 1000))?.[1]?.length;
  const text = splitLines(put).join('\n').trim();
  const own = rank(text.split('\n', 1)[0] as string) === rank(heading) ? [text] : [heading, '', text];
  const tail = lines.slice(to);
  return [...lines.slice(0, from), ...own, ...(tail.length > 0 ? ['', ...tail] : [])].join('\n');
}
