import { FieldError, Hint, texts, useField } from './form.tsx';

type FieldProps = { readonly name: string; readonly label: string; readonly hint?: string };

type TextFieldProps = FieldProps & {
  readonly type?: 'text' | 'email' | 'password' | 'number';
  readonly autocomplete?: string;
  readonly preset?: string;
  readonly optional?: boolean;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
};

export function TextField(props: TextFieldProps) {
  const { name, label, hint, type = 'text', preset, optional, autocomplete, maxLength } = props;
  const field = useField(name, hint, preset);
  const shared = { id: field.id, name, required: !optional, autocomplete, maxLength, ...field.aria };
  return (
    <div class="field">
      <label for={field.id}>
        {label}
        {optional && <span class="optional"> ({texts.optional[field.view.language]})</span>}
      </label>
      <Hint id={field.id}>{hint}</Hint>
      <FieldError id={field.id} messages={field.messages} />
      {type === 'text' && <input type="text" value={field.value} {...shared} />}
      {type === 'email' && (
        <input type="email" value={field.value} autocapitalize="none" spellcheck={false} {...shared} />
      )}
      {/* A password never travels back to the page, even when the rest of the form does. */}
      {type === 'password' && <input type="password" {...shared} />}
      {type === 'number' && (
        <input type="number" value={field.value} min={props.min} max={props.max} {...shared} />
      )}
    </div>
  );
}

export type Choice = { readonly value: string; readonly label: string; readonly hint?: string };

export function SelectField(props: FieldProps & { choices: readonly Choice[]; preset?: string }) {
  const field = useField(props.name, props.hint, props.preset);
  return (
    <div class="field">
      <label for={field.id}>{props.label}</label>
      <Hint id={field.id}>{props.hint}</Hint>
      <FieldError id={field.id} messages={field.messages} />
      <select id={field.id} name={props.name} {...field.aria}>
        {props.choices.map(({ value, label }) => (
          <option key={value} value={value} selected={value === field.value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** One yes or no. Sent as `true`; a form that came back without it means no. */
export function CheckField({ name, label, hint, preset }: FieldProps & { preset?: boolean }) {
  const field = useField(name, hint);
  const checked = field.cameBack ? field.chosen !== null : preset;
  return (
    <div class="check">
      <input id={field.id} type="checkbox" name={name} value="true" checked={checked} {...field.aria} />
      <div>
        <label for={field.id}>{label}</label>
        <Hint id={field.id}>{hint}</Hint>
        <FieldError id={field.id} messages={field.messages} />
      </div>
    </div>
  );
}

type GroupProps = FieldProps & {
  readonly kind: 'checkbox' | 'radio';
  readonly choices: readonly Choice[];
  readonly preset?: readonly string[];
};

/** Several boxes or circles under one question. The group carries the error; its first box takes the summary's link. */
export function ChoiceGroup({ name, label, hint, kind, choices, preset = [] }: GroupProps) {
  const field = useField(name, hint);
  const chosen = field.cameBack ? (field.chosen ?? new Set<string>()) : new Set(preset);
  return (
    <fieldset aria-describedby={field.aria['aria-describedby']}>
      <legend>{label}</legend>
      <Hint id={field.id}>{hint}</Hint>
      <FieldError id={field.id} messages={field.messages} />
      {choices.map((choice, index) => {
        const id = index === 0 ? field.id : `${field.id}-${index}`;
        return (
          <div key={choice.value} class="check">
            <input
              id={id}
              type={kind}
              name={name}
              value={choice.value}
              checked={chosen.has(choice.value)}
              aria-describedby={choice.hint ? `${id}-about` : undefined}
            />
            <div>
              <label for={id}>{choice.label}</label>
              {choice.hint && (
                <p class="hint" id={`${id}-about`}>
                  {choice.hint}
                </p>
              )}
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
