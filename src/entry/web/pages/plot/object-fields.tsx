import type { Language, Text } from '../../../../base/i18n/text.ts';
import { objectKinds } from '../../../../domain/rules/parcel-objects.ts';
import { DateField, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { readTags, TagsField } from '../../ui/tags-field.tsx';
import * as labels from '../../words/labels.ts';
import { objectKindTexts } from '../../words/parcel-object-texts.ts';
import type { PlotObject } from './plot-data.ts';

export const texts = {
  kind: labels.whatItIs,
  name: { en: 'What you call it', ru: 'Как вы это называете' },
  nameHint: { en: 'For example: the old apple tree at the gate.', ru: 'Например: Антоновка у калитки.' },
  begun: { en: 'Planted or built', ru: 'Когда посадили или построили' },
  notes: { en: 'Worth remembering', ru: 'Что стоит помнить' },
  notesHint: { en: 'Sort, size, who made it.', ru: 'Сорт, размер, кто делал.' },
} as const satisfies Record<string, Text>;

export function ObjectFields({ object }: { object?: PlotObject; language: Language }) {
  return (
    <>
      <SelectField
        name="kind"
        label={texts.kind}
        value={object?.kind ?? 'tree'}
        choices={objectKinds.map((value) => ({ value, label: objectKindTexts[value] }))}
      />
      <TextField
        name="title"
        label={texts.name}
        hint={texts.nameHint}
        value={object?.title ?? ''}
        maxLength={200}
        autocomplete="off"
      />
      <DateField name="begun_on" label={texts.begun} value={object?.begun_on ?? ''} optional />
      <TextArea
        name="notes"
        label={texts.notes}
        hint={texts.notesHint}
        value={object?.notes ?? ''}
        maxLength={10_000}
        rows={3}
        optional
      />
      <TagsField tags={object?.tags ?? []} />
    </>
  );
}

export function readObject(form: URLSearchParams): Record<string, unknown> {
  return {
    kind: form.get('kind') ?? '',
    title: form.get('title') ?? '',
    begun_on: form.get('begun_on') || null,
    notes: form.get('notes') ?? '',
    ...readTags(form),
  };
}
