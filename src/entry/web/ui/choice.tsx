import { type Choice, FieldError, type FieldProps } from './field.tsx';
import { useField } from './form.tsx';

type YesNoProps = FieldProps & { readonly checked?: boolean | undefined };

/** Checkbox, sent as `true`; missing in a posted form means false. */
export function CheckField({ name, label, hint, checked }: YesNoProps) {
  const field = useField(name, undefined, checked ? 'true' : undefined);
  return (
    <div>
      <label class="check">
        <input
          id={field.id}
          type="checkbox"
          name={name}
          value="true"
          checked={field.cameBack ? field.kept !== undefined : checked}
          {...field.aria}
        />
        <span>
          {label}
          {hint && <span class="hint"> {hint}</span>}
        </span>
      </label>
      <FieldError id={field.id} messages={field.messages} />
    </div>
  );
}

export function SwitchField({ name, label, hint, checked }: YesNoProps) {
  const field = useField(name, undefined, checked ? 'true' : undefined);
  return (
    <>
      <label class="switch">
        <span>
          <b>{label}</b>
          {hint && <span class="hint">{hint}</span>}
        </span>
        <input
          id={field.id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: the browser tells whether a box is checked
          role="switch"
          name={name}
          value="true"
          checked={field.cameBack ? field.kept !== undefined : checked}
          {...field.aria}
        />
      </label>
      <FieldError id={field.id} messages={field.messages} />
    </>
  );
}

type GroupProps = FieldProps & {
  readonly choices: readonly Choice[];
  readonly value?: string | readonly string[] | undefined;
  /** Checkboxes instead of radio buttons. */
  readonly several?: boolean | undefined;
};

function useGroup({ name, hint, value }: GroupProps) {
  const field = useField(name, hint, value);
  const values = field.kept ?? (field.cameBack ? [] : (value ?? []));
  return { ...field, chosen: new Set(typeof values === 'string' ? [values] : values) };
}

/** Inline choices; the first input has the id that the error summary links to. */
export function ChoiceChips(props: GroupProps) {
  const { name, label, hint, choices, several } = props;
  const group = useGroup(props);
  return (
    <fieldset class="field" aria-describedby={group.aria['aria-describedby']}>
      <legend class="label">{label}</legend>
      {hint && (
        <span class="hint" id={`${group.id}-hint`}>
          {hint}
        </span>
      )}
      <div class="chips">
        {choices.map((choice, index) => (
          <label key={choice.value} class="chip">
            <input
              id={index === 0 ? group.id : undefined}
              type={several ? 'checkbox' : 'radio'}
              name={name}
              value={choice.value}
              checked={group.chosen.has(choice.value)}
              autofocus={index === 0 && group.aria.autofocus}
            />
            {choice.label}
          </label>
        ))}
      </div>
      <FieldError id={group.id} messages={group.messages} />
    </fieldset>
  );
}

/** Choices with a description each. */
export function RadioCards(props: GroupProps) {
  const { name, label, hint, choices, several } = props;
  const group = useGroup(props);
  return (
    <fieldset class="field" aria-describedby={group.aria['aria-describedby']}>
      <legend class="label">{label}</legend>
      {hint && (
        <span class="hint" id={`${group.id}-hint`}>
          {hint}
        </span>
      )}
      <div class="radios">
        {choices.map((choice, index) => (
          <label key={choice.value} class={several ? 'radio many' : 'radio'}>
            <input
              id={index === 0 ? group.id : undefined}
              type={several ? 'checkbox' : 'radio'}
              name={name}
              value={choice.value}
              checked={group.chosen.has(choice.value)}
              autofocus={index === 0 && group.aria.autofocus}
            />
            <span>
              <b>{choice.mark ?? choice.label}</b>
              {choice.hint && <span class="hint">{choice.hint}</span>}
            </span>
            {choice.count && <span class="count">{choice.count}</span>}
          </label>
        ))}
      </div>
      <FieldError id={group.id} messages={group.messages} />
    </fieldset>
  );
}
