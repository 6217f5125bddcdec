import type { Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import * as labels from '../words/labels.ts';
import { siteName } from '../words/shared-texts.ts';
import { findAssetByName } from './assets.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useLanguage } from './language-context.ts';
import { listWriteActions, type Overview } from './navigation.ts';
import { usePage } from './page-context.ts';
import { PlaceSwitcher } from './place-switcher.tsx';
import { siteSearchSuggest } from './site-search-suggest.ts';
import { suggestAttributes } from './suggest.ts';

export const texts = {
  search: { en: 'Search', ru: 'Найти' },
  searchIn: { en: 'Search the village and the advice', ru: 'Найти в посёлке и советах' },
  example: { en: 'Find: pump, electrician, plot 9…', ru: 'Найти: насос, электрик, уч. 9…' },
  write: labels.write,
  notifications: labels.notifications,
  fresh: { en: 'new: ', ru: 'новых: ' },
  me: labels.myData,
  find: labels.findVillage,
  advice: labels.advice,
  signIn: labels.signIn,
} as const satisfies Record<string, Text>;

/** Top bar of signed-in users: place, search, notifications; on wide screens also the write menu. */
export function AppBar({ overview, sheet }: { overview: Overview; sheet: string }) {
  const language = useLanguage();
  const { hasPage } = usePage();
  const fresh = overview.unread.notifications;
  const shown = fresh > 99 ? '99+' : String(fresh);
  const writes = listWriteActions(overview).some(({ href }) => hasPage(href));
  return (
    <header class="appbar">
      <PlaceSwitcher overview={overview} />
      {!hasPage(paths.search) && <span class="desk spacer" />}
      {hasPage(paths.search) && (
        <>
          <search class="desk" aria-label={texts.searchIn[language]}>
            <form class="search" action={paths.search}>
              <Icon name="search" size="s" />
              <input
                // ARIA in HTML allows no combobox role on type `search`.
                type="text"
                enterkeyhint="search"
                name="q"
                aria-label={texts.searchIn[language]}
                placeholder={texts.example[language]}
                {...suggestAttributes(siteSearchSuggest, language)}
              />
            </form>
          </search>
          <a class="icon-button phone" href={paths.search} aria-label={texts.search[language]}>
            <Icon name="search" />
          </a>
        </>
      )}
      {writes && (
        <span class="desk">
          <Button type="button" kind="quiet" compact icon="plus" opens={sheet}>
            {texts.write}
          </Button>
        </span>
      )}
      <a
        class="icon-button"
        href="/notifications"
        data-region="bell"
        data-live="notifications"
        data-unread={fresh}
        aria-label={
          fresh > 0
            ? `${texts.notifications[language]}, ${texts.fresh[language]}${shown}`
            : texts.notifications[language]
        }
      >
        <Icon name="bell" />
        {fresh > 0 && (
          <span class="counter hot" aria-hidden="true">
            {shown}
          </span>
        )}
      </a>
      <a class="icon-button desk" href="/more" aria-label={texts.me[language]}>
        <Icon name="person" />
      </a>
    </header>
  );
}

/** Top bar when signed out. */
export function PublicBar({ pathname }: { pathname: string }) {
  const language = useLanguage();
  const { hasPage } = usePage();
  const link = (href: string, text: Text) => (
    <a class="word-link" href={href} aria-current={pathname === href ? 'page' : undefined}>
      {text}
    </a>
  );
  return (
    <header class="appbar">
      <a class="name" href="/">
        <img class="brand" src={findAssetByName('logo.svg').path} alt="" width="32" height="32" />
        <span>{siteName}</span>
      </a>
      <span class="desk">{link(paths.settlements, texts.find)}</span>
      {hasPage(paths.search) && (
        <a class="icon-button desk" href={paths.search} aria-label={texts.search[language]}>
          <Icon name="search" />
        </a>
      )}
      {link('/knowledge', texts.advice)}
      {link('/login', texts.signIn)}
    </header>
  );
}
