import { type Language, writtenLanguage } from '../../../../base/i18n/text.ts';
import { isId } from '../../../../domain/kernel/fields.ts';
import { hideMentions, withoutMentions } from '../../../../domain/rules/mentions.ts';

/** A thing a text may name: `object:12`, and the words that stand for it while somebody writes. */
export interface Label {
  readonly key: string;
  readonly label: string;
}

const token = /\[((?:object|media|task|gallery):[1-9]\d{0,18})\]/g;

/**
 * Things with words of their own each: doubles get a number, and nothing that stands in the text already is taken.
 * Those that have words keep them, so that a text can be read by the words it was written with.
 */
export function labelThings(
  body: string,
  things: readonly { key: string; title: string }[],
  known: readonly Label[] = [],
): Label[] {
  const taken = new Set(known.map(({ label }) => label));
  const named = new Set(known.map(({ key }) => key));
  const fresh = things
    .filter(({ key }) => !named.has(key))
    .map(({ key, title }) => {
      const plain =
        title
          .replaceAll(/[\s@[\]]+/g, ' ')
          .trim()
          .slice(0, 80) || '…';
      let label = plain;
      for (let count = 2; taken.has(label) || body.includes(`@${label}`); count += 1)
        label = `${plain} (${count})`;
      taken.add(label);
      return { key, label };
    });
  return [...known, ...fresh];
}

/** The text as its writer sees it: `@Антоновка` in place of tokens. Left as it is where it could not be read back. */
export function showLabels(body: string, labels: readonly Label[]): string {
  const byKey = new Map(labels.map(({ key, label }) => [key, label]));
  const shown = body.replace(token, (typed, key: string) => (byKey.has(key) ? `@${byKey.get(key)}` : typed));
  return readLabels(shown, labels) === body ? shown : body;
}

/** The text as it is kept: tokens in place of `@Антоновка`; of two that begin alike the longer one. */
export function readLabels(text: string, labels: readonly Label[]): string {
  if (labels.length === 0) return text;
  const byLabel = new Map(labels.map(({ key, label }) => [label, key]));
  const words = [...byLabel.keys()].sort((a, b) => b.length - a.length).map(literally);
  const named = new RegExp(`(?<![\\p{L}\\p{N}])@(${words.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return text.replace(named, (_, label: string) => `[${byLabel.get(label)}]`);
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** As a hidden field of the form carries it, so that the text is read by the words it was written with. */
export const writeLabel = ({ key, label }: Label): string => `${key}=${label}`;

export function readLabelFields(fields: readonly string[]): Label[] {
  return fields.slice(0, 1000).flatMap((field) => {
    const [, key, id, label] = /^((?:object|media|task|gallery):(\d{1,19}))=(.{1,100})$/.exec(field) ?? [];
    return key && label && isId(id ?? '') ? [{ key, label }] : [];
  });
}

const pictureToken = /\[media:(\d{1,19})\]/g;
const onlyPictures = /^\s*(?:\[media:[1-9]\d{0,18}\]\s*)*$/;

/** The text without the photographs that stand alone at its end, and those. */
export function splitPhotographs(body: string): { text: string; ids: string[] } {
  // Line by line from the end: one expression for all of them would begin anew at every empty line.
  const lines = body.split('\n');
  let first = lines.length;
  while (first > 0 && onlyPictures.test(lines[first - 1] ?? '')) first -= 1;
  const ids = [...lines.slice(first).join('\n').matchAll(pictureToken)].map(([, id = '']) => id);
  return ids.length === 0 ? { text: body, ids } : { text: lines.slice(0, first).join('\n').trimEnd(), ids };
}

/** The text with its photographs: those it does not name itself stand together at its end. */
export function joinPhotographs(text: string, ids: readonly string[]): string {
  const left = [...new Set(ids)].filter((id) => isId(id) && !text.includes(`[media:${id}]`));
  const pictures = left.map((id) => `[media:${id}]`).join(' ');
  return [text.trimEnd(), pictures].filter(Boolean).join('\n\n');
}

/**
 * The first line as a title, in plain words. Everybody reads the same title, so what the line names is called by its
 * plain word: names of things in a garden are for those who live there.
 */
export function titleFrom(body: string, language: Language): string {
  const written = writtenLanguage(withoutMentions(body)) ?? language;
  const line = firstWords(hideMentions(body, new Set(), written));
  if (line === undefined || line.length <= 80) return line ?? '';
  const cut = line.slice(0, 80);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 40)).trimEnd()}…`;
}

/** More of a line than a title takes is not looked at. */
const mostOfLine = 1000;

function firstWords(text: string): string | undefined {
  for (const line of text.split('\n')) {
    const words = line
      .slice(0, mostOfLine)
      .replace(/^[\s#>*+-]+|^\d+[.)]\s+/g, '')
      .replaceAll(/[*_`@]|!?\[|\]\([^)]*\)/g, '')
      .trim();
    if (words !== '') return words;
  }
  return undefined;
}
