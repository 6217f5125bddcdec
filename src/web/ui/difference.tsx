import type { Language, Text } from '../../i18n/text.ts';
import { useLanguage } from './language.ts';

export const texts = {
  added: { en: 'added: ', ru: 'добавлено: ' },
  removed: { en: 'removed: ', ru: 'удалено: ' },
} as const satisfies Record<string, Text>;

export type Change =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  | { readonly kind: 'skipped'; readonly characters: number };

const skipped = (language: Language, characters: number) => {
  const count = new Intl.NumberFormat(language).format(characters);
  return language === 'ru' ? `… без изменений, знаков: ${count}` : `… unchanged, characters: ${count}`;
};

/** What was taken out is struck and marked with a minus, what was put in underlined with a plus: never colour alone. */
export function Removed({ children }: { children: string }) {
  const language = useLanguage();
  return (
    <del>
      <span class="unseen">{texts.removed[language]}</span>
      {children}
    </del>
  );
}

export function Added({ children }: { children: string }) {
  const language = useLanguage();
  return (
    <ins>
      <span class="unseen">{texts.added[language]}</span>
      {children}
    </ins>
  );
}

/** The differences the server computed between two texts, paragraphs kept. */
export function Difference({ changes }: { changes: readonly Change[] }) {
  const language = useLanguage();
  return (
    <div class="diff">
      {changes.map((change, index) => {
        const key = `${index}${change.kind}`;
        if (change.kind === 'skipped')
          return (
            <p key={key} class="skipped">
              {skipped(language, change.characters)}
            </p>
          );
        if (change.kind === 'added') return <Added key={key}>{change.text}</Added>;
        if (change.kind === 'removed') return <Removed key={key}>{change.text}</Removed>;
        return <span key={key}>{change.text}</span>;
      })}
    </div>
  );
}
