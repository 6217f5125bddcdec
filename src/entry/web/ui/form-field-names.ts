/** The hidden fields of every form that is posted. */
export const formFields = { token: 'csrf', key: 'idempotency_key' } as const;

/** Photographs of one form. */
export const mostFiles = 20;
