import type { Text } from '../../../base/i18n/text.ts';
import * as labels from '../words/labels.ts';
import type { Words } from './language-context.ts';
import { FactList } from './list.tsx';
import { Notice } from './notice.tsx';
import { usePage } from './page-context.ts';

export const texts = {
  title: { en: 'It was changed while you were writing', ru: 'Пока вы писали, это изменили' },
  why: {
    en: 'Below is what you typed, and here is the current version. Send again to replace it with yours.',
    ru: 'Ниже\u00a0— то, что написали вы, а здесь\u00a0— как сейчас. Отправьте ещё раз, чтобы осталось ваше.',
  },
  nothing: labels.empty,
} as const satisfies Record<string, Text>;

type EditConflictProps = {
  /** The form, its hidden field with the base values, and the current value of that field. */
  readonly form: string;
  readonly field: string;
  readonly currentValue: string;
  /** Current values of the fields, as label and text. */
  readonly facts: readonly (readonly [name: Words, value: Words])[];
};

/**
 * Shown above a form that is rendered again, for whatever reason, if the thing was changed since: both versions are
 * shown, so that nothing is overwritten unseen.
 */
export function EditConflict({ form, field, currentValue, facts }: EditConflictProps) {
  const seen = usePage().forms[form]?.values?.[field];
  if (seen === undefined || seen === currentValue) return null;
  return (
    <div id={`${form}-${field}`}>
      <Notice tone="warn" title={texts.title}>
        {texts.why}
      </Notice>
      <div class="gap-top">
        <FactList facts={facts.map(([name, value]) => [name, value || texts.nothing] as const)} />
      </div>
    </div>
  );
}
