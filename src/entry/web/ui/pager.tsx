import type { Text } from '../../../base/i18n/text.ts';
import { LinkButton } from './button.tsx';
import { useLanguage } from './language-context.ts';

export const texts = {
  label: { en: 'Further pages', ru: 'Другие страницы' },
  more: { en: 'Show more', ru: 'Показать ещё' },
  first: { en: 'Back to the beginning', ru: 'К началу' },
} as const satisfies Record<string, Text>;

/** Cursor pagination: next page and back to the first. Nothing when there is neither. */
export function Pager({ next, first, shown }: { next?: string; first?: string; shown?: string }) {
  const language = useLanguage();
  if (!next && !first) return null;
  return (
    <nav class="pager" aria-label={texts.label[language]}>
      {shown && <span>{shown}</span>}
      {first && (
        <LinkButton href={first} kind="bare">
          {texts.first[language]}
        </LinkButton>
      )}
      {next && (
        <LinkButton href={next} kind="quiet">
          {texts.more[language]}
        </LinkButton>
      )}
    </nav>
  );
}
