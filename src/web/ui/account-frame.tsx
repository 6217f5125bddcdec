import type { ComponentChildren } from 'preact';
import type { Text } from '../../i18n/text.ts';
import { paths } from '../../site/paths.ts';
import { parsePath, type View } from '../view.ts';

export const texts = {
  menu: { en: 'Account settings', ru: 'Настройки кабинета' },
  profile: { en: 'Profile', ru: 'Профиль' },
  tokens: { en: 'Access tokens', ru: 'Ключи доступа' },
  applications: { en: 'Applications', ru: 'Приложения' },
  sessions: { en: 'Where I am signed in', ru: 'Где выполнен вход' },
  notifications: { en: 'Notifications', ru: 'Уведомления' },
  interface: { en: 'Interface', ru: 'Внешний вид' },
} as const satisfies Record<string, Text>;

const sections: readonly (readonly [string, Text])[] = [
  [paths.account, texts.profile],
  [paths.tokens, texts.tokens],
  [paths.applications, texts.applications],
  [paths.sessions, texts.sessions],
  [paths.notificationPreferences, texts.notifications],
  [paths.interface, texts.interface],
];

type FrameProps = {
  readonly view: View;
  readonly heading: string;
  readonly children: ComponentChildren;
};

export function AccountFrame({ view, heading, children }: FrameProps) {
  const here = parsePath(view.path).pathname;
  return (
    <div class="with-side">
      <nav class="side" aria-label={texts.menu[view.language]}>
        <ul>
          {sections.map(([href, text]) => (
            <li key={href}>
              <a href={href} aria-current={href === here ? 'page' : undefined}>
                {text[view.language]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <h1>{heading}</h1>
        {children}
      </div>
    </div>
  );
}
