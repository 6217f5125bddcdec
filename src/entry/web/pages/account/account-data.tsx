import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { list_closing_companies } from '../../../../features/accounts/list_closing_companies.ts';
import { show_data_export } from '../../../../features/accounts/show_data_export.ts';
import { definePage } from '../../page/page.ts';
import { PasswordField } from '../../ui/account-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { deleteOwnAccount, requestDataExport } from './account-actions.ts';
import { AccountHead } from './account-layout.tsx';

export const texts = {
  title: { en: 'Copy or delete', ru: 'Копия и удаление' },
  copyTitle: { en: 'A copy of everything', ru: 'Копия всего' },
  copyLead: {
    en: 'A zip file with everything you wrote and added here, and your conversations: open index.html in it to read. It takes a while to prepare; we email you when it is ready.',
    ru: 'Архив со всем, что вы здесь написали и добавили, и с вашей перепиской: чтобы читать, откройте в нём index.html. Он готовится не сразу; когда будет готов, придёт письмо.',
  },
  ask: { en: 'Make a copy', ru: 'Сделать копию' },
  waiting: {
    en: 'The copy is being made. We will email you when it is ready.',
    ru: 'Копия готовится. Когда будет готова, придёт письмо.',
  },
  failed: {
    en: 'The last copy could not be made. Ask again.',
    ru: 'Последнюю копию сделать не удалось. Попросите ещё раз.',
  },
  ready: { en: 'The copy is ready until', ru: 'Копия готова до' },
  download: { en: 'Download', ru: 'Скачать' },
  deleteTitle: { en: 'Delete the account', ru: 'Удалить учётную запись' },
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
  password: { en: 'Your password, to be sure', ru: 'Введите пароль для подтверждения' },
  ownPassword: { en: 'Your password', ru: 'Ваш пароль' },
  closing: { en: 'Your companies will be closed', ru: 'Ваши компании закроются' },
  closingWhy: {
    en: 'Nobody else represents them. Telephone numbers and the taxpayer number are deleted and open orders cancelled; the name, reviews and finished work stay.',
    ru: 'Кроме вас, их никто не представляет. Телефоны и ИНН удалятся, открытые заказы отменятся; название, отзывы и выполненная работа останутся.',
  },
  delete: { en: 'Delete my account for good', ru: 'Удалить навсегда' },
} as const satisfies Record<string, Text>;

export const accountDataPage = definePage({
  path: paths.accountData,
  access: 'signed-in',
  texts,
  secret: true,
  async load(_, { call }) {
    const [copy, closing] = await Promise.all([call(show_data_export, {}), call(list_closing_companies, {})]);
    return { ...copy, closing };
  },
  actions: {
    export: {
      path: paths.accountExport,
      strictRateLimit: true,
      perform: (_, pageRequest) => requestDataExport(pageRequest),
    },
    delete: {
      path: paths.accountDelete,
      strictRateLimit: true,
      perform: (_, pageRequest) => deleteOwnAccount(pageRequest),
    },
  },
  head: () => ({ width: 'narrow', scripts: ['guess-zone.js'] }),
  render: ({ state, until, mayAsk, closing }, { language }) => (
    <>
      <AccountHead title={texts.title} />
      <div class="stack">
        <Card>
          <div class="stack">
            <h2>{texts.copyTitle}</h2>
            <p>{texts.copyLead}</p>
            {state === 'waiting' && <p>{texts.waiting}</p>}
            {state === 'failed' && <p>{texts.failed}</p>}
            {state === 'ready' && until !== null && (
              <Form id="file" action={paths.accountDataFile}>
                <p>
                  {texts.ready} <Timestamp at={until} language={language} exact />
                </p>
                <PasswordField label={texts.ownPassword} />
                <Button>{texts.download}</Button>
              </Form>
            )}
            {mayAsk && (
              <Form id="export" action={paths.accountExport}>
                <input type="hidden" name="time_zone" />
                <PasswordField label={texts.ownPassword} />
                <Button>{texts.ask}</Button>
              </Form>
            )}
          </div>
        </Card>
        <Card>
          <div class="stack">
            <h2>{texts.deleteTitle}</h2>
            <p>{texts.lead}</p>
            <ul>
              <li>{texts.stays}</li>
              <li>{texts.messages}</li>
              <li>{texts.goes}</li>
            </ul>
            {closing.length > 0 && (
              <Notice tone="warn" title={texts.closing}>
                {closing.map(({ name }) => name).join(', ')}. {texts.closingWhy}
              </Notice>
            )}
            <p>{texts.beforehand}</p>
            <Form id="delete" action={paths.accountDelete}>
              <PasswordField label={texts.password} />
              <Button kind="danger">{texts.delete}</Button>
            </Form>
          </div>
        </Card>
      </div>
    </>
  ),
});
