import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import { type Clock, formatDay, formatRelativeTime } from '../words/format-time.ts';
import { Card } from './card.tsx';
import { Copyable } from './copyable.tsx';
import { useLanguage, type Words } from './language-context.ts';

export const texts = {
  title: { en: 'In your phone’s calendar', ru: 'В календаре телефона' },
  get: { en: 'Get the address', ru: 'Подключить календарь' },
  until: { en: 'Works until', ru: 'Работает до' },
  read: { en: 'last read', ru: 'последний раз читали' },
  anew: { en: 'New address', ru: 'Новый адрес' },
  revoke: { en: 'Switch it off', ru: 'Отключить' },
  address: { en: 'address of the calendar', ru: 'адрес календаря' },
  revoked: { en: 'The address no longer works.', ru: 'Адрес больше не работает.' },
} as const satisfies Record<string, Text>;

export interface CalendarLink {
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

type CalendarCardProps = {
  readonly link: CalendarLink | null;
  readonly clock: Clock;
  /** Set only right after the link was created. */
  readonly url?: string | undefined;
  /** What it is good for; beside the address: that it is shown once, and to whom it opens what. */
  readonly why: Words;
  readonly once: Words;
  make(words: Text): ComponentChildren;
  revoke(words: Text): ComponentChildren;
};

/** The secret address that a calendar reads: of one’s own tasks, or of the days of a settlement. */
export function CalendarCard({ link, clock, url, why, once, make, revoke }: CalendarCardProps) {
  const language = useLanguage();
  return (
    <Card heading={{ id: 'calendar', title: texts.title }}>
      <p class="gap-below">{url ? once : why}</p>
      {url && (
        <div class="gap-below">
          <Copyable id="calendar-address" text={url} language={language} label={texts.address} />
        </div>
      )}
      {link && (
        <p class="small soft gap-below">
          {texts.until} {formatDay(link.expiresAt.toISOString().slice(0, 10), clock)}
          {link.lastUsedAt &&
            `, ${texts.read[language]} ${formatRelativeTime(link.lastUsedAt.toISOString(), clock)}`}
        </p>
      )}
      <div class="buttons">
        {make(link ? texts.anew : texts.get)}
        {link && revoke(texts.revoke)}
      </div>
    </Card>
  );
}
