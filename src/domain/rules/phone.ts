import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Parses a phone number into E.164; null when it is invalid. Without a country code it is Russian. */
export function toE164(written: string): string | null {
  const number = parsePhoneNumberFromString(written, { defaultCountry: 'RU', extract: false });
  // E.164 has no extensions, and a dropped one would connect to somebody else.
  return number?.isValid() && !number.ext ? number.number : null;
}
