// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const pattern = /^[^\s@\u0000-\u001f\u007f<>"(),;:\\]{1,64}@[^\s@\u0000-\u001f\u007f<>"(),;:\\]{1,190}$/;

/** Email addresses are compared case-insensitively. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Checks the form only; whether the mailbox exists shows when an email is sent. */
export function isEmail(value: string): boolean {
  return value.isWellFormed() && pattern.test(value);
}
