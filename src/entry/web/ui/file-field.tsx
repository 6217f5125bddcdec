import { FieldError, type FieldProps } from './field.tsx';
import { useField } from './form.tsx';

/**
 * One file (`<Form multipart>`, an action with `file: true`). It has to be chosen again when the form is rendered
 * again.
 */
export function FileField({ name, label, hint, accept, optional }: FieldProps & { readonly accept: string }) {
  const field = useField(name, hint);
  return (
    <div class="field">
      <label for={field.id}>{label}</label>
      {hint && (
        <span class="hint" id={`${field.id}-hint`}>
          {hint}
        </span>
      )}
      <input
        class="input"
        id={field.id}
        type="file"
        name={name}
        accept={accept}
        required={!optional}
        {...field.aria}
      />
      <FieldError id={field.id} messages={field.messages} />
    </div>
  );
}
