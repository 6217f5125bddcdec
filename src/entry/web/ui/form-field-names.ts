/** The hidden fields of every form that is posted. */
export const hiddenFormFields = { token: 'csrf', key: 'idempotency_key' } as const;

/** Photographs of one form. */
export const maxFormFiles = 20;
