import type { Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import type { IconName } from '../ui/icon.tsx';
import * as labels from './labels.ts';

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
    line: { en: 'On the site and by email', ru: 'На сайте и письмом' },
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
    href: paths.ownSanctions,
    icon: 'flag',
    title: { en: 'Decisions about me', ru: 'Решения обо мне' },
    line: { en: 'Warnings and limits after reports', ru: 'Предупреждения и запреты по жалобам' },
  },
  {
    href: paths.accountData,
    icon: 'remove',
    title: { en: 'Copy or delete', ru: 'Копия и удаление' },
    line: { en: 'Everything you have here', ru: 'Всё, что у вас здесь есть' },
  },
];
