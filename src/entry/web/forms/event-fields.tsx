import type { Text } from '../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import { eventRepeats } from '../../../domain/rules/event-days.ts';
import type { show_article } from '../../../features/operations/journal/show_article.ts';
import { showLocalMoment } from '../loaders/local-moment.ts';
import { DateField, SelectField, TextField } from '../ui/field.tsx';
import { Fold } from '../ui/fold.tsx';
import { repeatTexts } from '../words/format-events.ts';
import * as labels from '../words/labels.ts';

export const texts = {
  title: { en: 'Day and time', ru: 'День и время' },
  starts: { en: 'Begins', ru: 'Начало' },
  startsHint: {
    en: 'A meeting, a work day, rubbish collection: it goes into the village calendar',
    ru: 'Собрание, субботник, вывоз мусора: попадёт в календарь посёлка',
  },
  ends: { en: 'Ends', ru: 'Конец' },
  place: labels.where,
  repeats: { en: 'How often', ru: 'Как часто' },
  once: { en: 'Once', ru: 'Один раз' },
  until: { en: 'The last day of it', ru: 'До какого дня' },
  untilHint: { en: 'If it repeats; five years at most', ru: 'Если повторяется; не дольше пяти лет' },
} as const satisfies Record<string, Text>;

export type EventValues = ReturnType<typeof pickEventValues>;

type EventOfArticle = Partial<
  Pick<ReplyOf<typeof show_article>['data'], 'starts_at' | 'ends_at' | 'place' | 'repeats' | 'repeats_until'>
>;

/** Of an announcement, as fields show it. */
export function pickEventValues(article: EventOfArticle | undefined, timeZone: string) {
  return {
    starts_at: showLocalMoment(article?.starts_at, timeZone),
    ends_at: showLocalMoment(article?.ends_at, timeZone),
    place: article?.place ?? '',
    repeats: article?.repeats ?? '',
    repeats_until: article?.repeats_until ?? '',
  };
}

/** The day of an announcement that nobody has been told of yet. */
export function EventFields({
  data: { values, isPosted, addsDay },
}: {
  data: { readonly values: EventValues; readonly isPosted: boolean; readonly addsDay: boolean };
}) {
  return (
    <Fold title={texts.title} open={isPosted || addsDay || values.starts_at !== ''}>
      <DateField
        name="starts_at"
        label={texts.starts}
        hint={texts.startsHint}
        value={values.starts_at}
        time
        optional
      />
      <DateField name="ends_at" label={texts.ends} value={values.ends_at} time optional />
      <TextField name="place" label={texts.place} value={values.place} maxLength={200} optional />
      <SelectField
        name="repeats"
        label={texts.repeats}
        value={values.repeats}
        choices={[
          { value: '', label: texts.once },
          ...eventRepeats.map((value) => ({ value, label: repeatTexts[value] })),
        ]}
      />
      <DateField
        name="repeats_until"
        label={texts.until}
        hint={texts.untilHint}
        value={values.repeats_until}
        optional
      />
    </Fold>
  );
}
