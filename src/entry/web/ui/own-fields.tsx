import { formFields } from './form-field-names.ts';
import { usePage } from './page-context.ts';

/** Form token and a fresh idempotency key: the same form sent twice runs once. */
export function OwnFields({ csrf }: { csrf?: string }) {
  const page = usePage();
  return (
    <>
      <input type="hidden" name={formFields.token} value={csrf ?? page.csrf} />
      <input type="hidden" name={formFields.key} value={crypto.randomUUID()} />
    </>
  );
}
