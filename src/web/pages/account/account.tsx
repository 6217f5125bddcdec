import type { Text } from '../../../i18n/text.ts';
import { edit_profile } from '../../../operations/user/edit_profile.ts';
import { show_me } from '../../../operations/user/show_me.ts';
import { paths } from '../../../site/paths.ts';
import { definePage, submitTo } from '../../page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { saved } from '../../words/names.ts';
import { AccountHead, AccountLinks } from './account-parts.tsx';

export const texts = {
  title: { en: 'My data', ru: 'Мои данные' },
  name: { en: 'Display name', ru: 'Имя' },
  nameHint: { en: 'Neighbours see this name.', ru: 'Это имя видят соседи.' },
  language: { en: 'Language of pages and letters', ru: 'Язык страниц и писем' },
  save: { en: 'Save', ru: 'Сохранить' },
} as const satisfies Record<string, Text>;

/** Name and language; what else belongs to an account has pages of its own. */
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
  },
  head: () => ({ width: 'narrow' }),
  render: (data, { language }) => (
    <>
      <AccountHead title={texts.title[language]} line={data.email} />
      <div class="stack">
        <Card>
          <Form id="profile" action={paths.accountProfile} outbox={texts.title[language]} draft>
            <TextField
              name="display_name"
              label={texts.name[language]}
              hint={texts.nameHint[language]}
              value={data.display_name}
              autocomplete="name"
              maxLength={100}
            />
            <SelectField
              name="language"
              label={texts.language[language]}
              value={data.language}
              choices={[
                { value: 'ru', label: 'Русский' },
                { value: 'en', label: 'English' },
              ]}
            />
            <Button>{texts.save[language]}</Button>
          </Form>
        </Card>
        <AccountLinks here={paths.account} />
      </div>
    </>
  ),
});
