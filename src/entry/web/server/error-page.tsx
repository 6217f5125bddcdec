import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { Buttons, LinkButton } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { renderDocument } from '../ui/shell.tsx';
import { parsePath, type View } from '../ui/view.ts';
import * as labels from '../words/labels.ts';

export const texts = {
  broken: { en: 'Something went wrong on our side', ru: 'Что-то сломалось у нас' },
  refused: { en: 'This did not work', ru: 'Не получилось' },
  status: { en: 'Code', ru: 'Код' },
  incident: { en: 'Incident number, if you write to us', ru: 'Номер происшествия, если будете писать нам' },
  today: { en: 'To Today', ru: 'На «Сегодня»' },
  home: labels.findVillage,
  signIn: labels.signIn,
  again: labels.tryAgain,
  query: { en: 'What were you looking for?', ru: 'Что вы искали?' },
  search: { en: 'Search', ru: 'Найти' },
} as const satisfies Record<string, Text>;

const headings: Readonly<Record<number, Text>> = {
  401: { en: 'Please sign in', ru: 'Нужно войти' },
  404: { en: 'There is no such page', ru: 'Такой страницы нет' },
  413: { en: 'That is too much at once', ru: 'Слишком много сразу' },
  429: { en: 'Too many requests, please wait a little', ru: 'Слишком много запросов, подождите немного' },
  503: { en: 'Not now, please wait a little', ru: 'Сейчас не выходит, подождите немного' },
};

/** For whom the pages under a path are; the first that fits. Says nothing about what is there. */
const audiences: readonly (readonly [RegExp, Text])[] = [
  [
    /^\/(setup|platform\/roles)\b/,
    { en: 'This page is only for the operator', ru: 'Эта страница только для администратора' },
  ],
  [
    /^\/(moderation|platform)\b/,
    { en: 'This page is only for moderators', ru: 'Эта страница только для модераторов' },
  ],
  [
    /^\/companies\/[^/]+\/desk\b/,
    { en: 'This page is only for the company', ru: 'Эта страница только для этой компании' },
  ],
  [
    /^\/settlements\/[^/]+\/(board\b|announce$|directory\/new$|directory\/[^/]+\/edit$|articles\/[^/]+\/told$)/,
    { en: 'This page is only for the board', ru: 'Эта страница только для правления' },
  ],
  [
    /^\/plots\//,
    { en: 'This page is only for residents', ru: 'Эта страница только для тех, кто здесь живёт' },
  ],
];
const forOthers: Text = { en: 'This page is not for everybody', ru: 'Эта страница открыта не всем' };

function chooseHeading({ status, isForm }: ErrorData, { path }: View): Text {
  // A form may be refused for other reasons than who sends it.
  if (status === 403 && !isForm) {
    const { pathname } = parsePath(path);
    return audiences.find(([pattern]) => pattern.test(pathname))?.[1] ?? forOthers;
  }
  return headings[status] ?? (status >= 500 ? texts.broken : texts.refused);
}

export type ErrorData = {
  readonly status: number;
  readonly message: string;
  readonly incident?: string;
  /** In reply to a form, not to the opening of a page. */
  readonly isForm?: boolean;
  /** Error code for the developer of an OAuth client. */
  readonly code?: string;
};

export function renderErrorPage(data: ErrorData, view: View): string {
  const { language } = view;
  const { status, message, incident, code } = data;
  const heading = chooseHeading(data, view)[language];
  return renderDocument(
    { overview: null, ...view },
    { title: heading, width: 'narrow' },
    <>
      <PageHead title={heading} line={message} />
      <div class="stack">
        {status === 404 && <NotFoundSearch view={view} />}
        <ErrorActions status={status} view={view} />
        {incident && (
          <p>
            {texts.incident[language]}: <code>{incident}</code>
          </p>
        )}
        {(code !== undefined || ![401, 403, 404].includes(status)) && (
          <p class="small soft">
            {texts.status[language]} {status}
            {code && (
              <>
                {' '}
                <code>{code}</code>
              </>
            )}
          </p>
        )}
      </div>
    </>,
  );
}

function ErrorActions({ status, view }: { status: number; view: View }) {
  const { language, account, path, overview } = view;
  const village = overview?.place && fillPath(paths.settlement, { settlement: overview.place.slug });
  if (status === 401) return <LinkButton href={paths.login}>{texts.signIn[language]}</LinkButton>;
  const mayRepeat = status === 429 || status >= 500;
  return (
    <Buttons>
      {mayRepeat && <LinkButton href={path}>{texts.again[language]}</LinkButton>}
      <LinkButton href={account ? paths.today : paths.home} kind={mayRepeat ? 'quiet' : 'primary'}>
        {(account ? texts.today : texts.home)[language]}
      </LinkButton>
      {!mayRepeat && village && (
        <LinkButton href={village} kind="quiet">
          {overview?.place?.name}
        </LinkButton>
      )}
    </Buttons>
  );
}

function NotFoundSearch({ view: { language, hasPage } }: { view: View }) {
  const everywhere = hasPage?.(paths.search) ?? false;
  return (
    <search aria-label={texts.query[language]}>
      <form class="ask" method="get" action={everywhere ? paths.search : paths.knowledge}>
        <label class="label" for="missing-q">
          {texts.query[language]}
        </label>
        <div class="field-row">
          <input
            class="input"
            id="missing-q"
            type="search"
            name={everywhere ? 'q' : 'search'}
            maxLength={200}
          />
          <button class="button quiet" type="submit">
            {texts.search[language]}
          </button>
        </div>
      </form>
    </search>
  );
}
