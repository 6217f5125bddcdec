import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { take_back_meter_reading } from '../../../../features/actions/take_back_meter_reading.ts';
import { type_meter_reading } from '../../../../features/actions/type_meter_reading.ts';
import { check, date, line } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { sanitizeNextPath } from '../../server/visitor.ts';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';

export const texts = {
  shows: { en: 'What the meter shows', ru: 'Что показывает счётчик' },
  save: { en: 'Save the reading', ru: 'Сохранить показание' },
  more: { en: 'Another day, or the meter was replaced', ru: 'Другой день или счётчик заменили' },
  on: { en: 'Date of the reading', ru: 'Снято' },
  onHint: { en: 'Leave it empty if it was now.', ru: 'Оставьте пустым, если сейчас.' },
  formerEnd: { en: 'The old meter ended with', ru: 'Чем закончил старый счётчик' },
  formerHint: {
    en: 'Only if it was replaced. Above, enter what the new one started at or shows now.',
    ru: 'Только если его заменили. Вверху — с чего начал новый или что он показывает.',
  },
  sure: { en: 'Unusually high, but right', ru: 'Необычно много, но всё верно' },
  takenBack: { en: 'Undone.', ru: 'Отменено.' },
} as const satisfies Record<string, Text>;

const fields = {
  number: line(texts.shows, { inputMode: 'decimal' }),
  on: date(texts.on, { hint: texts.onHint }),
  former_end: line(texts.formerEnd, { inputMode: 'decimal', hint: texts.formerHint }),
  is_sure: check(texts.sure),
};

/** Says what was written down, and how much that is since the reading before. */
function sayTyped({ number, before }: { number: number; before: number | null }): Text {
  const plain = (language: Language) => formatNumber(number, language);
  if (before === null) return { en: `Saved: ${plain('en')}.`, ru: `Записано: ${plain('ru')}.` };
  const used = Math.round((number - before) * 1000) / 1000;
  return {
    en: `Saved: ${plain('en')}, ${formatNumber(used, 'en')} more than last time.`,
    ru: `Записано: ${plain('ru')}, на ${formatNumber(used, 'ru')} больше прошлого раза.`,
  };
}

/** Of a household, on the page of its meters and on Today. */
export const typeReading = form(type_meter_reading, {
  path: paths.typeMeterReading,
  fields,
  done: (reply, { plot }, { text }) => ({
    to: text('to') ? sanitizeNextPath(text('to')) : fillPath(paths.plotMeters, { plot }),
    notice: sayTyped(reply),
  }),
});

export const takeBack = form(take_back_meter_reading, {
  path: paths.takeBackMeterReading,
  isButton: true,
  done: (_, { plot }) => ({ to: fillPath(paths.plotMeters, { plot }), notice: texts.takenBack }),
});

/** For people on paper, on the board’s page. */
export const typeForBoard = form(type_meter_reading, {
  path: paths.boardMeterReading,
  fields,
  done: (reply, { settlement }, { text }) => ({
    to: `${fillPath(paths.boardMeters, { settlement })}${text('view')}`,
    notice: sayTyped(reply),
  }),
});

export const takeBackForBoard = form(take_back_meter_reading, {
  path: paths.takeBackBoardReading,
  isButton: true,
  done: (_, { settlement }) => ({ to: fillPath(paths.boardMeters, { settlement }), notice: texts.takenBack }),
});

type Fields = Pick<typeof typeReading, 'number' | 'on' | 'former_end' | 'is_sure'>;

export function ReadingFields({ of, unit }: { of: Fields; unit: string }) {
  return (
    <>
      <of.number label={`${unit}`} />
      <Button>{texts.save}</Button>
      <Fold title={texts.more}>
        <of.on />
        <of.former_end />
        <of.is_sure />
      </Fold>
    </>
  );
}
