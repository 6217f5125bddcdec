import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OutboxList } from '../../ui/outbox.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: { en: 'Offline', ru: 'Нет связи' },
  missing: { en: 'This page is not on your phone', ru: 'Этой страницы на телефоне нет' },
  why: {
    en: 'Pages you have looked at lately open without a connection. What you write waits here and is sent by itself.',
    ru: 'Страницы, которые вы недавно смотрели, открываются и без связи. То, что вы напишете, подождёт здесь и отправится само.',
  },
  again: labels.tryAgain,
} as const satisfies Record<string, Text>;

/**
 * The service worker serves it at the URL of the page that cannot be loaded, so an empty href retries that page. It is
 * cached as rendered for a signed-out user.
 */
export const offlinePage = definePage({
  path: paths.offline,
  access: 'anybody',
  offline: false,
  texts,
  head: () => ({ width: 'narrow', scripts: ['outbox.js'] }),
  render: (_) => (
    <Screen title={texts.title}>
      <OutboxList />
      <EmptyState
        icon="offline"
        title={texts.missing}
        action={<LinkButton href="">{texts.again}</LinkButton>}
      >
        {texts.why}
      </EmptyState>
    </Screen>
  ),
});
