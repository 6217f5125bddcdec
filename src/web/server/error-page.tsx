import type { Text } from '../../i18n/text.ts';
import { paths } from '../../site/paths.ts';
import { renderPage } from '../ui/layout.tsx';
import type { View } from '../view.ts';
import { wordFor } from '../words/names.ts';

export const texts = {
  broken: { en: 'Something went wrong on our side', ru: 'Что-то сломалось у нас' },
  refused: { en: 'This did not work', ru: 'Не получилось' },
  status: { en: 'Code', ru: 'Код' },
  incident: { en: 'Incident number, if you write to us', ru: 'Номер происшествия, если будете писать нам' },
  home: { en: 'To the first page', ru: 'На главную' },
} as const satisfies Record<string, Text>;

const headings: Readonly<Record<string, Text>> = {
  401: { en: 'Please sign in', ru: 'Нужно войти' },
  403: { en: 'This is not open to you', ru: 'Сюда вам нельзя' },
  404: { en: 'There is no such page', ru: 'Такой страницы нет' },
  429: { en: 'Too many requests, please wait a little', ru: 'Слишком много запросов, подождите немного' },
};

export type ErrorData = {
  readonly status: number;
  readonly message: string;
  readonly incident?: string;
  /** The name of the error, for the developer of an application whom the page refuses. */
  readonly code?: string;
};

export function renderErrorPage({ status, message, incident, code }: ErrorData, view: View): string {
  const { language } = view;
  const otherwise = (status >= 500 ? texts.broken : texts.refused)[language];
  const named = wordFor(headings, String(status), language);
  const heading = named === String(status) ? otherwise : named;
  return renderPage(
    view,
    { title: heading, width: 'narrow' },
    <>
      <h1>{heading}</h1>
      <p class="lead">{message}</p>
      {incident && (
        <p>
          {texts.incident[language]}: <code>{incident}</code>
        </p>
      )}
      <p class="soft">
        {texts.status[language]} {status}
        {code && (
          <>
            {' '}
            <code>{code}</code>
          </>
        )}
      </p>
      <p>
        <a class="button" href={status === 401 ? paths.login : paths.home}>
          {(status === 401 ? headings[401] : texts.home)?.[language]}
        </a>
      </p>
    </>,
  );
}
