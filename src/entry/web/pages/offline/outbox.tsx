import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OutboxList } from '../../ui/outbox.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: { en: 'Not sent yet', ru: 'Не отправлено' },
  why: {
    en: 'What you write without a connection is kept on this phone and listed here until it has arrived.',
    ru: 'То, что написано без связи, хранится на этом телефоне и видно здесь, пока не дойдёт.',
  },
} as const satisfies Record<string, Text>;

/** Forms queued in this browser. The server does not know them; a script fills the list. */
export const outboxPage = definePage({
  path: paths.outbox,
  access: 'signed-in',
  texts,
  head: () => ({ width: 'narrow' }),
  render: (_) => (
    <Screen title={texts.title} parent={{ href: paths.more, text: labels.more }}>
      <OutboxList />
      <div data-outbox-none>
        <EmptyState icon="check" title={labels.nothingWaits}>
          {texts.why}
        </EmptyState>
      </div>
    </Screen>
  ),
});
