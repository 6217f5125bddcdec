import type { Text } from '../../../base/i18n/text.ts';
import { TextField } from './field.tsx';
import { useLanguage } from './language.ts';

export const texts = {
  tags: { en: 'Tags', ru: 'Метки' },
  hint: { en: 'with commas between: pump, winter', ru: 'через запятую: насос, зима' },
} as const satisfies Record<string, Text>;

const field = 'tags';

/** The words under which something is found again, on the map and in lists. */
export function TagsField({ tags }: { tags: readonly string[] }) {
  const language = useLanguage();
  return (
    <TextField
      name={field}
      label={texts.tags[language]}
      hint={texts.hint[language]}
      value={tags.join(', ')}
      maxLength={1000}
      autocomplete="off"
      optional
    />
  );
}

/** The whole set; nothing where the form has no such field, as one that was kept on a phone for long. */
export function readTags(form: URLSearchParams): { tags?: string[] } {
  const typed = form.get(field);
  if (typed === null) return {};
  const tags = typed
    .split(/[,;\n]/)
    .map((tag) => tag.trim())
    .filter(Boolean);
  return { tags };
}
