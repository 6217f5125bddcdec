import type { Text } from '../../../../base/i18n/text.ts';
import { DateField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { TagsField } from '../../ui/tags-field.tsx';
import type { EntryFormData } from './entry-form-data.ts';

export const texts = {
  more: { en: 'Day and tags', ru: 'День и метки' },
  day: { en: 'The day it is about', ru: 'О каком дне' },
  dayHint: {
    en: 'Left empty: the day of the photographs, or today',
    ru: 'Не укажете\u00a0— возьмём день фотографий или сегодня',
  },
} as const satisfies Record<string, Text>;

/** What most entries do without; open where something stands in it, and after the form was sent. */
export function EntryDetails({ data: { values, today, isPosted } }: { data: EntryFormData }) {
  const isOpen = isPosted || values.about_on !== '' || values.tags.length > 0;
  return (
    <Fold title={texts.more} open={isOpen}>
      <DateField
        name="about_on"
        label={texts.day}
        hint={texts.dayHint}
        value={values.about_on}
        max={today}
        optional
      />
      <TagsField tags={values.tags} />
    </Fold>
  );
}
