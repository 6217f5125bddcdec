import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import { Icon } from './icon.tsx';
import type { Words } from './language-context.ts';

export const texts = {
  back: { en: 'Back: ', ru: 'Назад: ' },
} as const satisfies Record<string, Text>;

export type Parent = { readonly href: string; readonly text: Words };

/** Links to the parent page, not to the browser history. */
export function BackLink({ href, text }: Parent) {
  return (
    <a class="back" href={href}>
      <Icon name="back" size="s" />
      <span class="unseen">{texts.back}</span>
      {text}
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
  return (
    <>
      {parent && <BackLink {...parent} />}
      <div class="head">
        <div>
          <h1>{title}</h1>
          {line && <p class="soft">{line}</p>}
        </div>
        {action}
      </div>
    </>
  );
}
