import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import {
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
import { refuse } from '../../../domain/kernel/refusal.ts';
import { mayEditCompany, maySeeCompany } from '../../../domain/rules/company-access.ts';
import { companyStates } from '../../../domain/rules/company-states.ts';
import { isInn } from '../../../domain/rules/inn.ts';
import { type CompanyCardRow, findCompany } from '../../../store/directory/companies.ts';
import { medalCounts, phones, rating, site } from '../shapes/contacts.ts';

export const inn = text(12)
  .refine(
    isInn,
    errorText({
      en: 'This must be an INN: 10 digits for an organisation, 12 for a sole trader, with the right control digits.',
      ru: 'Здесь нужен ИНН: 10 цифр у организации, 12 у предпринимателя, с верными контрольными цифрами.',
    }),
  )
  .describe('The taxpayer number: 10 digits for an organisation, 12 for a sole trader. Never changes.');

/** Trades are free text and case-insensitive. */
export const trade = name(60).trim().toLowerCase().describe('For example колодцы.');
const trades = z
  .array(trade)
  .max(20)
  .transform((list) => [...new Set(list)])
  .describe('What the company does, at most 20, each in a word or two.');

/** Fields that representatives edit and residents may propose to correct. */
export const companyFields = {
  name: name(200).trim().describe('The name people know it by.'),
  description: text(5000).trim().describe('What it does and how.'),
  trades,
  phones,
  address: line(300).trim().describe('Where it is. Empty: not known.'),
  hours: line(300).trim().describe('When it works, in words. Empty: not known.'),
  site,
};

export const representativeStates = ['claimed', 'confirmed'] as const;

export const companyCard = z.object({
  id: outId,
  inn: outWord.describe('Taxpayer number; empty: closed.'),
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
  state: outEnum(companyStates).describe(
    'waiting: nobody has checked it, it takes no orders; closed: only its name, reviews and finished work are left.',
  ),
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
  decision: z
    .object({ reason: outText.describe('Empty: none was given.'), at: outTimestamp })
    .nullable()
    .optional()
    .describe('The latest on its state; likewise. Null: none yet.'),
});

type Card = z.input<typeof companyCard>;

export function showCompany(row: CompanyCardRow): Card {
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
    tags: row.tags,
    is_verified: row.isVerified,
    state: row.state,
    settlements: row.settlements,
    rating: Number(row.rating),
    medals: { gold: row.gold, silver: row.silver, bronze: row.bronze, dung: row.dung },
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}

/** One company for this reader; representatives are shown only to those who may edit it. */
export async function loadCompanyCard(
  db: Db,
  reference: string,
  caller: Caller,
): Promise<z.input<typeof companyWithPeople>> {
  const row = (await findCompany(db, reference, caller)) ?? refuse.notFound('company');
  const card = showCompany(row);
  const who = { isModerator: caller.isModerator, own: row.own };
  if (!maySeeCompany(row.state, who)) refuse.notFound('company');
  if (mayEditCompany(who) !== true) return card;
  const representatives = (row.representatives ?? []).map((each) => ({
    account_id: each.accountId,
    name: each.name,
    state: each.state,
    created_at: formatTimestamp(new Date(each.createdAt)),
  }));
  const { decidedAt: at, decisionReason: reason } = row;
  return { ...card, representatives, decision: at && { reason, at: formatTimestamp(at) } };
}

/** What an assistant needs after a write. */
export const shortCompanyReply = [
  'data.id',
  'data.slug',
  'data.tags',
  'data.is_verified',
  'data.state',
  'data.updated_at',
  'data.representation',
  'data.representatives.account_id',
  'data.representatives.state',
];

export const companyPagePath = ({ data }: { data: { slug: string } }) =>
  fillPath(paths.company, { company: data.slug });
