import type { Text } from '../../../../base/i18n/text.ts';
import { objectKinds } from '../../../../domain/rules/parcel-objects.ts';
import { choice, date, line, paragraph, pickTexts, tags } from '../../page/field-kinds.tsx';
import type { FieldsOf } from '../../page/form.tsx';
import * as labels from '../../words/labels.ts';
import { objectKindTexts } from '../../words/parcel-object-texts.ts';

export const texts = {
  kind: labels.whatItIs,
  name: { en: 'What you call it', ru: 'Как вы это называете' },
  nameHint: { en: 'For example: the old apple tree at the gate.', ru: 'Например: Антоновка у калитки.' },
  begun: { en: 'Planted or built', ru: 'Когда посадили или построили' },
  notes: { en: 'Worth remembering', ru: 'Что стоит помнить' },
  notesHint: { en: 'Variety, size, who made it.', ru: 'Сорт, размер, кто делал.' },
} as const satisfies Record<string, Text>;

/** Of both forms: an object is written down, and changed. */
export const objectFields = {
  kind: choice(texts.kind, pickTexts(objectKindTexts, objectKinds), { required: true }),
  title: line(texts.name, { hint: texts.nameHint, autocomplete: 'off', required: true }),
  begun_on: date(texts.begun),
  notes: paragraph(texts.notes, { hint: texts.notesHint, rows: 3 }),
  tags: tags(),
};

export function ObjectFields({ of: Fields }: { of: FieldsOf<typeof objectFields> }) {
  return (
    <>
      <Fields.kind />
      <Fields.title />
      <Fields.begun_on />
      <Fields.notes />
      <Fields.tags />
    </>
  );
}
