import type { Text } from '../../../../base/i18n/text.ts';
import type { Installation } from '../../../../domain/kernel/ports.ts';
import { Notice } from '../../ui/notice.tsx';

export const texts = {
  console: {
    en: 'Email is not set up here: the message is printed in the window where the service runs.',
    ru: 'Почта здесь пока не настроена: письмо появится в окне, где запущен сервис.',
  },
  none: {
    en: 'Email is not set up here, so no message will arrive. Ask whoever runs this site for an account or a link to set a password.',
    ru: 'Почта здесь не настроена, и письмо не придёт. Попросите того, кто ведёт сайт, создать запись или дать ссылку для пароля.',
  },
} as const satisfies Record<string, Text>;

/** Before and after a form whose next step is a letter that will not arrive by mail. */
export function MailMissing({ mail }: { mail: Installation['mail'] }) {
  if (mail === 'server') return null;
  return (
    <div class="gap-below">
      <Notice tone="warn">{texts[mail]}</Notice>
    </div>
  );
}
