import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import {
  errorText,
  formatTimestamp,
  nonBlank,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
  outWord,
  text,
} from '../../../domain/kernel/fields.ts';
import { mayEditCompany, type RepresentativeState } from '../../../domain/rules/company-access.ts';
import { isInn } from '../../../domain/rules/inn.ts';
import {
  type CompanyDetails,
  type CompanyRow,
  listCompanyDetails,
} from '../../../store/directory/companies.ts';
import {
  listRepresentatives,
  type RepresentativeRow,
} from '../../../store/directory/company-representatives.ts';
import { medalCounts, phones, rating, site } from '../shapes/contacts.ts';

export const inn = text(12)
  .refine(
    isInn,
    errorText({
      en: 'This must be an INN: 10 digits for an organisation, 12 for a person in business, with the right control digits.',
      ru: 'Здесь нужен ИНН: 10 цифр у организации, 12 у предпринимателя, с верными контрольными цифрами.',
    }),
  )
  .describe(
    'The taxpayer number: 10 digits for an organisation, 12 for a person in business. Never changes.',
  );

/** Trades are free text and case-insensitive. */
export const trade = nonBlank(60).trim().toLowerCase().describe('For example колодцы.');
const trades = z
  .array(trade)
  .max(20)
  .transform((list) => [...new Set(list)])
  .describe('What the company does, at most 20, each in a word or two.');

/** Fields that representatives edit and residents may propose to correct. */
export const companyFields = {
  name: nonBlank(200).trim().describe('The name people know it by.'),
  description: text(5000).trim().describe('What it does and how.'),
  trades,
  phones,
  address: text(300).trim().describe('Where it is. Empty: not known.'),
  hours: text(300).trim().describe('When it works, in words. Empty: not known.'),
  site,
};

export const representativeStates = ['claimed', 'confirmed'] as const;

export const companyCard = z.object({
  id: outId,
  inn: outWord.describe('Taxpayer number.'),
  slug: outSlug.describe('The name in address form; accepted wherever the identifier is. Never changes.'),
  name: outText,
  description: outText,
  trades: z.array(outText),
  phones: z.array(outWord).describe('In E.164.'),
  address: outText.describe('Empty: not known.'),
  hours: outText.describe('Empty: not known.'),
  site: outText.describe('Empty: none.'),
  tags: z.array(outText),
  is_verified: z.boolean().describe('True: a moderator has checked that it exists and who speaks for it.'),
  settlements: z
    .array(z.object({ id: outId, slug: outSlug, name: outText }))
    .describe('Settlements it serves.'),
  rating,
  medals: medalCounts,
  created_at: outTimestamp,
  updated_at: outTimestamp,
});

export const companyWithPeople = companyCard.extend({
  representatives: z
    .array(
      z.object({
        account_id: outId,
        name: outText,
        state: outEnum(representativeStates).describe('claimed: waits for a moderator.'),
        created_at: outTimestamp,
      }),
    )
    .optional()
    .describe('Who speaks for it. Present only for its confirmed representatives and for moderators.'),
});

type Card = z.input<typeof companyCard>;

function showCompany(row: CompanyRow, details: CompanyDetails | undefined): Card {
  return {
    id: row.id,
    inn: row.inn,
    slug: row.slug,
    name: row.name,
    description: row.description,
    trades: [...row.trades],
    phones: [...row.phones],
    address: row.address,
    hours: row.hours,
    site: row.site,
    tags: details?.tags ?? [],
    is_verified: row.isVerified,
    settlements: details?.settlements ?? [],
    rating: Number(row.rating),
    medals: { gold: row.gold, silver: row.silver, bronze: row.bronze, dung: row.dung },
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}

/** The cards of a page with one query, however many they are. */
export async function showCompanies(db: Db, rows: readonly CompanyRow[]): Promise<Card[]> {
  const details = await listCompanyDetails(
    db,
    rows.map((row) => row.id),
  );
  const byId = new Map(details.map((each) => [each.id, each]));
  return rows.map((row) => showCompany(row, byId.get(row.id)));
}

function showRepresentatives(rows: readonly RepresentativeRow[]) {
  return rows.map((row) => ({
    account_id: row.accountId,
    name: row.name,
    state: row.state as (typeof representativeStates)[number],
    created_at: formatTimestamp(row.createdAt),
  }));
}

/** One company for this reader; representatives are shown only to those who may edit it. */
export async function loadCompanyCard(
  db: Db,
  row: CompanyRow,
  reader: { isModerator: boolean; own: RepresentativeState | null },
) {
  const [card] = await showCompanies(db, [row]);
  if (card === undefined) throw new Error('No card was returned for the company.');
  if (mayEditCompany(reader) !== true) return card;
  return { ...card, representatives: showRepresentatives(await listRepresentatives(db, row.id)) };
}

/** What an assistant needs after a write. */
export const shortCompanyReply = [
  'data.id',
  'data.slug',
  'data.tags',
  'data.is_verified',
  'data.updated_at',
  'data.representation',
  'data.representatives.account_id',
  'data.representatives.state',
];

export const companyPagePath = ({ data }: { data: { slug: string } }) =>
  fillPath(paths.company, { company: data.slug });
