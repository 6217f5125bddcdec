import { formFields } from './form-field-names.ts';
import { usePage } from './page-context.ts';

/** The visitor's token, and a key for what this one form on this one page is meant to do: sent twice, it is done once. */
export function OwnFields({ csrf }: { csrf?: string }) {
  const page = usePage();
  return (
    <>
      <input type="hidden" name={formFields.token} value={csrf ?? page.csrf} />
      <input type="hidden" name={formFields.key} value={crypto.randomUUID()} />
    </>
  );
}
