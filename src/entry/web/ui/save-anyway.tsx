import type { Text } from '../../../base/i18n/text.ts';
import { Notice } from './notice.tsx';
import { usePage } from './page-context.ts';

export const texts = {
  title: { en: 'Is it a different one?', ru: 'Это точно другое?' },
  how: {
    en: 'To save it anyway, press the button once more.',
    ru: 'Чтобы всё равно сохранить, нажмите кнопку ещё раз.',
  },
} as const satisfies Record<string, Text>;

const field = 'anyway';

/** `unless_similar` of the input: true until the person was asked. */
export const isAskedFirst = (form: URLSearchParams) => form.get(field) !== 'true';

/** The question before something is saved that is likely there already; sent again, the form saves it. */
export function SaveAnyway({ form }: { form: string }) {
  if (usePage().forms[form]?.errors?.unless_similar === undefined) return null;
  return (
    <div id={`${form}-unless_similar`}>
      <input type="hidden" name={field} value="true" />
      <Notice tone="warn" title={texts.title}>
        {texts.how}
      </Notice>
    </div>
  );
}
