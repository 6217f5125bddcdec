import { isId } from '../../../../domain/kernel/identifier.ts';
import { omitMentions } from '../../../../domain/rules/mentions.ts';

/** A mention such as `object:12`, and its label in the editor. */
export interface MentionLabel {
  readonly key: string;
  readonly label: string;
}

const mentionToken = /\[((?:object|media|task|gallery):[1-9]\d{0,18})\]/g;

/**
 * Assigns unique labels: duplicates get a number, and labels that occur in the text are avoided. Known labels are
 * kept, so that a submitted text is parsed with the labels it was written with.
 */
export function assignLabels(
  body: string,
  things: readonly { key: string; title: string }[],
  known: readonly MentionLabel[] = [],
): MentionLabel[] {
  const taken = new Set(known.map(({ label }) => label));
  const named = new Set(known.map(({ key }) => key));
  /** The last number of each name: a text may mention a thousand things of one name. */
  const counts = new Map<string, number>();
  const fresh = things
    .filter(({ key }) => !named.has(key))
    .map(({ key, title }) => {
      const plain =
        title
          .replaceAll(/[\s@[\]]+/g, ' ')
          .trim()
          .slice(0, 80) || '…';
      let count = counts.get(plain) ?? 1;
      let label = count === 1 ? plain : `${plain} (${count})`;
      while (taken.has(label) || body.includes(`@${label}`)) {
        count += 1;
        label = `${plain} (${count})`;
      }
      counts.set(plain, count);
      taken.add(label);
      return { key, label };
    });
  return [...known, ...fresh];
}

/** Replaces mention tokens by labels (`@Антоновка`); unchanged if the result could not be parsed back. */
export function replaceTokensWithLabels(body: string, labels: readonly MentionLabel[]): string {
  const byKey = new Map(labels.map(({ key, label }) => [key, label]));
  const shown = body.replace(mentionToken, (typed, key: string) =>
    byKey.has(key) ? `@${byKey.get(key)}` : typed,
  );
  return replaceLabelsWithTokens(shown, labels) === body ? shown : body;
}

/** Replaces labels (`@Антоновка`) by mention tokens; the longest label wins. */
export function replaceLabelsWithTokens(text: string, labels: readonly MentionLabel[]): string {
  if (labels.length === 0) return text;
  const byLabel = new Map(labels.map(({ key, label }) => [label, key]));
  const words = [...byLabel.keys()].sort((a, b) => b.length - a.length).map(escapeRegExp);
  const named = new RegExp(`(?<![\\p{L}\\p{N}])@(${words.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return text.replace(named, (_, label: string) => `[${byLabel.get(label)}]`);
}

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Value of the hidden `label` field, by which the submitted text is parsed. */
export const formatLabelField = ({ key, label }: MentionLabel): string => `${key}=${label}`;

export function parseLabelFields(fields: readonly string[]): MentionLabel[] {
  return fields.slice(0, 1000).flatMap((field) => {
    const [, key, id, label] =
      /^((?:object|media|task|gallery):(\d{1,19}))=([^@[\]\n\r]{1,100})$/.exec(field) ?? [];
    return key && label && isId(id ?? '') ? [{ key, label }] : [];
  });
}

/**
 * The first line as a title without markup. All readers see the same title, so mentions are left out: names of objects
 * are visible to the residents of the plot only.
 */
export function deriveTitle(body: string): string {
  const sentence = findFirstSentence(findFirstLine(body) ?? '');
  if (sentence.length <= maxTitleLength) return sentence;
  const cut = sentence.slice(0, maxTitleLength);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxTitleLength / 2)).trimEnd()}…`;
}

const maxTitleLength = 80;

/** Up to the mark before a capital letter; the dot of an abbreviation, as in `ул. Садовая`, ends no sentence. */
function findFirstSentence(line: string): string {
  for (const { index, 0: mark } of line.matchAll(/[.!?…]+(?=\s+[\p{Lu}\p{Pi}\p{Ps}"])/gu)) {
    const before = line.slice(0, index);
    if (mark === '.' && /(?<!\p{L})\p{L}{1,3}$/u.test(before)) continue;
    return mark === '.' ? before : before + mark;
  }
  return line.endsWith('.') && !line.endsWith('..') ? line.slice(0, -1) : line;
}

/** Characters of a line that are looked at. */
const maxLineLength = 1000;

function findFirstLine(text: string): string | undefined {
  for (const line of text.split('\n')) {
    const words = omitMentions(line.slice(0, maxLineLength))
      .replace(/^[\s#>*+-]+|^\d+[.)]\s+/g, '')
      .replaceAll(/[*_`@]|!?\[|\]\([^)]*\)/g, '')
      .replace(/[\s,:;–—-]+$/, '')
      .trim();
    if (/[^\s\p{P}]/u.test(words)) return words;
  }
  return undefined;
}
