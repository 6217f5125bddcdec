import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { ListedEvent } from '../../../features/actions/event-occurrences.ts';
import { formatEventMoment, formatEventTime } from '../words/format-events.ts';
import type { Clock } from '../words/format-time.ts';
import { Tag } from './badge.tsx';
import { Row } from './row.tsx';

export const texts = {
  off: { en: 'called off', ru: 'отменено' },
  moved: { en: 'moved here', ru: 'перенесено' },
} as const satisfies Record<string, Text>;

type EventProps = { readonly event: ListedEvent; readonly settlement: string; readonly clock: Clock };

/** An event in a list; below the heading of its day without the day. */
export function EventRow({ event, settlement, clock, isUnderDay }: EventProps & { isUnderDay?: boolean }) {
  const when = isUnderDay ? formatEventTime(event, clock) : formatEventMoment(event, clock);
  return (
    <Row
      href={fillPath(paths.article, { settlement, article: event.slug })}
      icon="day"
      tone={event.isCancelled ? 'stale' : 'green'}
      title={event.isCancelled ? <s>{event.title}</s> : event.title}
      line={[when, event.place].filter(Boolean).join(' · ')}
      age={<EventState event={event} />}
    />
  );
}

export function EventState({ event }: { event: Pick<ListedEvent, 'isCancelled' | 'isMoved'> }) {
  if (event.isCancelled) return <Tag tone="danger">{texts.off}</Tag>;
  return event.isMoved ? <Tag tone="warn">{texts.moved}</Tag> : null;
}
