/** The hidden fields of every form that is posted. */
export const formFields = { token: 'csrf', key: 'idempotency_key' } as const;
