import type { Language, Text } from '../../base/i18n/text.ts';
import { isId } from '../kernel/fields.ts';
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

export function removeMentions(text: string): string {
  return text.replace(token, '');
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
