import { hiddenFormFields } from './form-field-names.ts';
import { usePage } from './page-context.ts';

/** Form token and a fresh idempotency key: the same form sent twice runs once. */
export function HiddenFields({ csrf }: { csrf?: string }) {
  const page = usePage();
  return (
    <>
      <input type="hidden" name={hiddenFormFields.token} value={csrf ?? page.csrf} />
      <input type="hidden" name={hiddenFormFields.key} value={crypto.randomUUID()} />
    </>
  );
}
