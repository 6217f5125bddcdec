import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { formatFileSize } from '../../../../domain/rules/file-size.ts';
import { edit_profile } from '../../../../features/operations/user/edit_profile.ts';
import { show_me } from '../../../../features/operations/user/show_me.ts';
import { definePage } from '../../page/page.ts';
import {
  baseValuesField,
  conflictAsFieldError,
  pickChanged,
  readBaseValues,
} from '../../server/base-values.ts';
import { PersonNameField } from '../../ui/account-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList } from '../../ui/list.tsx';
import * as labels from '../../words/labels.ts';
import { savedText } from '../../words/shared-texts.ts';
import { whoSeesTexts } from '../../words/who-sees-texts.ts';
import { AccountHead, AccountLinks } from './account-layout.tsx';

export const texts = {
  title: labels.myData,
  name: { en: 'Display name', ru: 'Имя' },
  nameHint: whoSeesTexts.name,
  language: { en: 'Language of pages and emails', ru: 'Язык страниц и писем' },
  save: labels.save,
  used: { en: 'Your usage', ru: 'Сколько занято' },
  drafts: labels.drafts,
  waiting: { en: 'With the moderators', ru: 'На проверке' },
  files: { en: 'Files', ru: 'Файлы' },
  tokens: { en: 'Access keys', ru: 'Ключи доступа' },
  openTasks: { en: 'Open tasks you have made', ru: 'Ваши открытые задачи' },
  changes: { en: 'Changes today', ru: 'Изменений сегодня' },
  written: { en: 'Written in the last 30 days', ru: 'Записано за 30 дней' },
  of: { en: 'of', ru: 'из' },
} as const satisfies Record<string, Text>;

const languages: Readonly<Record<string, string>> = { ru: 'Русский', en: 'English' };

const serializeBaseValues = ({ display_name, language }: { display_name: string; language: string }) =>
  JSON.stringify({ display_name, language });

/** Name, language and quota usage; other account settings have their own pages. */
export const accountPage = definePage({
  path: paths.account,
  access: 'signed-in',
  texts,
  async load(_, { call }) {
    // With what waits, as the frame of the page asks: the profile is read once for both.
    const { data } = await call(show_me, { waiting: true, quotas: true });
    const { display_name, email, quotas } = data;
    return { display_name, email, language: data.language as string, quotas };
  },
  actions: {
    profile: {
      path: paths.accountProfile,
      async perform(_, { call, form }) {
        const wanted = {
          display_name: form.get('display_name')?.trim() ?? '',
          language: form.get('language') ?? '',
        };
        const seen = readBaseValues(form);
        await conflictAsFieldError(call(edit_profile, { ...pickChanged(wanted, seen), seen }));
        return { to: paths.account, notice: savedText };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: (data, { language }) => (
    <>
      <AccountHead title={texts.title} line={data.email} />
      <div class="stack">
        <Card>
          <Form
            id="profile"
            action={paths.accountProfile}
            hidden={{ [baseValuesField]: serializeBaseValues(data) }}
            outbox={texts.title}
            draft
          >
            <EditConflict
              form="profile"
              field={baseValuesField}
              currentValue={serializeBaseValues(data)}
              facts={[
                [texts.name[language], data.display_name],
                [texts.language[language], languages[data.language] ?? ''],
              ]}
            />
            <PersonNameField label={texts.name} hint={texts.nameHint} value={data.display_name} />
            <SelectField
              name="language"
              label={texts.language}
              value={data.language}
              choices={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            />
            <Button>{texts.save}</Button>
          </Form>
        </Card>
        {data.quotas && <QuotaUsage quotas={data.quotas} />}
        <AccountLinks here={paths.account} />
      </div>
    </>
  ),
});

type Quotas = NonNullable<z.output<typeof show_me.output>['data']['quotas']>;

function QuotaUsage({ quotas }: { quotas: Quotas }) {
  const language = useLanguage();
  const say = ({ used, limit }: Quotas['drafts'], write: (count: number) => string = String) =>
    `${write(used)} ${texts.of[language]} ${write(limit)}`;
  return (
    <Card heading={{ id: 'used', title: texts.used }}>
      <FactList
        facts={[
          [texts.drafts[language], say(quotas.drafts)],
          [texts.waiting[language], say(quotas.waiting)],
          [texts.files[language], say(quotas.file_bytes, (bytes) => formatFileSize(bytes, language))],
          [texts.tokens[language], say(quotas.tokens)],
          [texts.openTasks[language], say(quotas.open_tasks)],
          [texts.changes[language], say(quotas.changes)],
          [texts.written[language], say(quotas.written_bytes, (bytes) => formatFileSize(bytes, language))],
        ]}
      />
    </Card>
  );
}
