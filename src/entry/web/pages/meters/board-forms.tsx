import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { add_meter } from '../../../../features/actions/add_meter.ts';
import { end_meter } from '../../../../features/actions/end_meter.ts';
import { remind_of_meters } from '../../../../features/actions/remind_of_meters.ts';
import { set_meter_day } from '../../../../features/actions/set_meter_day.ts';
import { check, line } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import * as labels from '../../words/labels.ts';
import { formatCount } from '../../words/shared-texts.ts';
import { plotsNoun } from './loss-texts.ts';

export const texts = {
  parcel: { en: 'Plot', ru: 'Участок' },
  name: labels.whatToCallIt,
  isMain: {
    en: 'The main meter of the village, on a common plot',
    ru: 'Общий счётчик посёлка, на общем участке',
  },
  added: { en: 'Added. You can now enter its readings.', ru: 'Добавлено. Можно вносить показания.' },
  day: { en: 'Readings are due by this day of the month', ru: 'Показания собираем к этому числу' },
  dayHint: { en: 'From 1 to 28.', ru: 'От 1 до 28.' },
  daySet: {
    en: 'Saved. All months end on that day, past ones too.',
    ru: 'Сохранено. Все месяцы, и прошлые, кончаются этим числом.',
  },
  reminded: { en: 'Reminded: {plots}.', ru: 'Напомнили: {plots}.' },
  onPaper: {
    en: 'Without an account, to be asked in person: {plots}.',
    ru: 'Без учётной записи, спросите лично: {plots}.',
  },
  ended: {
    en: 'It is no longer read. Its readings stay.',
    ru: 'Показания больше не снимают. Прежние остались.',
  },
} as const satisfies Record<string, Text>;

const boardPath = (settlement: string) => fillPath(paths.boardMeters, { settlement });

export const addMeter = form(add_meter, {
  path: paths.addMeter,
  fields: { parcel: line(texts.parcel), name: line(texts.name), is_main: check(texts.isMain) },
  hidden: ['kind'],
  done: ({ meter }, { settlement }, { text }) => ({
    to: `${boardPath(settlement)}?${new URLSearchParams({ kind: text('kind'), meter })}`,
    notice: texts.added,
  }),
});

export const setDay = form(set_meter_day, {
  path: paths.meterDay,
  fields: { day: line(texts.day, { hint: texts.dayHint, inputMode: 'numeric' }) },
  done: (_, { settlement }) => ({ to: boardPath(settlement), notice: texts.daySet }),
});

export const remindPlots = form(remind_of_meters, {
  path: paths.remindOfMeters,
  isButton: true,
  hidden: ['kind'],
  done: ({ plots, withoutAccount }, { settlement }, { text }) => ({
    to: `${boardPath(settlement)}?${new URLSearchParams({ kind: text('kind') })}`,
    notice: { en: sayReminded(plots, withoutAccount, 'en'), ru: sayReminded(plots, withoutAccount, 'ru') },
  }),
});

function sayReminded(plots: number, withoutAccount: number, language: Language): string {
  const say = (text: Text, count: number) =>
    text[language].replace('{plots}', formatCount(language, count, plotsNoun));
  return [say(texts.reminded, plots), withoutAccount > 0 && say(texts.onPaper, withoutAccount)]
    .filter(Boolean)
    .join(' ');
}

export const end = form(end_meter, {
  path: paths.endMeter,
  isButton: true,
  done: (_, { settlement }) => ({ to: boardPath(settlement), notice: texts.ended }),
});
