import { slugFrom } from './slug.ts';

export interface Section {
  /** The heading in address form; a repeated one is numbered. */
  anchor: string;
  heading: string;
  /** The heading and all under it, up to the next one of its rank or a higher. */
  text: string;
}

/** Nobody reads by so many; the headings after them are words of the last. */
const mostSections = 2000;

const fence = /^ {0,3}(`{3,}|~{3,})/;
const headingLine = /^ {0,3}(#{1,6})[ \t]+([^ \t].*)/s;

/** Without the hashes that may stand after it. From behind and by hand: an expression would try every way to part them. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  for (const marks of [' \t', '#', ' \t']) while (end > 1 && marks.includes(heading[end - 1] ?? '')) end -= 1;
  return heading.slice(0, end);
}

/** At whatever ends a line; by a plain character where it can be, which is ten times as fast as an expression. */
export function splitLines(body: string): string[] {
  return (body.includes('\r') ? body.replaceAll(/\r\n?/g, '\n') : body).split('\n');
}

/** The parts of a markdown text that begin with a heading, in reading order. What stands in a fenced block is no heading. */
export function listSections(body: string): Section[] {
  const lines = splitLines(body);
  const headings: { at: number; rank: number; heading: string }[] = [];
  let open: string | undefined;
  for (let at = 0; at < lines.length && headings.length < mostSections; at += 1) {
    const line = lines[at] as string;
    if (line === '') continue;
    const marks = fence.exec(line)?.[1];
    if (open !== undefined) {
      if (marks?.startsWith(open)) open = undefined;
    } else if (marks !== undefined) open = marks;
    else {
      const [, hashes, heading] = headingLine.exec(line.slice(0, 1000)) ?? [];
      if (hashes !== undefined && heading !== undefined)
        headings.push({ at, rank: hashes.length, heading: withoutClosing(heading) });
    }
  }
  const used = new Map<string, number>();
  return headings.map(({ at, rank, heading }, place) => {
    const slug = slugFrom(heading);
    const count = (used.get(slug) ?? 0) + 1;
    used.set(slug, count);
    let end = place + 1;
    while ((headings[end]?.rank ?? 0) > rank) end += 1;
    return {
      anchor: count === 1 ? slug : `${slug}-${count}`,
      heading,
      text: lines.slice(at, headings[end]?.at).join('\n').trim(),
    };
  });
}
