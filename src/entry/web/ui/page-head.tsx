import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import { findHelp } from '../words/help-topics.ts';
import * as labels from '../words/labels.ts';
import { useMayOpen } from './boards-alone.ts';
import { Icon } from './icon.tsx';
import type { Words } from './language-context.ts';
import { usePage } from './page-context.ts';
import { parsePath } from './view.ts';

export const texts = {
  back: { en: 'Back: ', ru: 'Назад: ' },
} as const satisfies Record<string, Text>;

export type Parent = { readonly href: string; readonly text: Words };

/** Links to the parent page, not to the browser history; an auditor, whom the board's desk refuses, to the village. */
export function BackLink({ href, text }: Parent) {
  const mayOpen = useMayOpen(href);
  const village = href.split('/', 3).join('/');
  return (
    <a class="back" href={mayOpen ? href : village}>
      <Icon name="back" size="s" />
      <span class="unseen">{texts.back}</span>
      {mayOpen ? text : labels.village}
    </a>
  );
}

export type PageHeadProps = {
  readonly title: Words;
  readonly line?: ComponentChildren | undefined;
  readonly parent?: Parent | undefined;
  readonly action?: ComponentChildren | undefined;
};

export function PageHead({ title, line, parent, action }: PageHeadProps) {
  const help = findHelp(parsePath(usePage().path).pathname);
  return (
    <>
      {parent && <BackLink {...parent} />}
      <div class="head">
        <div>
          <h1>{title}</h1>
          {line && <p class="soft">{line}</p>}
        </div>
        {action}
        {help !== null && (
          <a class="icon-button unprinted" href={help}>
            <span aria-hidden="true">?</span>
            <span class="unseen">{labels.help}</span>
          </a>
        )}
      </div>
    </>
  );
}
