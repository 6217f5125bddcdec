import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A number as people write it, in E.164; null when no such number can exist. Without a country code it is Russian. */
export function toE164(written: string): string | null {
  const number = parsePhoneNumberFromString(written, { defaultCountry: 'RU', extract: false });
  // E.164 has no extensions, and a dropped one would connect to somebody else.
  return number?.isValid() && !number.ext ? number.number : null;
}
