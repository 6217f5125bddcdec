import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Language, Text } from '../i18n/text.ts';
import { type AssetName, assets, findAssetByName } from './assets.ts';
import { paths } from './paths.ts';
import { parsePath, pathWith, type View } from './view.ts';
import { siteName } from './words.ts';

export const texts = {
  skip: { en: 'Skip to the content', ru: 'Перейти к содержанию' },
  mainMenu: { en: 'Main', ru: 'Основное' },
  settlements: { en: 'Catalogue', ru: 'Каталог' },
  knowledge: { en: 'Knowledge', ru: 'База знаний' },
  connect: { en: 'Assistants', ru: 'Помощники' },
  docs: { en: 'Developers', ru: 'Разработчикам' },
  signIn: { en: 'Sign in', ru: 'Войти' },
  account: { en: 'My account', ru: 'Мой кабинет' },
  signOut: { en: 'Sign out', ru: 'Выйти' },
  language: { en: 'Language', ru: 'Язык' },
  error: { en: 'Error', ru: 'Ошибка' },
  about: {
    en: 'The common life of villages and dacha partnerships, in one calm place.',
    ru: 'Общая жизнь посёлков и дачных товариществ\u00a0— в одном спокойном месте.',
  },
} as const satisfies Record<string, Text>;

const languageNames: Record<Language, string> = { ru: 'Русский', en: 'English' };

export type PageFrame = {
  readonly title: string;
  readonly description?: string;
  readonly scripts?: readonly AssetName[];
  /** Forms and short texts read best in a narrow column. */
  readonly width?: 'narrow' | 'wide';
  /** The page shows mistakes to correct: said first in the title, where a screen reader begins. */
  readonly failed?: boolean;
};

/** The whole document. Pages hand over their content; nothing else writes html, head or body. */
export function renderPage(view: View, frame: PageFrame, content: ComponentChildren): string {
  const { language } = view;
  const skin = view.skin === 'light' || view.skin === 'dark' ? view.skin : undefined;
  const failure = frame.failed ? `${texts.error[language]}: ` : '';
  const document = (
    <html lang={language} data-skin={skin}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${failure}${frame.title} — ${siteName[language]}`}</title>
        {frame.description && <meta name="description" content={frame.description} />}
        <meta name="color-scheme" content={skin ?? 'light dark'} />
        <link rel="stylesheet" href={assets['site.css'].path} />
        <link rel="icon" type="image/svg+xml" href={assets['logo.svg'].path} />
        {frame.scripts?.map((name) => (
          <script key={name} src={findAssetByName(name).path} nonce={view.nonce} defer />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          {texts.skip[language]}
        </a>
        <Header view={view} />
        <main id="main" tabIndex={-1} class={`page ${frame.width ?? 'wide'}`}>
          {content}
        </main>
        <Footer view={view} />
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(document)}`;
}

function Header({ view }: { view: View }) {
  const { language, account } = view;
  const here = parsePath(view.path).pathname;
  const other = language === 'ru' ? 'en' : 'ru';
  const link = (href: string, text: Text) => (
    <li>
      <a href={href} aria-current={here === href ? 'page' : undefined}>
        {text[language]}
      </a>
    </li>
  );
  return (
    <header class="site-header">
      <div class="bar">
        <a class="brand" href={paths.home}>
          <img src={assets['logo.svg'].path} alt="" width="36" height="36" />
          <span>{siteName[language]}</span>
        </a>
        <a class="tongue" href={pathWith(view.path, 'lang', other)} lang={other} hreflang={other}>
          {other.toUpperCase()} <span class="unseen">{languageNames[other]}</span>
        </a>
        <a class="who" href={account ? paths.account : paths.login}>
          {account ? account.name || texts.account[language] : texts.signIn[language]}
        </a>
        <nav class="menu" aria-label={texts.mainMenu[language]}>
          <ul>
            {link(paths.home, texts.settlements)}
            {link(paths.knowledge, texts.knowledge)}
            {link(paths.connect, texts.connect)}
            {link(paths.docs, texts.docs)}
          </ul>
        </nav>
      </div>
    </header>
  );
}

function Footer({ view }: { view: View }) {
  const { language, account } = view;
  return (
    <footer class="site-footer">
      <div class="bar">
        <p>{texts.about[language]}</p>
        <nav class="languages" aria-label={texts.language[language]}>
          {(Object.keys(languageNames) as Language[]).map((name) => (
            <a
              key={name}
              href={pathWith(view.path, 'lang', name)}
              lang={name}
              hreflang={name}
              aria-current={name === language ? 'true' : undefined}
            >
              {languageNames[name]}
            </a>
          ))}
        </nav>
        {account && (
          <form method="post" action={paths.logout}>
            <input type="hidden" name="csrf" value={view.csrf ?? ''} />
            <button class="quiet" type="submit">
              {texts.signOut[language]}
            </button>
          </form>
        )}
      </div>
    </footer>
  );
}
