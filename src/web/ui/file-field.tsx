import { FieldError, type FieldProps } from './field.tsx';
import { useField } from './form.tsx';

/** One file that goes with its form (`<Form multipart>`); a form that came back has to be given it again. */
export function FileField({ name, label, hint, accept }: FieldProps & { readonly accept: string }) {
  const field = useField(name, hint);
  return (
    <div class="field">
      <label for={field.id}>{label}</label>
      {hint && (
        <span class="hint" id={`${field.id}-hint`}>
          {hint}
        </span>
      )}
      <input class="input" id={field.id} type="file" name={name} accept={accept} {...field.aria} />
      <FieldError id={field.id} messages={field.messages} />
    </div>
  );
}
