import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { make_calendar_link } from '../../../../features/actions/make_calendar_link.ts';
import { revoke_calendar_link } from '../../../../features/actions/revoke_calendar_link.ts';
import { form } from '../../page/form.tsx';
import { CalendarCard, type CalendarLink, texts as cardTexts } from '../../ui/calendar-card.tsx';
import type { Clock } from '../../words/format-time.ts';

export const texts = {
  why: {
    en: 'Your tasks with a day show up among your other days and stay up to date by themselves.',
    ru: 'Ваши задачи со сроком появятся в календаре телефона и будут обновляться сами.',
  },
  once: {
    en: 'Add it as a calendar “from the internet” or “by subscription”. It is shown only this once; whoever has it sees your tasks.',
    ru: 'Добавьте его как календарь «по подписке» или «из интернета». Он показан только сейчас; кто его знает, видит ваши задачи.',
  },
} as const satisfies Record<string, Text>;

export const calendar = form(make_calendar_link, {
  path: paths.calendarLink,
  isButton: true,
  done: ({ url }) => ({ to: paths.tasks, shown: { calendar: url } }),
});

export const revokeCalendar = form(revoke_calendar_link, {
  path: paths.revokeCalendarLink,
  isButton: true,
  done: () => ({ to: paths.tasks, notice: cardTexts.revoked }),
});

type TasksCalendarProps = {
  readonly link: CalendarLink | null;
  readonly clock: Clock;
  readonly url?: string | undefined;
};

export function TasksCalendar(props: TasksCalendarProps) {
  return (
    <CalendarCard
      {...props}
      why={texts.why}
      once={texts.once}
      make={(words) => (
        <calendar.Button at={{}} kind="quiet" icon="day">
          {words}
        </calendar.Button>
      )}
      revoke={(words) => (
        <revokeCalendar.Button at={{}} kind="quiet-danger">
          {words}
        </revokeCalendar.Button>
      )}
    />
  );
}
