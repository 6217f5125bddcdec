import type { Text } from '../../../i18n/text.ts';
import { edit_profile } from '../../../operations/user/edit_profile.ts';
import { show_me } from '../../../operations/user/show_me.ts';
import { paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { orMoved, pickChanged, readStood, stoodField } from '../../server/stood.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Moved } from '../../ui/moved.tsx';
import { saved } from '../../words/names.ts';
import { AccountHead, AccountLinks } from './account-parts.tsx';

export const texts = {
  title: { en: 'My data', ru: 'Мои данные' },
  name: { en: 'Display name', ru: 'Имя' },
  nameHint: { en: 'Neighbours see this name.', ru: 'Это имя видят соседи.' },
  language: { en: 'Language of pages and letters', ru: 'Язык страниц и писем' },
  save: { en: 'Save', ru: 'Сохранить' },
} as const satisfies Record<string, Text>;

const languages: Readonly<Record<string, string>> = { ru: 'Русский', en: 'English' };

const standing = ({ display_name, language }: { display_name: string; language: string }) =>
  JSON.stringify({ display_name, language });

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
    profile: {
      path: paths.accountProfile,
      async perform(_, { call, form }) {
        const wanted = {
          display_name: form.get('display_name')?.trim() ?? '',
          language: form.get('language') ?? '',
        };
        const seen = readStood(form);
        await orMoved(call(edit_profile, { ...pickChanged(wanted, seen), seen }));
        return { to: paths.account, notice: saved };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: (data, { language }) => (
    <>
      <AccountHead title={texts.title[language]} line={data.email} />
      <div class="stack">
        <Card>
          <Form
            id="profile"
            action={paths.accountProfile}
            hidden={{ [stoodField]: standing(data) }}
            outbox={texts.title[language]}
            draft
          >
            <Moved
              form="profile"
              field={stoodField}
              now={standing(data)}
              facts={[
                [texts.name[language], data.display_name],
                [texts.language[language], languages[data.language] ?? ''],
              ]}
            />
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
              choices={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            />
            <Button>{texts.save[language]}</Button>
          </Form>
        </Card>
        <AccountLinks here={paths.account} />
      </div>
    </>
  ),
});
