import { formatNumber } from '../../../base/i18n/format-number.ts';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { take_back_meter_reading } from '../../../features/actions/take_back_meter_reading.ts';
import { type_meter_reading } from '../../../features/actions/type_meter_reading.ts';
import {
  addUploadedPhotos,
  type listFormPhotos,
  nothingSentText,
  unsentPhotoSubject,
} from '../loaders/form-photographs.ts';
import { check, date, line } from '../page/field-kinds.tsx';
import { form } from '../page/form.tsx';
import type { FormRequest } from '../page/page.ts';
import { sanitizeNextPath } from '../server/visitor.ts';
import { Button } from '../ui/button.tsx';
import { Fold } from '../ui/fold.tsx';
import { usePage } from '../ui/page-context.ts';
import { PhotoField, photoIdField } from '../ui/photo-field.tsx';

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
  photograph: { en: 'Photograph of the dial', ru: 'Снимок счётчика' },
  onePhotograph: { en: 'One photograph for a reading.', ru: 'К показанию\u00a0— один снимок.' },
  takenBack: { en: 'Undone.', ru: 'Отменено.' },
} as const satisfies Record<string, Text>;

const fields = {
  number: line(texts.shows, { inputMode: 'decimal' }),
  on: date(texts.on, { hint: texts.onHint }),
  former_end: line(texts.formerEnd, { inputMode: 'decimal', hint: texts.formerHint }),
  is_sure: check(texts.sure),
};

/** The photograph that came with a reading; until that is stored it belongs to whoever sent it, as one of a message does. */
async function readPhotograph(pageRequest: FormRequest<'signed-in'>): Promise<{ photograph?: string }> {
  const { form: posted, session } = pageRequest;
  const photos = await pageRequest.savePhotographs('photograph', unsentPhotoSubject(session.accountId));
  addUploadedPhotos(posted, photos);
  if (photos.rejected.length > 0) refuse.invalid('photograph', photos.appendRejected(nothingSentText));
  const [photograph, ...more] = new Set(posted.getAll(photoIdField));
  if (more.length > 0) refuse.invalid('photograph', texts.onePhotograph);
  return photograph === undefined ? {} : { photograph };
}

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
  uploads: 'photographs',
  given: (_, request) => readPhotograph(request),
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
  uploads: 'photographs',
  given: (_, request) => readPhotograph(request),
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

type ReadingFieldsProps = {
  readonly of: Fields;
  /** Its id on the page. */
  readonly form: string;
  readonly unit: string;
  /** Sent already, of a form that came back. */
  readonly photos: ReturnType<typeof listFormPhotos>;
};

export function ReadingFields({ of, form: id, unit, photos }: ReadingFieldsProps) {
  const { errors, values } = usePage().forms[id] ?? {};
  return (
    <>
      <of.number unit={unit} />
      <PhotoField name="photograph" label={texts.photograph} most={1} photos={photos} />
      {(errors?.is_sure || values?.is_sure) && <of.is_sure />}
      <Button>{texts.save}</Button>
      <Fold title={texts.more}>
        <of.on />
        <of.former_end />
      </Fold>
    </>
  );
}
