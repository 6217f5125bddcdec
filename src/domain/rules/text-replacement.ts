import type { Text } from '../../base/i18n/text.ts';

export interface Replacement {
  readonly old: string;
  readonly new: string;
}

export type Replaced = { text: string } | { place: number; fault: Text };

/**
 * One place after another, each in the text as the ones before left it. What is to be replaced has to stand there
 * exactly once: else the writer means another text than the one that is kept.
 */
export function replaceInText(text: string, replacements: readonly Replacement[]): Replaced {
  let next = text;
  for (const [place, { old, new: put }] of replacements.entries()) {
    const [at, again] = findFirstTwo(next, old);
    if (at === undefined) return { place, fault: missing };
    if (again !== undefined) return { place, fault: repeated };
    next = next.slice(0, at) + put + next.slice(at + old.length);
  }
  return { text: next };
}

const missing: Text = {
  en: 'This does not stand in the text as it is now, letter for letter. Read the text again.',
  ru: 'Этого нет в нынешнем тексте буква в букву. Прочтите текст ещё раз.',
};
const repeated: Text = {
  en: 'This stands in the text more than once. Send more of what is around it.',
  ru: 'Это встречается в тексте не один раз. Добавьте соседние слова.',
};

/**
 * Where `part` begins in `text`, at most two places, in time proportional to both. `indexOf` is not: a text of one
 * letter and a part with another in its middle held it for half a minute.
 */
function findFirstTwo(text: string, part: string): number[] {
  // How much of the part's beginning is also the end of its first letters up to each.
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
