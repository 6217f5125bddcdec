import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import {
  enumField,
  errorText,
  formatTimestamp,
  line,
  name,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
  outWord,
  text,
} from '../../../domain/kernel/fields.ts';
import { toE164 } from '../../../domain/rules/phone.ts';
import { isSiteUrl } from '../../../domain/rules/site-url.ts';
import type { ContactRow } from '../../../store/directory/contacts.ts';
import { restorableUntil } from './restoration.ts';

export const contactCategories = [
  'emergency',
  'board',
  'utilities',
  'trade',
  'shop',
  'delivery',
  'transport',
  'health',
  'education',
  'other',
] as const;

const notAPhone = errorText({
  en: 'This must be a valid telephone number, such as +7 495 123-45-67; without a country code it is taken as Russian. An extension belongs in the hours or notes.',
  ru: 'Здесь нужен существующий номер телефона, например +7 495 123-45-67; без кода страны он считается российским. Добавочный укажите в часах работы или примечании.',
});

const phone = text(40, 1).transform((written, context) => {
  const number = toE164(written);
  if (number !== null) return number;
  context.issues.push({ code: 'custom', input: written, ...notAPhone });
  return z.NEVER;
});

export const phones = z
  .array(phone)
  .max(10)
  .transform((numbers) => [...new Set(numbers)])
  .describe('At most 10, as people write them.');

export const site = text(300)
  .trim()
  .refine(
    (value) => value === '' || isSiteUrl(value),
    errorText({
      en: 'This must be an address that begins with http:// or https:// and names a host, or empty.',
      ru: 'Здесь нужен адрес, который начинается с http:// или https:// и называет сайт, либо пусто.',
    }),
  )
  .describe('http or https; empty: none.');

/** Fields that the board edits and residents may propose to correct. */
export const contactFields = {
  name: name(200).trim().describe('The name people look for.'),
  category: enumField(contactCategories).describe('Part of the directory.'),
  phones,
  address: line(300).trim().describe('Where it is; empty: not known.'),
  hours: line(300).trim().describe('When it is open, in words.'),
  site,
  notes: text(2000).trim().describe('Whatever else helps.'),
};

export const medalCounts = z
  .object({ gold: z.int(), silver: z.int(), bronze: z.int(), dung: z.int() })
  .describe('How many residents gave each medal; hidden reviews do not count.');
export const rating = z
  .int()
  .describe('100 for each gold, 10 for each silver, 1 for each bronze, less 100 for each dung.');

export const contactCard = z.object({
  id: outId,
  slug: outSlug.describe('The name in address form; accepted wherever the identifier is. Never changes.'),
  name: outText,
  category: outEnum(contactCategories),
  phones: z.array(outWord).describe('In E.164.'),
  address: outText.describe('Empty: not known.'),
  hours: outText.describe('Empty: not known.'),
  site: outText.describe('Empty: none.'),
  notes: outText,
  tags: z.array(outText),
  archived: z.boolean().describe('True: taken out of the directory; only the board still sees it.'),
  rating,
  medals: medalCounts,
  created_at: outTimestamp,
  updated_at: outTimestamp,
  restorable_until: restorableUntil,
});

export function showContact(row: ContactRow, tags: readonly string[]): z.input<typeof contactCard> {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    category: row.category as (typeof contactCategories)[number],
    phones: [...row.phones],
    address: row.address,
    hours: row.hours,
    site: row.site,
    notes: row.notes,
    tags: [...tags],
    archived: row.archivedAt !== null,
    rating: Number(row.rating),
    medals: { gold: row.gold, silver: row.silver, bronze: row.bronze, dung: row.dung },
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}

/** What an assistant needs after a write. */
export const shortContactReply = [
  'data.id',
  'data.slug',
  'data.tags',
  'data.archived',
  'data.updated_at',
  'data.restorable_until',
];

/** None while it is removed. */
export const contactPagePath = (
  { data }: { data: { slug: string; restorable_until?: string | undefined } },
  { settlement }: Readonly<Record<string, unknown>>,
) =>
  data.restorable_until === undefined
    ? fillPath(paths.contact, { settlement: String(settlement), contact: data.slug })
    : null;
