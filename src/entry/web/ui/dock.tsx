import type { Text } from '../../../base/i18n/text.ts';
import * as labels from '../words/labels.ts';
import { Counter } from './badge.tsx';
import { Icon } from './icon.tsx';
import { useLanguage } from './language-context.ts';
import { List } from './list.tsx';
import {
  findCurrentItem,
  listDockItems,
  listWriteActions,
  type NavigationItem,
  type Overview,
} from './navigation.ts';
import { usePage } from './page-context.ts';
import { Row } from './row.tsx';

export const texts = {
  main: { en: 'Main', ru: 'Главное' },
  write: labels.write,
  what: { en: 'What to write', ru: 'Что написать' },
  close: labels.close,
} as const satisfies Record<string, Text>;

/** Bottom navigation of phones: five entries with icon and text. */
export function Dock({ overview, pathname, sheet }: { overview: Overview; pathname: string; sheet: string }) {
  const language = useLanguage();
  const { hasPage } = usePage();
  const [today, village, messages, more] = listDockItems(overview);
  const here = findCurrentItem([today, village, messages, more], pathname);
  const writes = listWriteActions(overview).some(({ href }) => hasPage(href));
  const show = ({ href, text, icon, count = 0 }: NavigationItem) => (
    <a href={href} aria-current={href === here ? 'page' : undefined}>
      {icon && <Icon name={icon} />}
      {text}
      <Counter count={count} hot />
    </a>
  );
  return (
    <nav class="dock" data-region="dock" data-live="*" aria-label={texts.main[language]}>
      {show(today)}
      {show(village)}
      {writes && (
        <button class="plus" type="button" popovertarget={sheet}>
          <Icon name="plus" />
          {texts.write}
        </button>
      )}
      {hasPage(messages.href) && show(messages)}
      {show(more)}
    </nav>
  );
}

/** Popover menu of everything the user may write. Opens without script. */
export function WriteSheet({ overview, id }: { overview: Overview; id: string }) {
  const language = useLanguage();
  const { hasPage } = usePage();
  const writings = listWriteActions(overview).filter(({ href }) => hasPage(href));
  if (writings.length === 0) return null;
  return (
    <div class="sheet" popover="auto" id={id} role="dialog" aria-labelledby={`${id}-title`}>
      <div class="section-head">
        <h2 id={`${id}-title`}>{texts.what}</h2>
        <button
          class="icon-button"
          type="button"
          popovertarget={id}
          popovertargetaction="hide"
          aria-label={texts.close[language]}
        >
          <Icon name="close" />
        </button>
      </div>
      <List>
        {writings.map(({ href, icon, text, line }) => (
          <Row key={href} href={href} icon={icon} tone="green" title={text} line={line?.[language]} />
        ))}
      </List>
    </div>
  );
}
