import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { list_unanswered_questions } from '../../../../features/actions/list_unanswered_questions.ts';
import { list_knowledge_queue } from '../../../../features/operations/knowledge/list_knowledge_queue.ts';
import { revisionToWaitingItem } from '../../loaders/waiting-items.ts';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { WaitingRow } from '../../ui/waiting-row.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';

export const texts = {
  title: { en: 'Texts to check', ru: 'На проверке' },
  line: { en: 'The oldest first', ru: 'Сначала старые' },
  today: labels.today,
  waiting: { en: 'To read', ru: 'Ждут решения' },
  outdated: { en: 'The article has changed since', ru: 'Статью с тех пор изменили' },
  outdatedWhy: {
    en: 'Accepting one of these would undo changes accepted since it was started.',
    ru: 'Если принять такую правку, она отменит то, что приняли после неё.',
  },
  none: labels.nothingWaits,
  noneWhy: {
    en: 'New articles and edits of the advice appear here.',
    ru: 'Сюда приходят новые статьи и правки советов.',
  },
  unanswered: { en: 'Asked, and no article answers', ru: 'Спрашивали, а статьи нет' },
  unansweredWhy: {
    en: 'Words people searched the advice for on several days. Who asked is not stored.',
    ru: 'Слова, которые люди искали в советах не один день. Кто спрашивал, не записано.',
  },
} as const satisfies Record<string, Text>;

const timesAsked: CountedNoun = {
  en: { one: 'time', other: 'times' },
  ru: { one: 'раз', few: 'раза', many: 'раз' },
};

type Queue = z.output<typeof list_knowledge_queue.output>;

/** Revisions waiting for a moderator, oldest first; outdated ones, which would undo a newer text, separately. */
export const moderationTextsPage = definePage({
  path: paths.moderationTexts,
  access: 'moderator',
  texts,
  async load(_, pageRequest) {
    const { call, text } = pageRequest;
    const list = (name: 'waiting' | 'outdated') =>
      call(list_knowledge_queue, { outdated: String(name === 'outdated'), cursor: text(name) });
    const [waiting, outdated, { questions }, clock] = await Promise.all([
      list('waiting'),
      list('outdated'),
      call(list_unanswered_questions, {}),
      loadClock(pageRequest),
    ]);
    return { waiting, outdated, questions, clock };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ waiting, outdated, questions, clock }, { language }) => (
    <Screen
      title={texts.title}
      line={texts.line}
      parent={{ href: paths.today, text: texts.today }}
      region="texts"
      live="knowledge"
    >
      {waiting.revisions.length === 0 ? (
        <EmptyState icon="check" title={texts.none}>
          {texts.noneWhy}
        </EmptyState>
      ) : (
        <Card heading={{ id: 'waiting', title: texts.waiting }} flush>
          <QueueRows queue={waiting} clock={clock} />
        </Card>
      )}
      <Pager cursor={waiting.cursor} name="waiting" of={texts.waiting} anchor="waiting" />
      {outdated.revisions.length > 0 && (
        <Card heading={{ id: 'outdated', title: texts.outdated }} flush>
          <p class="card-line soft">{texts.outdatedWhy}</p>
          <QueueRows queue={outdated} clock={clock} />
        </Card>
      )}
      <Pager cursor={outdated.cursor} name="outdated" of={texts.outdated} anchor="outdated" />
      {questions.length > 0 && (
        <Card heading={{ id: 'unanswered', title: texts.unanswered }} flush>
          <p class="card-line soft">{texts.unansweredWhy}</p>
          <List>
            {questions.map(({ words, times }) => (
              <Row
                key={words}
                icon="search"
                title={words}
                line={formatCount(language, times, timesAsked)}
                href={`${paths.knowledge}?${new URLSearchParams({ question: words })}`}
              />
            ))}
          </List>
        </Card>
      )}
    </Screen>
  ),
});

function QueueRows({ queue, clock }: { queue: Queue; clock: Clock }) {
  return (
    <List>
      {queue.revisions.map((revision) => (
        <WaitingRow key={revision.id} waiting={revisionToWaitingItem(revision)} clock={clock} />
      ))}
    </List>
  );
}
