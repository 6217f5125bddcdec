import type { Language, Text } from '../../base/i18n/text.ts';
import { isId } from '../kernel/identifier.ts';
import { splitLines } from './text-section.ts';

/** What a text may point at. A gallery is the photographs of one object, or of a plot, by its identifier. */
export const mentionTypes = ['object', 'media', 'task', 'gallery'] as const;
export type MentionType = (typeof mentionTypes)[number];

export interface Mention {
  type: MentionType;
  id: string;
}

/** The key of a mention in a reply: the token without its brackets. */
export function mentionKey({ type, id }: Mention): string {
  return `${type}:${id}`;
}

const token = /(?<!\\)\[(object|media|task|gallery):([1-9]\d{0,18})\]/g;

/** Mentions in order of first appearance, each once. Tokens inside code are examples and ignored. */
export function findMentions(body: string): Mention[] {
  if (body.search(token) === -1) return [];
  const found = new Map<string, Mention>();
  for (const match of blankCode(body).matchAll(token)) {
    const mention = { type: match[1] as MentionType, id: match[2] as string };
    const key = mentionKey(mention);
    if (isId(mention.id) && !found.has(key)) found.set(key, mention);
  }
  return [...found.values()];
}

const maxMentions = 1000;
const tooManyText: Text = {
  en: `A text may name at most ${maxMentions} things.`,
  ru: `В тексте может быть не больше ${maxMentions} упоминаний.`,
};

/** The limit of every text, saved or only previewed: each mention is looked up, titled and linked. */
export function checkMentionCount(mentions: readonly Mention[]): true | Text {
  return mentions.length <= maxMentions || tooManyText;
}

/** Replaces a mention that the reader may not see, or whose target is gone. */
const maskTexts: Record<MentionType, Text> = {
  object: { en: 'an object', ru: 'объект' },
  media: { en: 'a photograph', ru: 'фотография' },
  task: { en: 'a task', ru: 'задача' },
  gallery: { en: 'photographs', ru: 'фотографии' },
};

/** Replaces every mention whose key is not in `seen` with a plain word. */
export function maskMentions(body: string, seen: ReadonlySet<string>, language: Language): string {
  const hidden = new Set(
    findMentions(body)
      .map(mentionKey)
      .filter((key) => !seen.has(key)),
  );
  if (hidden.size === 0) return body;
  return body.replace(token, (typed, type: MentionType, id: string) =>
    hidden.has(mentionKey({ type, id })) ? maskTexts[type][language] : typed,
  );
}

/** Words that say nothing once the thing they lead to is left out. */
const leadIns = new Set(
  (
    'а без в во возле вокруг для до за и из или к ко между на над о об обо около от перед по под после при про с со у ' +
    'через a about an and around at behind by for from in near of on or our my the to under with'
  ).split(' '),
);

/**
 * The text without its mentions, for titles and excerpts: one wording for all readers, some of whom may not know the
 * names. Words that led to a mention go with it.
 */
export function omitMentions(text: string): string {
  const named = new Set(findMentions(text).map(mentionKey));
  let kept = '';
  let from = 0;
  const keepUntil = (end: number, isLast: boolean) => {
    const typed = text.slice(from, end);
    const isBetween = from > 0 && !isLast && /^[ ,]*$/.test(typed);
    const piece = isBetween ? '' : isLast ? typed : trimLeadIn(typed);
    const isSentenceStart = from > 0 && /(?:^|[\n.!?…])[ \t]*$/.test(kept.slice(-20));
    kept += isSentenceStart ? capitalize(piece) : piece;
  };
  for (const { index, 0: typed } of text.matchAll(token)) {
    if (!named.has(typed.slice(1, -1))) continue;
    keepUntil(index, false);
    from = index + typed.length;
  }
  if (from === 0) return text;
  keepUntil(text.length, true);
  return kept;
}

const isBlank = (character: string | undefined) =>
  character === ' ' || character === '\u00a0' || character === '\t';
const isLetter = (character: string | undefined) => character !== undefined && /\p{L}/u.test(character);
const longestLeadIn = Math.max(...[...leadIns].map((word) => word.length));

function trimLeadIn(text: string): string {
  let end = text.length;
  for (;;) {
    while (isBlank(text[end - 1])) end -= 1;
    let start = end;
    while (end - start <= longestLeadIn && isLetter(text[start - 1])) start -= 1;
    if (!leadIns.has(text.slice(start, end).toLowerCase())) return text.slice(0, end);
    end = start;
  }
}

function capitalize(text: string): string {
  const words = text.replace(/^[ \t\u00a0]+/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A cheap check before the regular expression: a text may have hundreds of thousands of lines. */
const mayBeFence = (line: string) => line.includes('```') || line.includes('~~~');
const fence = /^ {0,3}(?:[-*+>] +|\d{1,9}[.)] +)*(`{3,}|~{3,})(.*)$/s;

/** The text with fenced blocks and code spans blanked out. One pass over the lines, one over the backticks. */
export function blankCode(body: string): string {
  const kept: string[] = [];
  let paragraph: string[] = [];
  let open: string | undefined;
  const endParagraph = () => {
    if (paragraph.length > 0) kept.push(blankSpans(paragraph.join('\n')));
    paragraph = [];
  };
  for (const line of splitLines(body)) {
    const [, marks = '', rest = ''] = (mayBeFence(line) && fence.exec(line)) || [];
    if (open !== undefined) {
      if (marks.startsWith(open) && rest.trim() === '') open = undefined;
      kept.push('');
    } else if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) {
      endParagraph();
      open = marks;
      kept.push('');
    } else if (line.trim() === '') {
      endParagraph();
      kept.push('');
    } else paragraph.push(line);
  }
  endParagraph();
  return kept.join('\n');
}

/** A span opens with a run of backticks and ends with the next run of the same length; without one it is only text. */
function blankSpans(paragraph: string): string {
  if (!paragraph.includes('`')) return paragraph;
  const runs = [...paragraph.matchAll(/`+/g)].map(({ 0: marks, index: at }) => {
    let slashes = 0;
    while (paragraph[at - slashes - 1] === '\\') slashes += 1;
    return { at, from: at + (slashes % 2), end: at + marks.length };
  });
  // For each run the next one of the same length, found backwards: linear time even if no run matches.
  const next: (number | undefined)[] = [];
  const latest = new Map<number, number>();
  for (let place = runs.length - 1; place >= 0; place -= 1) {
    const run = runs[place] as (typeof runs)[number];
    next[place] = latest.get(run.end - run.from);
    // Inside a span a backslash is an ordinary character, so a closing run counts its escaped backtick too.
    latest.set(run.end - run.at, place);
  }
  let text = '';
  let from = 0;
  for (let place = 0; place < runs.length; place += 1) {
    const run = runs[place] as (typeof runs)[number];
    const closing = next[place];
    if (closing === undefined || run.end === run.from) continue;
    text += `${paragraph.slice(from, run.from)} `;
    from = (runs[closing] as (typeof runs)[number]).end;
    place = closing;
  }
  return text + paragraph.slice(from);
}
