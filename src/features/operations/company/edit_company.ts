import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { onlyOnMcpServers } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { enumField, id, reference, tagChanges, tagNames } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { mayEditCompany, mayVerifyCompany } from '../../../domain/rules/company-access.ts';
import { type DecisionOutcome, refuseDecided, toDecider } from '../../../domain/rules/earlier-decision.ts';
import { findReplaced, refuseConflicts } from '../../../domain/rules/edit-conflicts.ts';
import { type CompanyRow, lockCompany, updateCompany } from '../../../store/directory/companies.ts';
import {
  decideRepresentatives,
  findRepresentativeState,
} from '../../../store/directory/company-representatives.ts';
import { changeTags, findTags } from '../../../store/journal/tags.ts';
import { findLastChange, recordDecision } from '../../../store/system/audit.ts';
import { replacedByCall, showReplacedByCall } from '../shapes/replaced.ts';
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
  seen_state: enumField(['claimed', 'confirmed', 'ended'])
    .nullish()
    .describe('The state you saw: refused when somebody has decided since.'),
});

export const edit_company = defineOperation({
  name: 'edit_company',
  tag: 'Company',
  route: 'PATCH /companies/{company}',
  success: 200,
  scope: 'mcp:write',
  writesIn: 'platform',
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
    seen: z
      .object({ ...fields, is_verified: z.boolean().optional().describe('As it was.') })
      .nullish()
      .describe('As you saw the fields you change; refused if changed since.'),
  }),
  output: z.object({ data: companyWithPeople, replaced: replacedByCall }),
  shortReply: [...shortCompanyReply, 'replaced'],
  pagePath: companyPagePath,
  async load({ company }, { db, caller }) {
    const found = (await lockCompany(db, company)) ?? refuse.notFound('company');
    return { found, own: await findRepresentativeState(db, found.id, caller.accountId) };
  },
  permit({ own }, { isModerator }, { is_verified, representatives }) {
    permit(mayEditCompany({ isModerator, own }));
    if (is_verified !== undefined || representatives !== undefined) permit(mayVerifyCompany({ isModerator }));
  },
  async write(
    {
      company: _company,
      tags,
      add_tags,
      remove_tags,
      settlements,
      is_verified,
      representatives,
      seen,
      ...card
    },
    context,
    { found },
  ) {
    const { db, caller, now, newId } = context;
    const { isModerator } = caller;
    const { is_verified: seenVerified, ...seenCard } = seen ?? {};
    refuseConflicts(card, seenCard, pickCard(found));
    if (seenVerified !== undefined && seenVerified !== found.isVerified)
      await refuseDecidedCompany(db, found.id, 'is_verified', found.isVerified ? 'checked' : 'unchecked');
    for (const [index, { account_id, seen_state }] of (representatives ?? []).entries()) {
      const state = seen_state == null ? null : await findRepresentativeState(db, found.id, account_id);
      if ((state === 'confirmed' || state === 'ended') && state !== seen_state)
        await refuseDecidedCompany(db, found.id, `representatives.${index}.seen_state`, state);
    }
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
    const standing = tags == null ? pickCard(found) : { ...pickCard(found), tags: former.tags };
    const unseen = findReplaced(standing, { ...pickCard(row), tags: kept }, seenCard);
    const writer = unseen && (await findLastChange(db, null, { type: 'company', id: row.id }));
    await recordChange(context, former, { ...card, settlements, tags: kept, is_verified, representatives });
    return {
      data: await loadCompanyCard(db, row.id, caller),
      ...showReplacedByCall(unseen, writer ?? { name: null, at: found.updatedAt }),
    };
  },
  show: showWritten,
});

/** What moderators decided about a company or who speaks for it, of which the audit keeps who and when. */
async function refuseDecidedCompany(
  db: Db,
  id: string,
  field: string,
  outcome: DecisionOutcome,
): Promise<never> {
  const changed = field === 'is_verified' ? field : 'representatives';
  const last = await findLastChange(db, null, { type: 'company', id }, changed);
  const by = toDecider(last?.accountId ?? null, last?.name ?? null);
  return refuseDecided(field, { outcome, by, at: last?.at ?? null, reason: null });
}

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
