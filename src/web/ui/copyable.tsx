import type { Language, Text } from '../../i18n/text.ts';

export const texts = {
  copy: { en: 'Copy', ru: 'Скопировать' },
  copied: { en: 'Copied', ru: 'Скопировано' },
} as const satisfies Record<string, Text>;

type CopyableProps = {
  readonly id: string;
  readonly text: string;
  readonly language: Language;
  /** What is copied, for those who hear the button without seeing what stands beside it. */
  readonly label: string;
  readonly block?: boolean;
};

/** Text to take along. The button stays hidden until its script runs: without one, the text is there to select. */
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
        <span>{texts.copy[language]}</span>
        <span class="unseen"> {label}</span>
      </button>
    </div>
  );
}
