import { hiddenFormFields } from './form-field-names.ts';
import { usePage } from './page-context.ts';

type HiddenFieldsProps = {
  readonly csrf?: string | undefined;
  readonly form?: string | undefined;
  /** The form's own. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
};

/** Form token, a fresh idempotency key (the same form sent twice runs once), and the id of the form. */
export function HiddenFields({ csrf, form, fields = {} }: HiddenFieldsProps) {
  const page = usePage();
  return (
    <>
      <input type="hidden" name={hiddenFormFields.token} value={csrf ?? page.csrf} />
      <input type="hidden" name={hiddenFormFields.key} value={crypto.randomUUID()} />
      {form && <input type="hidden" name={hiddenFormFields.form} value={form} />}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
