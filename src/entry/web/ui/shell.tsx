import type { ComponentChildren } from 'preact';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { TurnOwner } from '../../../base/threads/loop-turns.ts';
import { describeSilence, type Silence } from '../../../domain/kernel/silence.ts';
import * as labels from '../words/labels.ts';
import { siteName } from '../words/shared-texts.ts';
import { AppBar, PublicBar } from './app-bar.tsx';
import { type Asset, type AssetName, findAssetByName } from './assets.ts';
import { ButtonForm } from './button-form.tsx';
import { completeReturnedPage, topSlot } from './complete-returned-page.tsx';
import { Dock, WriteSheet } from './dock.tsx';
import { LanguageProvider, useLanguage, type Words } from './language-context.ts';
import type { Overview } from './navigation.ts';
import { Notice } from './notice.tsx';
import { DraftOffer, OutboxBanner, QueuedCard } from './outbox.tsx';
import { PageProvider } from './page-context.ts';
import { Rail } from './rail.tsx';
import { renderHtml } from './render-html.ts';
import { renderInPieces } from './render-in-pieces.ts';
import { createReturnedForm, type ReturnedForm } from './returned-form.ts';
import { parsePath, setQueryParameter, type Undo, type View } from './view.ts';

export const texts = {
  skip: { en: 'Skip to content', ru: 'Перейти к содержанию' },
  error: { en: 'Error', ru: 'Ошибка' },
  audits: {
    en: 'You see this as the auditor. The board decides.',
    ru: 'Вы смотрите как ревизор. Решает правление.',
  },
  undo: { en: 'Undo', ru: 'Вернуть' },
  developers: { en: 'Developers', ru: 'Разработчикам' },
  urgent: labels.urgent,
  appeal: { en: 'Read more or appeal', ru: 'Подробнее и обжаловать' },
  readNotice: { en: 'Read it', ru: 'Прочитать' },
  consent: { en: 'The rules of this site have changed.', ru: 'Правила сайта изменились.' },
  readThem: { en: 'Read and agree', ru: 'Прочитать и согласиться' },
  about: {
    en: 'The common life of villages and dacha partnerships, in one calm place.',
    ru: 'Общая жизнь посёлков и дачных товариществ\u00a0— в одном спокойном месте.',
  },
} as const satisfies Record<string, Text>;

const languageNames: Record<Language, string> = { ru: 'Русский', en: 'English' };

/** Light and dark override the device; cool and contrast follow its color scheme, as does any other name. */
export const skins = ['light', 'dark', 'cool', 'contrast'] as const;

export type ScreenOptions = {
  readonly title: Words;
  readonly description?: string | undefined;
  /** `narrow` for forms and short texts. */
  readonly width?: 'narrow' | 'wide' | undefined;
  /** The page shows form errors: the title starts with it, for screen readers. */
  readonly failed?: boolean | undefined;
  /** Sheets besides `ui.css`, such as `print-paper.css`. */
  readonly sheets?: readonly AssetName[] | undefined;
  /** Scripts besides `enhance`, such as `chart.js`. */
  readonly scripts?: readonly AssetName[] | undefined;
  /** URLs that its islands fetch, preloaded in parallel with the scripts. */
  readonly fetches?: readonly string[] | undefined;
};

/** `overview` is null when signed out. */
export type Frame = View & { readonly overview: Overview | null };

const assumeHasPage = () => true;

const writeSheetId = 'write-sheet';

const doctype = '<!doctype html>';

/** Renders the whole HTML document around the content of a page. */
export function renderDocument(frame: Frame, screen: ScreenOptions, content: ComponentChildren): string {
  const returned = createReturnedForm(frame);
  const html = renderHtml(buildDocument(frame, screen, content, returned));
  return doctype + completeReturnedPage([html], returned, frame).join('');
}

/** The same in pieces, each made in a turn of its owner: for pages that grow with a village. */
export async function renderDocumentInPieces(
  frame: Frame,
  screen: ScreenOptions,
  content: ComponentChildren,
  owner: TurnOwner,
): Promise<string[]> {
  const returned = createReturnedForm(frame);
  const pieces = await renderInPieces(buildDocument(frame, screen, content, returned), owner);
  return [doctype, ...completeReturnedPage(pieces, returned, frame)];
}

function buildDocument(
  frame: Frame,
  screen: ScreenOptions,
  content: ComponentChildren,
  returned: ReturnedForm,
) {
  const { language, overview } = frame;
  const { pathname } = parsePath(frame.path);
  const skin = skins.find((name) => name === frame.skin);
  const failure = screen.failed ? `${texts.error[language]}: ` : '';
  const { csrf = '', forms = {}, missing = {}, hasPage = assumeHasPage, notice } = frame;
  const ofFrame = ['enhance.js', ...(overview ? ['refresh.js', 'outbox.js', 'combobox.js', 'menus.js'] : [])];
  const names = [...new Set([...ofFrame, ...(notice?.undo ? ['undo.js'] : []), ...(screen.scripts ?? [])])];
  const scripts = names.map(findAssetByName);
  const keeps = names.includes('outbox.js');
  const loose = [frame.stickyHeader === false && 'loose-bar', frame.stickySidebar === false && 'loose-rail'];
  const classes = ['frame', !overview && 'open', ...loose].filter(Boolean).join(' ');
  const account = frame.account === null ? '' : frame.account?.id;
  const title = typeof screen.title === 'string' ? screen.title : screen.title[language];
  const page = { path: frame.path, csrf, forms, missing, returned, hasPage };
  const isAudited = overview?.audits === true && /^\/settlements\/[^/]+\/board\//.test(pathname);
  return (
    // The account, for scripts that store data on the device; no attribute when the session was not looked up.
    <html
      lang={language}
      data-skin={skin}
      data-account={account}
      data-path={screen.failed ? pathname : undefined}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${failure}${title} — ${siteName[language]}`}</title>
        {screen.description && <meta name="description" content={screen.description} />}
        <meta name="color-scheme" content={skin === 'light' || skin === 'dark' ? skin : 'light dark'} />
        {['ui.css', ...(screen.sheets ?? [])].map((name) => (
          <link key={name} rel="stylesheet" href={findAssetByName(name).path} />
        ))}
        {themeColors(skin).map(({ color, media }) => (
          <meta key={color} name="theme-color" content={color} media={media} />
        ))}
        <link rel="manifest" href={`${paths.manifest}?lang=${language}`} />
        <link rel="apple-touch-icon" href={findAssetByName('icon-whole-180.png').path} />
        <link rel="icon" type="image/svg+xml" href={findAssetByName('logo.svg').path} />
      </head>
      <body>
        <LanguageProvider value={language}>
          <PageProvider value={page}>
            <a class="skip" href="#main">
              {texts.skip}
            </a>
            <div class={classes}>
              {overview && <Rail overview={overview} pathname={pathname} />}
              {overview ? (
                <AppBar overview={overview} sheet={writeSheetId} />
              ) : (
                <PublicBar pathname={pathname} />
              )}
              <main id="main" tabIndex={-1} class={screen.width === 'narrow' ? 'main narrow' : 'main'}>
                {keeps && <OutboxBanner />}
                <SilenceNotices silences={overview?.silences ?? []} pathname={pathname} />
                <UrgentNotices notices={overview?.notices ?? []} pathname={pathname} />
                {screen.failed && <template data-slot={topSlot} />}
                {notice && (
                  <div class="gap-below" data-notice={notice.isProblem ? 'problem' : 'done'}>
                    <Notice
                      tone={notice.isProblem ? 'warn' : 'good'}
                      action={notice.undo && <UndoButton undo={notice.undo} />}
                    >
                      {notice.text}
                    </Notice>
                  </div>
                )}
                {frame.asksForConsent && pathname !== paths.acceptPolicies && (
                  <ConsentRequest path={frame.path} />
                )}
                {isAudited ? (
                  <PageProvider value={{ ...page, isReadOnly: true }}>
                    <Notice tone="plain">{texts.audits}</Notice>
                    {content}
                  </PageProvider>
                ) : (
                  content
                )}
              </main>
              {!overview && <Footer path={frame.path} language={language} />}
              {overview && <Dock overview={overview} pathname={pathname} sheet={writeSheetId} />}
            </div>
            {keeps && <DraftOffer />}
            {keeps && <QueuedCard />}
            {overview && <WriteSheet overview={overview} id={writeSheetId} />}
          </PageProvider>
        </LanguageProvider>
        {/* Last, so that on a slow connection scripts do not compete with the render-blocking stylesheet. */}
        {screen.fetches?.map((path) => (
          <link key={path} rel="preload" as="fetch" crossorigin="anonymous" href={path} />
        ))}
        {listPreloads(scripts).map((path) => (
          <link key={path} rel="modulepreload" href={path} />
        ))}
        {scripts.map(({ path }) => (
          <script key={path} type="module" src={path} />
        ))}
      </body>
    </html>
  );
}

/** With script it goes after a few seconds; without, with the notice. */
function UndoButton({ undo }: { undo: Undo }) {
  return (
    <div class="undo" data-undo>
      <ButtonForm action={undo.action} hidden={undo.fields} kind="quiet" compact icon="undo">
        {texts.undo}
      </ButtonForm>
    </div>
  );
}

/** On every page, so that nobody types a text that will not be taken. */
function SilenceNotices({ silences, pathname }: { silences: readonly Silence[]; pathname: string }) {
  return silences
    .map((silence) => ({ silence, href: fillPath(paths.sanction, { sanction: silence.id }) }))
    .filter(({ href }) => href !== pathname)
    .map(({ silence, href }) => (
      <div key={href} class="gap-below">
        <Notice tone="warn" icon="lock" link={{ href, text: texts.appeal }}>
          {describeSilence(silence, null)}
        </Notice>
      </div>
    ));
}

/** Above everything else until somebody on the plot has acknowledged it; not on its own page. */
function UrgentNotices({
  notices,
  pathname,
}: {
  notices: NonNullable<Overview['notices']>;
  pathname: string;
}) {
  const language = useLanguage();
  return notices
    .map(({ settlement, slug, title }) => ({
      title,
      href: fillPath(paths.acknowledge, { settlement, article: slug }),
    }))
    .filter(({ href }) => href !== pathname)
    .map(({ title, href }) => (
      <div key={href} class="gap-below">
        <Notice
          tone="danger"
          title={`${texts.urgent[language]}: ${title}`}
          link={{ href, text: texts.readNotice[language] }}
        />
      </div>
    ));
}

function ConsentRequest({ path }: { path: string }) {
  const language = useLanguage();
  const href = `${paths.acceptPolicies}?${new URLSearchParams({ next: path })}`;
  return (
    <div class="gap-below">
      <Notice tone="plain" link={{ href, text: texts.readThem[language] }}>
        {texts.consent}
      </Notice>
    </div>
  );
}

/** Browser UI colours; must match the ground colour of tokens.css. */
function themeColors(skin: string | undefined) {
  const colors = [
    { name: 'light', color: '#faf6ee', media: '(prefers-color-scheme: light)' },
    { name: 'dark', color: '#1b1916', media: '(prefers-color-scheme: dark)' },
  ];
  const chosen = colors.find(({ name }) => name === skin);
  return chosen ? [{ color: chosen.color, media: undefined }] : colors;
}

/** Shared chunks, preloaded to avoid request waterfalls. */
function listPreloads(scripts: readonly Asset[]): string[] {
  return [...new Set(scripts.flatMap(({ needs }) => needs))];
}

/** For strangers: those who are signed in know what the site is, and have the rest in their menus. */
function Footer({ path, language }: { path: string; language: Language }) {
  return (
    <footer class="foot">
      <p>{texts.about}</p>
      {(Object.keys(languageNames) as Language[]).map((name) => (
        <a
          key={name}
          href={setQueryParameter(path, 'lang', name)}
          lang={name}
          hreflang={name}
          aria-current={name === language ? 'true' : undefined}
        >
          {languageNames[name]}
        </a>
      ))}
      <a href={paths.help}>{labels.help}</a>
      <a href="/docs">{texts.developers}</a>
    </footer>
  );
}
