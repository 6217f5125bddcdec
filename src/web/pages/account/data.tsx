import type { Text } from '../../../i18n/text.ts';
import { paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { AccountHead } from './account-parts.tsx';
import { deleteOwnAccount } from './own-account.ts';

export const texts = {
  title: { en: 'Delete the account', ru: 'Удалить учётную запись' },
  lead: {
    en: 'This cannot be undone. Here is what happens to what you wrote:',
    ru: 'Отменить это нельзя. Вот что станет с тем, что вы написали:',
  },
  stays: {
    en: 'Published articles, diary entries and reviews stay, without your name: “former resident”.',
    ru: 'Опубликованные статьи, записи дневника и отзывы останутся без вашего имени\u00a0— «бывший житель».',
  },
  messages: {
    en: 'Messages you sent stay with those who received them, also without your name.',
    ru: 'Отправленные сообщения останутся у получателей\u00a0— тоже без вашего имени.',
  },
  goes: {
    en: 'Drafts, your profile, address, settings and the access of assistants are erased at once.',
    ru: 'Черновики, профиль, адрес, настройки и доступ помощников стираются сразу.',
  },
  beforehand: {
    en: 'Want a text gone altogether? Remove it before you delete the account.',
    ru: 'Хотите, чтобы текст исчез совсем? Удалите его до удаления учётной записи.',
  },
  password: { en: 'Your password, to be sure', ru: 'Ваш пароль, чтобы не ошибиться' },
  delete: { en: 'Delete my account for good', ru: 'Удалить навсегда' },
} as const satisfies Record<string, Text>;

export const accountDataPage = definePage({
  path: paths.accountData,
  for: 'signed-in',
  texts,
  actions: {
    delete: { path: paths.accountDelete, costly: true, perform: (_, visit) => deleteOwnAccount(visit) },
  },
  head: () => ({ width: 'narrow' }),
  render: (_, { language }) => (
    <>
      <AccountHead title={texts.title[language]} line={texts.lead[language]} />
      <Card>
        <div class="stack">
          <ul>
            <li>{texts.stays[language]}</li>
            <li>{texts.messages[language]}</li>
            <li>{texts.goes[language]}</li>
          </ul>
          <p>{texts.beforehand[language]}</p>
          <Form id="delete" action={paths.accountDelete}>
            <TextField
              name="password"
              type="password"
              label={texts.password[language]}
              autocomplete="current-password"
              maxLength={200}
            />
            <Button kind="danger">{texts.delete[language]}</Button>
          </Form>
        </div>
      </Card>
    </>
  ),
});
