import { hiddenFormFields } from './form-field-names.ts';
import { usePage } from './page-context.ts';

/** Form token, a fresh idempotency key (the same form sent twice runs once), and the id of the form. */
export function HiddenFields({ csrf, form }: { csrf?: string | undefined; form?: string | undefined }) {
  const page = usePage();
  return (
    <>
      <input type="hidden" name={hiddenFormFields.token} value={csrf ?? page.csrf} />
      <input type="hidden" name={hiddenFormFields.key} value={crypto.randomUUID()} />
      {form && <input type="hidden" name={hiddenFormFields.form} value={form} />}
    </>
  );
}
