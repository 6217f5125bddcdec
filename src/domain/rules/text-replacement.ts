import type { Text } from '../../base/i18n/text.ts';

export interface Replacement {
  readonly old: string;
  readonly new: string;
}

export type ReplacementResult = { text: string } | { place: number; fault: Text };

/**
 * Applies the replacements in order. Each `old` must occur exactly once: otherwise the client has another version of
 * the text.
 */
export function replaceInText(text: string, replacements: readonly Replacement[]): ReplacementResult {
  let next = text;
  for (const [place, { old, new: put }] of replacements.entries()) {
    const [at, again] = findFirstTwoMatches(next, old);
    if (at === undefined) return { place, fault: missing };
    if (again !== undefined) return { place, fault: repeated };
    next = next.slice(0, at) + put + next.slice(at + old.length);
  }
  return { text: next };
}

const missing: Text = {
  en: 'The text as it is now does not contain this, letter for letter. Read the text again.',
  ru: 'Этого нет в нынешнем тексте буква в букву. Прочтите текст ещё раз.',
};
const repeated: Text = {
  en: 'The text contains this more than once. Send more of the words around it.',
  ru: 'Это встречается в тексте не один раз. Добавьте соседние слова.',
};

/**
 * The first two positions of `part` in `text`, in linear time (Knuth–Morris–Pratt). `indexOf` is quadratic: a text of
 * one letter and a part with another in its middle took it half a minute.
 */
function findFirstTwoMatches(text: string, part: string): number[] {
  // Failure table: the length of the longest prefix that is also a suffix of each prefix.
  const kept = new Int32Array(part.length);
  for (let at = 1, same = 0; at < part.length; at += 1) {
    while (same > 0 && part[at] !== part[same]) same = kept[same - 1] ?? 0;
    if (part[at] === part[same]) same += 1;
    kept[at] = same;
  }
  const found: number[] = [];
  for (let at = 0, same = 0; at < text.length && found.length < 2; at += 1) {
    while (same > 0 && text[at] !== part[same]) same = kept[same - 1] ?? 0;
    if (text[at] === part[same]) same += 1;
    if (same === part.length) {
      found.push(at - same + 1);
      same = kept[same - 1] ?? 0;
    }
  }
  return found;
}
