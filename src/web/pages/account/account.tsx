import type { Text } from '../../../i18n/text.ts';
import { edit_profile } from '../../../operations/user/edit_profile.ts';
import { show_me } from '../../../operations/user/show_me.ts';
import { paths } from '../../../site/paths.ts';
import { definePage, submitTo } from '../../page.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { saved } from '../../words/names.ts';
import { askForNewEmail, changeOwnPassword, deleteOwnAccount } from './own-account.ts';

export const texts = {
  title: { en: 'Profile', ru: 'Профиль' },
  name: { en: 'Display name', ru: 'Имя' },
  nameHint: { en: 'Neighbours see this name.', ru: 'Это имя видят соседи.' },
  language: { en: 'Language of pages and letters', ru: 'Язык страниц и писем' },
  save: { en: 'Save', ru: 'Сохранить' },
  passwordHeading: { en: 'Password', ru: 'Пароль' },
  current: { en: 'Current password', ru: 'Текущий пароль' },
  new: { en: 'New password', ru: 'Новый пароль' },
  newHint: {
    en: 'At least 10 characters. Other devices will have to sign in again.',
    ru: 'Не короче 10 знаков. На других устройствах придётся войти заново.',
  },
  revokeKeys: { en: 'Also cut off tokens and applications', ru: 'Заодно отключить токены и приложения' },
  revokeKeysHint: {
    en: 'Do this if somebody else may have been in your account.',
    ru: 'Отметьте, если в вашей учётной записи мог побывать кто-то чужой.',
  },
  change: { en: 'Change the password', ru: 'Сменить пароль' },
  emailHeading: { en: 'Email address', ru: 'Электронная почта' },
  emailNow: { en: 'Now', ru: 'Сейчас' },
  email: { en: 'New address', ru: 'Новый адрес' },
  emailHint: {
    en: 'We send a letter there; the address changes when you follow its link, signed in.',
    ru: 'Мы отправим туда письмо; адрес сменится, когда вы перейдёте по ссылке из него, войдя на сайт.',
  },
  changeEmail: { en: 'Change the address', ru: 'Сменить адрес' },
  deleteHeading: { en: 'Delete the account', ru: 'Удалить учётную запись' },
  deleteLead: {
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
    en: 'Drafts, your profile, address, settings, tokens and allowed applications are erased at once.',
    ru: 'Черновики, профиль, адрес, настройки, ключи и разрешения приложений стираются сразу.',
  },
  beforehand: {
    en: 'Want a text gone altogether? Remove it before you delete the account.',
    ru: 'Хотите, чтобы текст исчез совсем? Удалите его до удаления учётной записи.',
  },
  deletePassword: { en: 'Your password, to be sure', ru: 'Ваш пароль, чтобы не ошибиться' },
  delete: { en: 'Delete my account for good', ru: 'Удалить навсегда' },
} as const satisfies Record<string, Text>;

export const accountPage = definePage({
  path: paths.account,
  for: 'signed-in',
  texts,
  async load(_, { call }) {
    const { data } = await call(show_me, {});
    return { display_name: data.display_name, email: data.email, language: data.language as string };
  },
  actions: {
    profile: submitTo(edit_profile, {
      path: paths.accountProfile,
      read: (form) => ({
        display_name: form.get('display_name') ?? '',
        language: form.get('language') ?? '',
      }),
      done: () => ({ to: paths.account, notice: saved }),
    }),
    password: { path: paths.accountPassword, costly: true, perform: (_, visit) => changeOwnPassword(visit) },
    email: { path: paths.accountEmail, costly: true, perform: (_, visit) => askForNewEmail(visit) },
    delete: { path: paths.accountDelete, costly: true, perform: (_, visit) => deleteOwnAccount(visit) },
  },
  render: (data, view) => {
    const { language } = view;
    return (
      <AccountFrame view={view} heading={texts.title[language]}>
        <Form id="profile" action={paths.accountProfile} view={view}>
          <TextField
            name="display_name"
            label={texts.name[language]}
            hint={texts.nameHint[language]}
            preset={data.display_name}
            autocomplete="name"
            maxLength={100}
          />
          <SelectField
            name="language"
            label={texts.language[language]}
            preset={data.language}
            choices={[
              { value: 'ru', label: 'Русский' },
              { value: 'en', label: 'English' },
            ]}
          />
          <Submit>{texts.save[language]}</Submit>
        </Form>
        <section aria-labelledby="password-heading">
          <h2 id="password-heading">{texts.passwordHeading[language]}</h2>
          <Form id="password" action={paths.accountPassword} view={view}>
            <TextField
              name="current_password"
              type="password"
              label={texts.current[language]}
              autocomplete="current-password"
              maxLength={200}
            />
            <TextField
              name="new_password"
              type="password"
              label={texts.new[language]}
              hint={texts.newHint[language]}
              autocomplete="new-password"
              maxLength={200}
            />
            <CheckField
              name="revoke_keys"
              label={texts.revokeKeys[language]}
              hint={texts.revokeKeysHint[language]}
            />
            <Submit kind="quiet">{texts.change[language]}</Submit>
          </Form>
        </section>
        <section aria-labelledby="email-heading">
          <h2 id="email-heading">{texts.emailHeading[language]}</h2>
          <p>
            {texts.emailNow[language]}: <strong class="breaking">{data.email}</strong>
          </p>
          <Form id="email" action={paths.accountEmail} view={view}>
            <TextField
              name="email"
              type="email"
              label={texts.email[language]}
              hint={texts.emailHint[language]}
              autocomplete="email"
              maxLength={254}
            />
            <TextField
              name="current_password"
              type="password"
              label={texts.current[language]}
              autocomplete="current-password"
              maxLength={200}
            />
            <Submit kind="quiet">{texts.changeEmail[language]}</Submit>
          </Form>
        </section>
        <section class="grave" aria-labelledby="delete-heading">
          <h2 id="delete-heading">{texts.deleteHeading[language]}</h2>
          <p>{texts.deleteLead[language]}</p>
          <ul>
            <li>{texts.stays[language]}</li>
            <li>{texts.messages[language]}</li>
            <li>{texts.goes[language]}</li>
          </ul>
          <p>{texts.beforehand[language]}</p>
          <Form id="delete" action={paths.accountDelete} view={view}>
            <TextField
              name="password"
              type="password"
              label={texts.deletePassword[language]}
              autocomplete="current-password"
              maxLength={200}
            />
            <Submit kind="danger">{texts.delete[language]}</Submit>
          </Form>
        </section>
      </AccountFrame>
    );
  },
});
