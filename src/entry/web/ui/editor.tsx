import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import * as labels from '../words/labels.ts';
import { Button } from './button.tsx';
import { FieldError } from './field.tsx';
import { useField } from './form.tsx';
import { Icon, type IconName } from './icon.tsx';
import { say, useLanguage, type Words } from './language-context.ts';

export const texts = {
  tools: { en: 'How it looks', ru: 'Оформление' },
  bold: { en: 'Bold', ru: 'Полужирный' },
  boldSign: { en: 'B', ru: 'Ж' },
  heading: { en: 'Heading', ru: 'Подзаголовок' },
  list: { en: 'List', ru: 'Список' },
  link: { en: 'Link', ru: 'Ссылка' },
  undo: labels.takeBack,
  preview: { en: 'How it will look', ru: 'Как будет выглядеть' },
  mention: { en: 'Mention', ru: 'Упомянуть' },
  what: { en: 'What else', ru: 'Что ещё' },
  tap: { en: 'tap to mention', ru: 'нажмите, чтобы упомянуть' },
  choices: { en: 'Mentions found: ', ru: 'Найдено для упоминания: ' },
} as const satisfies Record<string, Text>;

type EditorProps = {
  readonly name: string;
  readonly label: Words;
  readonly value: string;
  readonly placeholder?: Words | undefined;
  /** Labels suggested after `@`. */
  readonly mentions?: readonly string[] | undefined;
  readonly maxLength?: number | undefined;
  /** Region of the preview, and the value its button sends as `do`. */
  readonly preview?: string | undefined;
  /** For long texts. */
  readonly tall?: boolean | undefined;
  /** URL that checks diagrams while typing. */
  readonly checkDiagrams?: string | undefined;
};

/**
 * Markdown field: a plain textarea, with toolbar and `@` suggestions where script runs (`editor.js`). The preview is
 * rendered by the server.
 */
export function Editor(props: EditorProps) {
  const { name, label, value, placeholder, mentions = [], maxLength, preview, tall, checkDiagrams } = props;
  const language = useLanguage();
  const field = useField(name, undefined, value);
  return (
    <div class="field">
      <label for={field.id}>{label}</label>
      <div
        class={tall ? 'editor tall' : 'editor'}
        data-island="mention"
        data-props={JSON.stringify({ labels: mentions, found: texts.choices[language] })}
      >
        <div class="toolbar" role="toolbar" aria-label={texts.tools[language]} data-island="toolbar" hidden>
          <button type="button" class="icon-button tool" data-tool="bold" aria-label={texts.bold[language]}>
            {texts.boldSign}
          </button>
          <button
            type="button"
            class="icon-button tool"
            data-tool="heading"
            aria-label={texts.heading[language]}
          >
            H
          </button>
          <Tool name="list" icon="list" label={texts.list} />
          <Tool name="link" icon="link" label={texts.link} />
          <span class="sep" />
          <Tool name="undo" icon="undo" label={texts.undo} />
        </div>
        <textarea
          id={field.id}
          name={name}
          required
          maxLength={maxLength}
          placeholder={say(placeholder)}
          value={String(field.kept ?? value)}
          {...field.aria}
        />
        {checkDiagrams && (
          <p class="error" role="status" data-island="diagrams" data-check={checkDiagrams} hidden />
        )}
        {preview && (
          <div class="below">
            <span role="status" data-draft-state />
            <Button kind="bare" compact name="do" value="preview" enhance={preview}>
              {texts.preview}
            </Button>
          </div>
        )}
      </div>
      <FieldError id={field.id} messages={field.messages} />
    </div>
  );
}

function Tool({ name, icon, label }: { name: string; icon: IconName; label: Words }) {
  return (
    <button type="button" class="icon-button" data-tool={name} aria-label={say(label)}>
      <Icon name={icon} />
    </button>
  );
}

type MentionFieldProps = {
  readonly label: ComponentChildren;
  /** Labels shown as chips. */
  readonly chips: readonly string[];
  /** Remaining labels, shown in a select. */
  readonly others: readonly string[];
};

/** Without script a chip submits the form, and the page is rendered with the mention appended. */
export function MentionField({ label, chips, others }: MentionFieldProps) {
  const language = useLanguage();
  const field = useField('mention_other');
  if (chips.length + others.length === 0) return null;
  return (
    <fieldset class="field">
      <legend class="label">
        {label} <span class="optional">{texts.tap}</span>
      </legend>
      <div class="chips">
        {chips.map((each) => (
          <button key={each} type="submit" class="chip" name="mention" value={each} data-mention={each}>
            <Icon name="plus" size="s" />
            {each}
          </button>
        ))}
      </div>
      {others.length > 0 && (
        <div class="field-button">
          <label class="unseen" for={field.id}>
            {texts.what}
          </label>
          <select class="input" id={field.id} name="mention_other">
            <option value="">{texts.what[language]}…</option>
            {others.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
          <button type="submit" class="button quiet compact" name="do" value="mention" data-mention-other>
            {texts.mention}
          </button>
        </div>
      )}
      <FieldError id={field.id} messages={field.messages} />
    </fieldset>
  );
}
