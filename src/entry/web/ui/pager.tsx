import type { Text } from '../../../base/i18n/text.ts';
import { LinkButton } from './button.tsx';
import { say, useLanguage, type Words } from './language-context.ts';

export const texts = {
  label: { en: 'Further pages', ru: 'Другие страницы' },
  more: { en: 'Show more', ru: 'Показать ещё' },
  first: { en: 'Back to the beginning', ru: 'К началу' },
} as const satisfies Record<string, Text>;

type PagerProps = {
  readonly next?: string | undefined;
  readonly first?: string | undefined;
  readonly shown?: Words | undefined;
  /** Name of its list, where a page has several lists with a pager each. */
  readonly of?: Words | undefined;
};

/** Cursor pagination: next page and back to the first. Nothing when there is neither. */
export function Pager({ next, first, shown, of }: PagerProps) {
  const language = useLanguage();
  if (!next && !first) return null;
  return (
    <nav class="pager" aria-label={[texts.label[language], say(of)].filter(Boolean).join(': ')}>
      {shown && <span>{shown}</span>}
      {first && (
        <LinkButton href={first} kind="bare">
          {texts.first}
        </LinkButton>
      )}
      {next && (
        <LinkButton href={next} kind="quiet">
          {texts.more}
        </LinkButton>
      )}
    </nav>
  );
}
