/** The hidden fields of every form that is posted; `form` is its id, by which a refusal finds it again. */
export const hiddenFormFields = { token: 'csrf', key: 'idempotency_key', form: 'form_id' } as const;

/** Photographs of one form. */
export const maxFormFiles = 20;
