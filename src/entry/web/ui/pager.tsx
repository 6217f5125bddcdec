import type { Text } from '../../../base/i18n/text.ts';
import { LinkButton } from './button.tsx';
import { say, useLanguage, type Words } from './language-context.ts';
import { usePage } from './page-context.ts';
import { parsePath, setQueryParameter } from './view.ts';

export const texts = {
  label: { en: 'Further pages', ru: 'Другие страницы' },
  more: { en: 'Show more', ru: 'Показать ещё' },
  first: { en: 'Back to the beginning', ru: 'К началу' },
} as const satisfies Record<string, Text>;

type PagerProps = {
  /** Of the next page; null on the last one. */
  readonly cursor: string | number | null | undefined;
  /** Query parameter, where a page has several lists with a pager each. */
  readonly name?: string | undefined;
  readonly of?: Words | undefined;
  /** Id of the list on its page. */
  readonly anchor?: string | undefined;
  /** Query parameter that opens one thing beside the list: the next page does not open it. */
  readonly without?: string | undefined;
};

/** Next page and back to the first, with the other parameters of the page's address. Nothing when there is neither. */
export function Pager({ cursor, name = 'cursor', of, anchor, without }: PagerProps) {
  const language = useLanguage();
  const { path } = usePage();
  const isFirst = !parsePath(path).searchParams.get(name);
  const hasMore = cursor !== null && cursor !== undefined;
  if (isFirst && !hasMore) return null;
  const kept = without ? setQueryParameter(path, without, null) : path;
  const addressOf = (value: string | null) =>
    setQueryParameter(kept, name, value) + (anchor ? `#${anchor}` : '');
  return (
    <nav class="pager" aria-label={[texts.label[language], say(of)].filter(Boolean).join(': ')}>
      {!isFirst && (
        <LinkButton href={addressOf(null)} kind="bare">
          {texts.first}
        </LinkButton>
      )}
      {hasMore && (
        <LinkButton href={addressOf(String(cursor))} kind="quiet">
          {texts.more}
        </LinkButton>
      )}
    </nav>
  );
}
