import { slugFrom } from './slug.ts';

export interface Section {
  /** The heading in address form; a repeated one is numbered. */
  anchor: string;
  heading: string;
  /** The heading and all under it, up to the next one of its rank or a higher. */
  text: string;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const headingLine = /^ {0,3}(#{1,6})[ \t]+([^ \t].*)/s;

/** Without the hashes that may stand after it. From behind and by hand: an expression would try every way to part them. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  for (const marks of [' \t', '#', ' \t']) while (end > 1 && marks.includes(heading[end - 1] ?? '')) end -= 1;
  return heading.slice(0, end);
}

/** The parts of a markdown text that begin with a heading, in reading order. What stands in a fenced block is no heading. */
export function listSections(body: string): Section[] {
  const lines = body.split(/\r\n?|\n/);
  const headings: { at: number; rank: number; heading: string }[] = [];
  let open: string | undefined;
  for (const [at, line] of lines.entries()) {
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
