import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import * as labels from '../words/labels.ts';
import { texts, useField } from './form.tsx';
import { Icon } from './icon.tsx';
import { say, useLanguage, type Words } from './language-context.ts';
import { type SuggestSource, suggestAttributes } from './suggest.ts';

export type FieldProps = {
  readonly name: string;
  readonly label: Words;
  readonly hint?: ComponentChildren | undefined;
  /** `unsaid`: not marked as optional, because it depends on the button; the hint explains it. */
  readonly optional?: boolean | 'unsaid' | undefined;
};

type LineProps = FieldProps & {
  readonly type?: 'text' | 'email' | 'password' | 'tel' | 'search' | 'url' | undefined;
  readonly value?: string | undefined;
  readonly autocomplete?: string | undefined;
  readonly placeholder?: Words | undefined;
  readonly maxLength?: number | undefined;
  readonly inputMode?: 'decimal' | 'numeric' | 'tel' | undefined;
  /** Unit after a number: m, °C. */
  readonly unit?: Words | undefined;
  readonly disabled?: boolean | undefined;
  readonly suggest?: SuggestSource | undefined;
  /** Datalist; other values are allowed. */
  readonly suggestions?: readonly string[] | undefined;
};

/** Of the button that shows a typed password; hidden until `password.js` runs. */
const passwordTexts = {
  show: labels.show,
  hide: { en: 'Hide', ru: 'Скрыть' },
} as const satisfies Record<string, Text>;

export function TextField(props: LineProps) {
  const { type = 'text', unit } = props;
  const language = useLanguage();
  const field = useField(props.name, props.hint, props.value);
  const input = (
    <input
      class={props.inputMode ? 'input num' : 'input'}
      id={field.id}
      name={props.name}
      // Preact types each kind of input separately; here they share all attributes.
      type={type as 'text'}
      // A password is never sent back, even when the form is rendered again.
      value={type === 'password' ? undefined : String(field.kept ?? props.value ?? '')}
      required={!props.optional}
      autocomplete={props.autocomplete}
      placeholder={say(props.placeholder)}
      maxLength={props.maxLength}
      inputMode={props.inputMode}
      disabled={props.disabled}
      {...(props.suggest && suggestAttributes(props.suggest, language))}
      list={props.suggestions ? `${field.id}-list` : undefined}
      {...field.aria}
    />
  );
  return (
    <Labelled {...props} {...field}>
      {props.suggestions && (
        <datalist id={`${field.id}-list`}>
          {props.suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      {type === 'password' ? (
        <div class="unit password">
          {input}
          <button
            type="button"
            class="link"
            hidden
            aria-controls={field.id}
            data-show-password={passwordTexts.hide[language]}
          >
            {passwordTexts.show}
          </button>
        </div>
      ) : unit ? (
        <div class="unit">
          {input}
          <span>{unit}</span>
        </div>
      ) : (
        input
      )}
    </Labelled>
  );
}

type LongProps = FieldProps & {
  value?: string | undefined;
  placeholder?: Words | undefined;
  maxLength?: number | undefined;
  rows?: number | undefined;
};

export function TextArea(props: LongProps) {
  const field = useField(props.name, props.hint, props.value);
  return (
    <Labelled {...props} {...field}>
      <textarea
        class="input"
        id={field.id}
        name={props.name}
        required={!props.optional}
        placeholder={say(props.placeholder)}
        maxLength={props.maxLength}
        rows={props.rows}
        value={String(field.kept ?? props.value ?? '')}
        {...field.aria}
      />
    </Labelled>
  );
}

export type Choice = {
  readonly value: string;
  readonly label: Words;
  /** Rendered instead of the label. */
  readonly mark?: ComponentChildren | undefined;
  readonly hint?: Words | undefined;
  /** Shown at the right: how many people it reaches. */
  readonly count?: Words | undefined;
};

export function SelectField(props: FieldProps & { choices: readonly Choice[]; value?: string | undefined }) {
  const field = useField(props.name, props.hint, props.value ?? props.choices[0]?.value);
  const chosen = field.kept ?? props.value;
  return (
    <Labelled {...props} {...field}>
      <select class="input" id={field.id} name={props.name} {...field.aria}>
        {props.choices.map(({ value, label }) => (
          <option key={value} value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** Native date or date-time input. */
export function DateField(
  props: FieldProps & {
    value?: string | undefined;
    min?: string | undefined;
    max?: string | undefined;
    time?: boolean | undefined;
  },
) {
  const field = useField(props.name, props.hint, props.value);
  return (
    <Labelled {...props} {...field}>
      <input
        class="input num"
        id={field.id}
        name={props.name}
        type={props.time ? 'datetime-local' : 'date'}
        value={String(field.kept ?? props.value ?? '')}
        min={props.min}
        max={props.max}
        required={!props.optional}
        {...field.aria}
      />
    </Labelled>
  );
}

type LabelledProps = Omit<FieldProps, 'name'> & {
  readonly id: string;
  readonly messages: readonly string[];
  readonly children: ComponentChildren;
};

function Labelled({ id, label, hint, optional, messages, children }: LabelledProps) {
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional === true && <span class="optional"> {texts.optional}</span>}
      </label>
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children}
      <FieldError id={id} messages={messages} />
    </div>
  );
}

export function FieldError({ id, messages }: { id: string; messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <p class="error" id={`${id}-error`}>
      <Icon name="alert" size="s" />
      {messages.join(' ')}
    </p>
  );
}
