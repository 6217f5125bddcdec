import type { ComponentChildren } from 'preact';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { Icon } from './icon.tsx';
import { useLanguage, type Words } from './language-context.ts';

export const texts = {
  copy: { en: 'Copy', ru: 'Скопировать' },
  copied: { en: 'Copied', ru: 'Скопировано' },
} as const satisfies Record<string, Text>;

type CopyableProps = {
  readonly id: string;
  readonly text: string;
  readonly language: Language;
  /** For screen readers: what is copied. */
  readonly label: Words;
  readonly block?: boolean | undefined;
};

/** Text with a copy button, which stays hidden until its script runs. */
export function Copyable({ id, text, language, label, block }: CopyableProps) {
  const content = <code id={id}>{text}</code>;
  return (
    <div class={block ? 'copyable block' : 'copyable'}>
      {block ? <pre>{content}</pre> : content}
      <button
        type="button"
        class="button quiet compact"
        hidden
        data-copy={id}
        data-copied={texts.copied[language]}
      >
        <span>{texts.copy}</span>
        <span class="unseen"> {label}</span>
      </button>
    </div>
  );
}

type CopyButtonProps = {
  /** The id of what is copied. */
  readonly of: string;
  readonly children: ComponentChildren;
  readonly kind?: 'primary' | 'bare' | undefined;
  readonly about?: Words | undefined;
};

/** Copies an element elsewhere on the page; hidden until its script runs (`copy.js`). */
export function CopyButton({ of, children, kind = 'bare', about }: CopyButtonProps) {
  const language = useLanguage();
  return (
    <button
      type="button"
      class={kind === 'bare' ? 'button bare compact' : 'button'}
      hidden
      data-copy={of}
      data-copied={texts.copied[language]}
    >
      <Icon name="copy" size="s" />
      <span>{children}</span>
      {about && <span class="unseen"> {about}</span>}
    </button>
  );
}

/** Web Share API, hidden where the browser lacks it (`copy.js`). */
export function ShareButton(props: { of: string; url: string; title: Words; children: ComponentChildren }) {
  return (
    <button
      type="button"
      class="button quiet"
      hidden
      data-share={props.of}
      data-url={props.url}
      data-title={props.title}
    >
      <Icon name="send" size="s" />
      <span>{props.children}</span>
    </button>
  );
}
