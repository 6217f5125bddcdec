import { formatNumber } from '../../../base/i18n/format-number.ts';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { useLanguage } from './language-context.ts';

export const texts = {
  added: { en: 'added: ', ru: 'добавлено: ' },
  removed: { en: 'removed: ', ru: 'удалено: ' },
  skipped: { en: '… unchanged, characters: ', ru: '… без изменений, знаков: ' },
} as const satisfies Record<string, Text>;

type TextChange = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string };

export type Change = TextChange | { readonly kind: 'skipped'; readonly characters: number };

const formatSkipped = (language: Language, characters: number) =>
  `${texts.skipped[language]}${formatNumber(characters, language)}`;

/** Removed text is struck through with a minus, added text underlined with a plus: never colour alone. */
export function Removed({ children }: { children: string }) {
  return (
    <del>
      <span class="unseen">{texts.removed}</span>
      {children}
    </del>
  );
}

export function Added({ children }: { children: string }) {
  return (
    <ins>
      <span class="unseen">{texts.added}</span>
      {children}
    </ins>
  );
}

/** Merges adjacent changed words into one removal followed by one addition. */
export function joinChanges(changes: readonly Change[]): Change[] {
  const joined: Change[] = [];
  let run: TextChange[] = [];
  const end = () => {
    const last = run.findLastIndex(({ kind }) => kind !== 'same') + 1;
    const [changed, spaces] = [run.slice(0, last), run.slice(last)];
    const sideOf = (side: TextChange['kind']) =>
      changed.map(({ kind, text }) => (kind === 'same' || kind === side ? text : '')).join('');
    const isBoth = (['removed', 'added'] as const).every((side) => changed.some(({ kind }) => kind === side));
    if (isBoth)
      joined.push({ kind: 'removed', text: sideOf('removed') }, { kind: 'added', text: sideOf('added') });
    else joined.push(...changed);
    joined.push(...spaces);
    run = [];
  };
  for (const change of changes) {
    const isSpace = change.kind === 'same' && run.length > 0 && /^[^\S\n]+$/.test(change.text);
    if (change.kind === 'removed' || change.kind === 'added' || isSpace) run.push(change as TextChange);
    else {
      end();
      joined.push(change);
    }
  }
  end();
  return joined;
}

/** Renders a text diff computed by the server, keeping paragraphs. */
export function Difference({ changes }: { changes: readonly Change[] }) {
  const language = useLanguage();
  return (
    <div class="diff">
      {joinChanges(changes).map((change, index) => {
        const key = `${index}${change.kind}`;
        if (change.kind === 'skipped')
          return (
            <p key={key} class="skipped">
              {formatSkipped(language, change.characters)}
            </p>
          );
        if (change.kind === 'added') return <Added key={key}>{change.text}</Added>;
        if (change.kind === 'removed') return <Removed key={key}>{change.text}</Removed>;
        return <span key={key}>{change.text}</span>;
      })}
    </div>
  );
}
