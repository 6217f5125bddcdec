// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const pattern = /^[^\s@\u0000-\u001f\u007f<>"(),;:\\]{1,64}@[^\s@\u0000-\u001f\u007f<>"(),;:\\]{1,190}$/;

/** Written like an address; whether letters arrive there, only a letter can tell. */
export function isEmail(value: string): boolean {
  return value.isWellFormed() && pattern.test(value);
}
