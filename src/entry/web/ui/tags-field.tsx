import type { Text } from '../../../base/i18n/text.ts';
import * as labels from '../words/labels.ts';
import { TextField } from './field.tsx';

export const texts = {
  tags: labels.tags,
  hint: { en: 'separated by commas: pump, winter', ru: 'через запятую: насос, зима' },
} as const satisfies Record<string, Text>;

const field = 'tags';

export function TagsField({ tags }: { tags: readonly string[] }) {
  return (
    <TextField
      name={field}
      label={texts.tags}
      hint={texts.hint}
      value={tags.join(', ')}
      maxLength={1000}
      autocomplete="off"
      optional
    />
  );
}

/** All tags of the form; nothing when the field is missing, as in an old form from an outbox. */
export function readTags(form: URLSearchParams): { tags?: string[] | undefined } {
  const typed = form.get(field);
  if (typed === null) return {};
  const tags = typed
    .split(/[,;\n]/)
    .map((tag) => tag.trim())
    .filter(Boolean);
  return { tags };
}
