/** A form that came back: what the person typed, and what was wrong with it, in their language. */
export type FormState = {
  readonly values?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Said when no single field is to blame, such as a wrong pair of address and password. */
  readonly message?: string;
};
