import type { Text } from '../../../base/i18n/text.ts';
import { limits } from './limits.ts';
import { inLine } from './unreadable-file.ts';

/** Parser event: an element opens or closes, or text. `end`: offset after it. */
export type XmlStep = { end: number } & (
  | { kind: 'open'; name: string; attribute(name: string): string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text(): string }
);

const broken: Text = { en: 'The XML of the file is broken.', ru: 'Файл записан не по правилам XML.' };
const doctypeRefused: Text = {
  en: 'The file declares a document type or entities of its own; neither is read.',
  ru: 'В файле объявлены свой тип документа или сущности; такое не читается.',
};
const tooDeep: Text = {
  en: `The file nests deeper than ${limits.xmlDepth} levels.`,
  ru: `Вложенность файла больше ${limits.xmlDepth} уровней.`,
};

/** Linear-time XML scanner; fetches nothing and expands no entities. */
export function* readXml(text: string): Generator<XmlStep> {
  const open: string[] = [];
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('<', at);
    const end = next === -1 ? text.length : next;
    const words = text.slice(at, end);
    if (words.trim() !== '') yield { end, kind: 'text', text: () => decodeEntities(words) };
    if (next === -1) break;
    if (text.startsWith('<!--', next)) at = findEnd(text, '-->', next + 4);
    else if (text.startsWith('<![CDATA[', next)) {
      at = findEnd(text, ']]>', next + 9);
      const words = text.slice(next + 9, at - 3);
      yield { end: at, kind: 'text', text: () => words };
    } else if (text.startsWith('<?', next)) at = findEnd(text, '?>', next + 2);
    else if (text.startsWith('<!', next)) throw inLine(doctypeRefused, text, next);
    else {
      at = findEnd(text, '>', next + 1);
      const tag = text.slice(next + 1, at - 1);
      if (tag.startsWith('/')) {
        const name = localName(tag.slice(1));
        if (open.pop() !== name) throw inLine(broken, text, next);
        yield { end: at, kind: 'close', name };
        continue;
      }
      const isEmpty = tag.endsWith('/');
      const name = localName(tag);
      if (name === '') throw inLine(broken, text, next);
      yield { end: at, kind: 'open', name, attribute: (wanted) => readAttribute(tag, wanted), isEmpty };
      if (isEmpty) yield { end: at, kind: 'close', name };
      else open.push(name);
      if (open.length > limits.xmlDepth) throw inLine(tooDeep, text, next);
    }
  }
  if (open.length > 0) throw inLine(broken, text, text.length);
}

function findEnd(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at === -1) throw inLine(broken, text, from);
  return at + mark.length;
}

/** Removes the namespace prefix. */
function localName(tag: string): string {
  const name = tag.slice(0, 100).split(/[\s/]/, 1)[0] ?? '';
  return name.slice(name.indexOf(':') + 1);
}

function readAttribute(tag: string, wanted: string): string {
  for (const quote of ['"', "'"]) {
    const at = tag.indexOf(` ${wanted}=${quote}`);
    if (at === -1) continue;
    const from = at + wanted.length + 3;
    const end = tag.indexOf(quote, from);
    if (end !== -1) return decodeEntities(tag.slice(from, end));
  }
  return '';
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return namedEntities[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
