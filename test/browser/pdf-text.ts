import { inflateSync } from 'node:zlib';

/** Text of each page of a PDF written by Chromium: uncompressed objects, glyph ids with a ToUnicode map. */
export function readPdfPages(pdf: Buffer): string[] {
  const raw = pdf.toString('latin1');
  const objects = new Map<string, string>();
  for (const [, number = '', body = ''] of raw.matchAll(/(\d+) 0 obj\b([\s\S]*?)endobj/g))
    objects.set(number, body);
  const find = (reference: string | undefined) => objects.get(reference ?? '') ?? '';
  const pages = [...objects.values()].filter((body) => /\/Type\s*\/Page\b(?!s)/.test(body));
  return pages.map((page) => {
    const fonts = new Map<string, Map<number, string>>();
    const list =
      /\/Font\s*<<([\s\S]*?)>>/.exec(page)?.[1] ??
      /\/Font\s*<<([\s\S]*?)>>/.exec(find(/\/Resources (\d+) 0 R/.exec(page)?.[1]))?.[1];
    for (const [, name = '', number] of (list ?? '').matchAll(/\/(\S+) (\d+) 0 R/g))
      fonts.set(name, parseToUnicode(streamOf(find(/\/ToUnicode (\d+) 0 R/.exec(find(number))?.[1]))));
    const contents = [...page.matchAll(/\/Contents\s*\[?((?:\s*\d+ 0 R)+)/g)]
      .flatMap(([, references = '']) => [...references.matchAll(/(\d+) 0 R/g)])
      .map(([, number]) => streamOf(find(number)))
      .join('\n');
    return readText(contents, fonts);
  });
}

/** By its length: compressed bytes may end in what looks like a line break. */
function streamOf(body: string): string {
  const found = /stream\r?\n/.exec(body);
  if (!found) return '';
  const start = found.index + found[0].length;
  const length = Number(/\/Length (\d+)/.exec(body)?.[1]);
  const bytes = Buffer.from(body.slice(start, start + length), 'latin1');
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

/** ToUnicode map: `<0003> <0020>` single glyphs, `<0010> <0015> <0041>` ranges. */
function parseToUnicode(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  const say = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, part = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', letter = ''] of part.matchAll(/<(\w+)>\s*<(\w+)>/g))
      letters.set(Number.parseInt(glyph, 16), say(letter));
  for (const [, part = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', letter = ''] of part.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      for (let glyph = first; glyph <= last; glyph += 1) {
        const code = Number.parseInt(letter, 16) + glyph - first;
        letters.set(glyph, String.fromCharCode(code));
      }
    }
  return letters;
}

function readText(contents: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let letters: ReadonlyMap<number, string> = new Map();
  let words = '';
  for (const [whole, font, shown] of contents.matchAll(
    /\/(\S+) [\d.]+ Tf|((?:\[[^\]]*\]|<[0-9A-Fa-f]*>)\s*T[jJ])|ET/g,
  )) {
    if (font) letters = fonts.get(font) ?? letters;
    else if (shown)
      for (const [, hex = ''] of shown.matchAll(/<([0-9A-Fa-f]*)>/g))
        for (const [glyph] of hex.matchAll(/.{4}/g)) words += letters.get(Number.parseInt(glyph, 16)) ?? '';
    else if (whole === 'ET') words += ' ';
  }
  return words;
}
