import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { make_calendar_link } from '../../../../features/actions/make_calendar_link.ts';
import { revoke_calendar_link } from '../../../../features/actions/revoke_calendar_link.ts';
import { form } from '../../page/form.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { type Clock, formatDay, formatRelativeTime } from '../../words/format-time.ts';

export const texts = {
  title: { en: 'In your phone’s calendar', ru: 'В календаре телефона' },
  why: {
    en: 'Your tasks with a day show up among your other days and stay up to date by themselves.',
    ru: 'Ваши задачи со сроком появятся в календаре телефона и будут обновляться сами.',
  },
  get: { en: 'Get the address', ru: 'Подключить календарь' },
  once: {
    en: 'Add it as a calendar “from the internet” or “by subscription”. It is shown only this once; whoever has it sees your tasks.',
    ru: 'Добавьте его как календарь «по подписке» или «из интернета». Он показан только сейчас; кто его знает, видит ваши задачи.',
  },
  until: { en: 'Works until', ru: 'Работает до' },
  read: { en: 'last read', ru: 'последний раз читали' },
  anew: { en: 'New address', ru: 'Новый адрес' },
  revoke: { en: 'Switch it off', ru: 'Отключить' },
  address: { en: 'address of the calendar', ru: 'адрес календаря' },
  revoked: { en: 'The address no longer works.', ru: 'Адрес больше не работает.' },
} as const satisfies Record<string, Text>;

export const calendar = form(make_calendar_link, {
  path: paths.calendarLink,
  isButton: true,
  done: ({ url }) => ({ to: paths.tasks, shown: { calendar: url } }),
});

export const revokeCalendar = form(revoke_calendar_link, {
  path: paths.revokeCalendarLink,
  isButton: true,
  done: () => ({ to: paths.tasks, notice: texts.revoked }),
});

export interface CalendarLink {
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

type CalendarCardProps = {
  readonly link: CalendarLink | null;
  readonly clock: Clock;
  /** Set only right after the link was created. */
  readonly url?: string | undefined;
};

export function CalendarCard({ link, clock, url }: CalendarCardProps) {
  const language = useLanguage();
  return (
    <Card heading={{ id: 'calendar', title: texts.title }}>
      <p class="gap-below">{url ? texts.once : texts.why}</p>
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
        <calendar.Button at={{}} kind="quiet" icon="day">
          {link ? texts.anew : texts.get}
        </calendar.Button>
        {link && (
          <revokeCalendar.Button at={{}} kind="quiet-danger">
            {texts.revoke}
          </revokeCalendar.Button>
        )}
      </div>
    </Card>
  );
}
