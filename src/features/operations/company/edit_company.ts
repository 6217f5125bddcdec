import { z } from 'zod';
import { onlyOnMcpServers, restOnly } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { id, reference, tagChanges, tagNames } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { mayEditCompany, mayVerifyCompany } from '../../../domain/rules/company-access.ts';
import { refuseConflicts } from '../../../domain/rules/edit-conflicts.ts';
import { type CompanyRow, lockCompany, updateCompany } from '../../../store/directory/companies.ts';
import {
  decideRepresentatives,
  findRepresentativeState,
} from '../../../store/directory/company-representatives.ts';
import { changeTags, findTags } from '../../../store/journal/tags.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { saveServedSettlements } from './served-settlements.ts';
import {
  companyFields,
  companyPagePath,
  companyWithPeople,
  loadCompanyCard,
  shortCompanyReply,
} from './shapes.ts';

const { name, description, trades, phones, address, hours, site } = companyFields;
const fields = {
  name: name.optional(),
  description: description.optional(),
  trades: trades.optional(),
  phones: phones.optional(),
  address: address.optional(),
  hours: hours.optional(),
  site: site.optional(),
};

const representative = z.strictObject({
  account_id: id.describe('From `representatives` of show_company.'),
  state: z
    .enum(['confirmed', 'ended'])
    .describe('confirmed: speaks for the company; ended: no longer, or never did.'),
});

export const edit_company = defineOperation({
  name: 'edit_company',
  tag: 'Company',
  route: 'PATCH /companies/{company}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['company', 'platform'],
  summary: "Change a company's card. For its confirmed representatives and for moderators.",
  description:
    'Lists replace the whole list. INN and slug never change. Only a moderator sets is_verified and decides on representatives.',
  idempotent: true,
  input: z.object({
    company: reference.describe('Slug or id.'),
    ...fields,
    tags: tagNames.nullish(),
    ...tagChanges,
    settlements: z
      .array(reference)
      .max(200)
      .optional()
      .describe(
        'Settlements served, from list_settlements; representatives add some only once it is verified.',
      ),
    is_verified: onlyOnMcpServers(
      ['platform'],
      z.boolean().optional().describe('A moderator has checked that it exists.'),
    ),
    representatives: onlyOnMcpServers(
      ['platform'],
      z
        .array(representative)
        .max(50)
        .optional()
        .describe('Decisions on those who speak for it or claim to; others stay.'),
    ),
    // For forms, which know what they showed; an assistant's tool list would carry every field twice.
    seen: restOnly(
      z
        .object(fields)
        .nullish()
        .describe(
          'What you saw in the fields you change: refused where it no longer stands, with what does in `now`.',
        ),
    ),
  }),
  output: z.object({ data: companyWithPeople }),
  shortReply: shortCompanyReply,
  pagePath: companyPagePath,
  async write(
    { company, tags, add_tags, remove_tags, settlements, is_verified, representatives, seen, ...card },
    context,
  ) {
    const { db, caller, now, newId } = context;
    const found = (await lockCompany(db, company)) ?? refuse.notFound('company');
    const own = await findRepresentativeState(db, found.id, caller.accountId);
    const { isModerator } = caller;
    permit(mayEditCompany({ isModerator, own }));
    if (is_verified !== undefined || representatives !== undefined) permit(mayVerifyCompany({ isModerator }));
    refuseConflicts(card, seen ?? {}, pickCard(found));
    if (representatives !== undefined) {
      const decided = await decideRepresentatives(
        db,
        found.id,
        representatives.map((one) => ({ accountId: one.account_id, state: one.state })),
        caller.accountId,
      );
      const unknown = representatives.findIndex((one) => !decided.has(one.account_id));
      if (unknown >= 0)
        refuse.invalid(`representatives.${unknown}.account_id`, {
          en: 'This account has not claimed to speak for the company.',
          ru: 'Этот человек не заявлял, что представляет компанию.',
        });
    }
    const verified = { isVerified: is_verified, verifiedBy: caller.accountId };
    const row = await updateCompany(db, found.id, { ...card, ...verified }, now());
    if (settlements) await saveServedSettlements(db, row, settlements, isModerator);
    const tagged = { subjectType: 'company', subjectId: row.id, settlementId: null } as const;
    const former = { ...found, tags: await findTags(db, 'company', row.id) };
    const kept = await changeTags(db, tagged, { tags, add_tags, remove_tags }, newId);
    await recordChange(context, former, { ...card, settlements, tags: kept, is_verified, representatives });
    return { data: await loadCompanyCard(db, row.id, caller) };
  },
  show: showWritten,
});

function pickCard({ name, description, trades, phones, address, hours, site }: CompanyRow) {
  return { name, description, trades, phones, address, hours, site };
}

/** Only fields that were given and differ: saving unchanged values is no change. */
async function recordChange(
  context: SignedInContext,
  former: CompanyRow & { tags: string[] },
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  const standing: Readonly<Record<string, unknown>> = { ...former, is_verified: former.isVerified };
  const changed = Object.keys(change).filter(
    (field) =>
      change[field] != null && JSON.stringify(change[field]) !== JSON.stringify(standing[field] ?? null),
  );
  if (changed.length === 0) return;
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
  await recordDecision(context, {
    action: 'edit_company',
    subject: { type: 'company', id: former.id },
    settlementId: null,
    before: { title: former.name, ...pick(standing) },
    after: pick(change),
  });
}
