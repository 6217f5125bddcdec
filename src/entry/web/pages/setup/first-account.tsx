import type { Language, Text } from '../../../../base/i18n/text.ts';
import { nameCommand } from '../../../../base/site/command.ts';
import { paths } from '../../../../base/site/paths.ts';
import { EmailField, NewPasswordField, PersonNameField } from '../../ui/account-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Form } from '../../ui/form.tsx';
import { newAccountTexts } from '../../words/new-account-texts.ts';

export const texts = {
  lead: {
    en: 'You will look after this installation: mail, address, roles. No email confirmation is needed.',
    ru: 'Вы будете администратором: почта, адрес, роли. Подтверждать по почте ничего не нужно.',
  },
  submit: { en: 'Create the account', ru: 'Создать запись' },
  instead: { en: 'Instead', ru: 'Или по-другому' },
  restore: {
    en: 'From a backup: stop the setup here and run this beside the service, then sign in as before.',
    ru: 'Есть резервная копия: ничего здесь не заполняйте, выполните на сервере эту команду и войдите как раньше.',
  },
  restoreLabel: { en: 'the command', ru: 'команду' },
  demo: {
    en: 'To look around first: load a demonstration of three villages with people, texts and devices. It can be removed again as long as there is nothing else. It takes up to half a minute.',
    ru: 'Сначала посмотреть: загрузите пример — три посёлка с людьми, записями и датчиками. Его можно убрать, пока не появилось ничего своего. Загрузка занимает до полминуты.',
  },
  loadDemo: { en: 'Load the demonstration', ru: 'Загрузить пример' },
} as const satisfies Record<string, Text>;

/** The form for the first operator, and what else can be done with an empty installation. */
export function FirstAccount({ token, language }: { token: string; language: Language }) {
  return (
    <div class="stack">
      <p class="lead-line">{texts.lead}</p>
      <Card>
        <Form id="account" action={paths.setup} hidden={{ token }}>
          <PersonNameField label={newAccountTexts.name} hint={newAccountTexts.nameHint} />
          <EmailField label={newAccountTexts.email} hint={newAccountTexts.emailHint} />
          <NewPasswordField label={newAccountTexts.password} hint={newAccountTexts.passwordHint} />
          <Button>{texts.submit}</Button>
        </Form>
      </Card>
      <Card heading={{ id: 'instead', title: texts.instead }}>
        <div class="stack">
          <p>{texts.restore}</p>
          <Copyable
            id="restore"
            text={nameCommand('restore FILE')}
            label={texts.restoreLabel}
            language={language}
          />
          <p>{texts.demo}</p>
          <ButtonForm action={paths.setupDemo} kind="quiet" hidden={{ token }}>
            {texts.loadDemo}
          </ButtonForm>
        </div>
      </Card>
    </div>
  );
}
