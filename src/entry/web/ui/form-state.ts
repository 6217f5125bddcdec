/** A form that is rendered again: the posted values and errors, in the language of the page. */
export type FormState = {
  readonly values?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Error that belongs to no single field, such as a wrong email and password pair. */
  readonly message?: string;
};
