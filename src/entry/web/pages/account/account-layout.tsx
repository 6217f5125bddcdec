import type { ComponentChildren } from 'preact';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { Card } from '../../ui/card.tsx';
import type { IconName } from '../../ui/icon.tsx';
import type { Words } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Row } from '../../ui/row.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  more: labels.more,
} as const satisfies Record<string, Text>;

type Section = { readonly href: string; readonly icon: IconName; readonly title: Text; readonly line: Text };

export const accountSections: readonly Section[] = [
  {
    href: paths.account,
    icon: 'person',
    title: labels.myData,
    line: { en: 'Name and language', ru: 'Имя и язык' },
  },
  {
    href: paths.accountSecurity,
    icon: 'lock',
    title: { en: 'Signing in', ru: 'Вход' },
    line: { en: 'Password, email, devices signed in', ru: 'Пароль, почта, где выполнен вход' },
  },
  {
    href: paths.notificationPreferences,
    icon: 'bell',
    title: labels.whatToTellMe,
    line: { en: 'On the site and by letter', ru: 'На сайте и письмом' },
  },
  {
    href: paths.accountAssistants,
    icon: 'assistant',
    title: labels.assistants,
    line: { en: 'Who acts in your name', ru: 'Кто действует от вашего имени' },
  },
  {
    href: paths.interface,
    icon: 'settings',
    title: { en: 'How it looks', ru: 'Внешний вид' },
    line: { en: 'Colours and menus', ru: 'Цвета и меню' },
  },
  {
    href: paths.accountData,
    icon: 'remove',
    title: { en: 'Copy or delete', ru: 'Копия и удаление' },
    line: { en: 'Everything you have here', ru: 'Всё, что у вас здесь есть' },
  },
];

export function AccountHead({ title, line }: { title: Words; line?: ComponentChildren }) {
  return <PageHead title={title} line={line} parent={{ href: paths.more, text: texts.more }} />;
}

/** The other pages of the account. */
export function AccountLinks({ here }: { here: string }) {
  return (
    <Card flush>
      <List>
        {accountSections
          .filter(({ href }) => href !== here)
          .map(({ href, icon, title, line }) => (
            <Row key={href} href={href} icon={icon} title={title} line={line} />
          ))}
      </List>
    </Card>
  );
}
