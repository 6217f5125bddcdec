/** Parser of the HTML our pages render. Strict on purpose: it throws at anything unexpected. */
export type Tag = {
  readonly name: string;
  readonly closing: boolean;
  /** Written with a slash at its end: `<br/>`. */
  readonly selfClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
};
export type Piece = { readonly tag: Tag } | { readonly text: string };

const tagPattern = /^<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z][\w:-]*(?:="[^"<]*")?)*)\s*\/?>/;
const attributePattern = /([a-zA-Z][\w:-]*)(?:="([^"]*)")?/g;

export function parseHtml(html: string): Piece[] {
  const start = '<!doctype html>';
  if (!html.startsWith(start)) throw new Error('The document has no doctype');
  const pieces: Piece[] = [];
  let rest = html.slice(start.length);
  while (rest) {
    if (!rest.startsWith('<')) {
      const end = rest.indexOf('<');
      pieces.push({ text: readEntities(end < 0 ? rest : rest.slice(0, end)) });
      rest = end < 0 ? '' : rest.slice(end);
      continue;
    }
    const match = tagPattern.exec(rest);
    if (!match) throw new Error(`Not a tag: ${rest.slice(0, 120)}`);
    const attributes = new Map<string, string>();
    for (const [, name = '', value = ''] of (match[3] ?? '').matchAll(attributePattern)) {
      if (attributes.has(name)) throw new Error(`Attribute twice: ${match[0]}`);
      attributes.set(name.toLowerCase(), readEntities(value));
    }
    pieces.push({
      tag: {
        name: match[2] ?? '',
        closing: match[1] === '/',
        selfClosing: match[0].endsWith('/>'),
        attributes,
      },
    });
    rest = rest.slice(match[0].length);
  }
  return pieces;
}

export function listOpeningTags(html: string, ...names: string[]): Tag[] {
  return parseHtml(html).flatMap((piece) =>
    'tag' in piece && !piece.tag.closing && (names.length === 0 || names.includes(piece.tag.name))
      ? piece.tag
      : [],
  );
}

/** Names of tags and attributes without texts and values: equal for safe and hostile data if all is escaped. */
export function tagSkeleton(html: string): string[] {
  return parseHtml(html).flatMap((piece) =>
    'tag' in piece
      ? `${piece.tag.closing ? '/' : ''}${piece.tag.name} ${[...piece.tag.attributes.keys()].join(' ')}`
      : [],
  );
}

/** Visible texts and labels for screen readers, without code samples. */
export function listVisibleTexts(html: string): string[] {
  let inCode = 0;
  return parseHtml(html).flatMap((piece) => {
    if ('text' in piece) return inCode > 0 ? [] : piece.text.trim();
    if (piece.tag.name === 'code') inCode += piece.tag.closing ? -1 : 1;
    return ['aria-label', 'alt', 'title', 'placeholder', 'data-copied'].flatMap(
      (name) => piece.tag.attributes.get(name) ?? [],
    );
  });
}

function readEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
