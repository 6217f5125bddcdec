import type { Text } from '../../../i18n/text.ts';
import { FieldError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLanguage } from '../../ui/language.ts';
import { OwnFields } from '../../ui/own-fields.tsx';
import { usePage } from '../../ui/page-context.ts';

export const texts = {
  message: { en: 'Message', ru: 'Сообщение' },
  send: { en: 'Send', ru: 'Отправить' },
} as const satisfies Record<string, Text>;

/** The field at the foot of a conversation. What was refused stays in it, with the reason above. */
export function Compose({ action }: { action: string }) {
  const language = useLanguage();
  const state = usePage().forms.send ?? {};
  const faults = state.errors?.body ?? (state.message ? [state.message] : []);
  return (
    <form
      class="compose fixed"
      id="send"
      method="post"
      action={action}
      data-enhance=""
      data-outbox=""
      data-draft={`send ${action}`}
      noValidate
    >
      <OwnFields />
      <FieldError id="send-body" messages={faults} />
      <label class="unseen" for="send-body">
        {texts.message[language]}
      </label>
      <textarea
        class="input"
        id="send-body"
        name="body"
        rows={1}
        maxLength={5000}
        placeholder={texts.message[language]}
        required
        value={String(state.values?.body ?? '')}
        aria-invalid={faults.length > 0 ? 'true' : undefined}
        aria-describedby={faults.length > 0 ? 'send-body-error' : undefined}
      />
      <button class="icon-button send" type="submit">
        <Icon name="send" />
        <span class="unseen">{texts.send[language]}</span>
      </button>
    </form>
  );
}
