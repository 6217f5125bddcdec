import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import { enumField, flag, id, name, reference, text } from '../../domain/kernel/fields.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { isEmail, normalizeEmail } from '../../domain/rules/email.ts';
import type { PersonCard } from '../../domain/rules/people-import.ts';
import { toE164 } from '../../domain/rules/phone.ts';
import {
  cleanName,
  maxNameLength,
  maxPhones,
  maxPostalAddressLength,
} from '../../domain/rules/recorded-people.ts';
import { residentRoles } from '../../domain/rules/residency.ts';
import type { RegisterRow } from '../../store/land/people-register.ts';

const day = text(10)
  .regex(/^(\d{4}-\d{2}-\d{2})?$/)
  .default('');

/** The form of a card. */
export const personInput = z.object({
  settlement: reference,
  /** A record to change, or the member whose card it is; neither: a new record. The plot is that of the record then. */
  person: id.optional(),
  resident: id.optional(),
  parcel: reference.optional(),
  name: name(maxNameLength),
  /** Of who has an account it is set by confirm_resident. */
  role: enumField(residentRoles).optional(),
  email: text(254).default(''),
  no_email: flag.default(false),
  /** Separated by commas, semicolons or line breaks. */
  phones: text(300).default(''),
  postal_address: text(maxPostalAddressLength).default(''),
  member: enumField(['', 'yes', 'no']).default(''),
  since: day,
  /** When the card was changed last, as the form showed it; empty: there was none. */
  seen_updated_at: text(40).default(''),
});
export type PersonInput = z.output<typeof personInput>;

/** What is to be recorded; refuses what cannot be read. The address and role of an account stay as they are. */
export function readCard(input: PersonInput, before: RegisterRow | undefined): PersonCard {
  const written = input.phones
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean);
  const phones = [
    ...new Set(written.map((one) => toE164(one) ?? refuse.invalid('phones', unreadablePhone(one)))),
  ];
  if (phones.length > maxPhones) refuse.invalid('phones', tooManyPhones);
  const hasAccount = before?.membershipId != null;
  const email = hasAccount ? (before.emailKey ?? '') : normalizeEmail(input.email);
  if (email !== '' && !hasAccount && !isEmail(email)) refuse.invalid('email', noEmail);
  if (email !== '' && !hasAccount && input.no_email) refuse.invalid('no_email', bothSaid);
  const name = cleanName(input.name);
  if (input.since !== '' && !isDay(input.since)) refuse.invalid('since', noDay);
  return {
    name: name === '' ? refuse.invalid('name', noName) : name,
    role: hasAccount ? before.role : (input.role ?? before?.role ?? 'owner'),
    emailKey: email || null,
    hasNoEmail: email === '' && !hasAccount && input.no_email,
    phones,
    postalAddress: cleanName(input.postal_address),
    isMember: input.member === '' ? null : input.member === 'yes',
    since: input.since || null,
  };
}

const isDay = (written: string) => {
  const at = new Date(`${written}T00:00:00Z`);
  return (
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(written) &&
    written > '1900' &&
    written < '2100'
  );
};

const noName: Text = { en: 'Write the name.', ru: 'Напишите имя.' };
const noEmail: Text = { en: 'This is not an email address.', ru: 'Это не адрес электронной почты.' };
const bothSaid: Text = {
  en: 'There is an email address above: untick this, or remove the address.',
  ru: 'Выше указана почта: снимите эту отметку или сотрите почту.',
};
const noDay: Text = { en: 'There is no such day.', ru: 'Такого дня нет.' };
const tooManyPhones: Text = {
  en: `At most ${maxPhones} telephone numbers.`,
  ru: `Не больше ${maxPhones} телефонов.`,
};
const unreadablePhone = (written: string): Text => ({
  en: `This telephone number cannot be read: ${written.slice(0, 40)}`,
  ru: `Не разобрать телефон: ${written.slice(0, 40)}`,
});
