import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { texts as fieldTexts } from '../../forms/event-fields.tsx';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FactList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { formatEventMoment, repeatTexts } from '../../words/format-events.ts';
import { type Clock, formatDay } from '../../words/format-time.ts';
import type { ShownArticle } from './entry-saving.ts';

export const texts = {
  when: { en: 'When', ru: 'Когда' },
  first: { en: 'First', ru: 'Первый раз' },
  until: { en: ', not after', ru: ', не позже' },
  changed: { en: 'Not as usual', ru: 'Не как обычно' },
  off: { en: 'Called off', ru: 'Отменено' },
  offOn: { en: 'called off', ru: 'отменяется' },
  movedTo: { en: 'moved to', ru: 'переносится на' },
  add: { en: 'Add to calendar', ru: 'Добавить в календарь' },
  all: { en: 'Village calendar', ru: 'Календарь посёлка' },
  change: { en: 'Move or call off', ru: 'Перенести или отменить' },
} as const satisfies Record<string, Text>;

/** Changed days that are shown. */
const maxChanged = 8;

type EventCardProps = { readonly article: ShownArticle; readonly settlement: string; readonly clock: Clock };

/** When and where what an announcement tells of takes place. Nothing for those without a day. */
export function EventCard({ article, settlement, clock }: EventCardProps) {
  const { starts_at, ends_at, place, repeats, repeats_until } = article;
  if (starts_at === undefined) return null;
  const { language } = clock;
  const at = { settlement, article: article.slug };
  const span = { startsAt: new Date(starts_at), endsAt: ends_at ? new Date(ends_at) : null };
  const often =
    repeats && repeats_until
      ? `${repeatTexts[repeats][language]}${texts.until[language]} ${formatDay(repeats_until, clock)}`
      : null;
  const today = clock.now.toISOString().slice(0, 10);
  const changed = (article.changed_occurrences ?? [])
    .filter(({ on, starts_at: moved }) => (moved ?? on) >= today)
    .slice(0, maxChanged)
    .map(({ on, cancelled, starts_at: moved, ends_at: ends }) =>
      cancelled || !moved
        ? `${formatDay(on, clock)}: ${texts.offOn[language]}`
        : `${formatDay(on, clock)}: ${texts.movedTo[language]} ${formatEventMoment({ startsAt: new Date(moved), endsAt: ends ? new Date(ends) : null }, clock)}`,
    );
  return (
    <Card>
      {article.cancelled && <Notice tone="warn" title={texts.off} />}
      <FactList
        facts={[
          [often ? texts.first : texts.when, formatEventMoment(span, clock)],
          ...(often ? [[fieldTexts.repeats, often] as const] : []),
          ...(place ? [[fieldTexts.place, place] as const] : []),
          ...(changed.length > 0
            ? [[texts.changed, changed.map((line) => <div key={line}>{line}</div>)] as const]
            : []),
        ]}
      />
      <Buttons>
        {article.status === 'published' && (
          <LinkButton href={fillPath(paths.dayFile, at)} icon="day" kind="quiet">
            {texts.add}
          </LinkButton>
        )}
        <LinkButton href={fillPath(paths.villageCalendar, { settlement })} kind="bare">
          {texts.all}
        </LinkButton>
        {article.may_edit && (
          <LinkButton href={fillPath(paths.changeDay, at)} icon="write" kind="quiet">
            {texts.change}
          </LinkButton>
        )}
      </Buttons>
    </Card>
  );
}
