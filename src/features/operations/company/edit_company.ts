import { z } from 'zod';
import { onlyOnMcpServers } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { enumField, id, reference, tagChanges, tagNames, text } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { type Permission, permit, refuse } from '../../../domain/kernel/refusal.ts';
import {
  leftToOther,
  mayDecideRepresentative,
  mayEditCompany,
} from '../../../domain/rules/company-access.ts';
import {
  companyStates,
  isEnded,
  listCompanyParties,
  mayBringTo,
} from '../../../domain/rules/company-states.ts';
import { findReplaced, refuseConflicts } from '../../../domain/rules/edit-conflicts.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import {
  type CompanyRow,
  findCompanyId,
  lockCompanies,
  updateCompany,
} from '../../../store/directory/companies.ts';
import {
  countRepresentatives,
  findRepresentativeState,
  listRepresentativeStates,
} from '../../../store/directory/company-representatives.ts';
import { changeTags, findTags } from '../../../store/journal/tags.ts';
import { findLastChange, recordDecision } from '../../../store/system/audit.ts';
import { replacedByCall, showReplacedByCall } from '../shapes/replaced.ts';
import { bringCompanyTo, isLeftToOtherModerator, refuseStaleState } from './company-decision.ts';
import { saveRepresentatives } from './representatives-decision.ts';
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
  summary:
    "Change a company's card, or what becomes of it. For its confirmed representatives and for moderators.",
  description:
    'Lists replace the whole list. INN and slug never change. A moderator verifies, refuses with a `reason`, or joins a company to another; ' +
    'a refused one is corrected and asks again with `state` waiting. Closing is for good: contacts go, reviews and finished work stay.',
  idempotent: true,
  asksFirst: true,
  input: z.object({
    company: reference.describe('Slug or id.'),
    ...fields,
    tags: tagNames.nullish(),
    ...tagChanges,
    settlements: z
      .array(reference)
      .max(200)
      .optional()
      .describe('Settlements served, from list_settlements; one only until it is verified.'),
    is_verified: onlyOnMcpServers(
      ['platform'],
      z.boolean().optional().describe('A moderator has checked that it exists; as `state`.'),
    ),
    state: enumField(companyStates)
      .optional()
      .describe(
        'closed: by the only one who speaks for it or a moderator; waiting: a refused one asks again; else moderators.',
      ),
    join_to: onlyOnMcpServers(
      ['platform'],
      reference.optional().describe('With `state` joined: the verified company that takes all over.'),
    ),
    reason: text(1000)
      .trim()
      .optional()
      .describe('Why it is refused or closed, or somebody ended; told to them.'),
    representatives: z
      .array(representative)
      .max(50)
      .optional()
      .describe(
        'Decisions on those who speak for it or claim to; others stay. Representatives take in claimants, and end themselves.',
      ),
    seen: z
      .object({
        ...fields,
        is_verified: z.boolean().optional().describe('As it was.'),
        state: enumField(companyStates).optional().describe('As it was.'),
      })
      .nullish()
      .describe('As you saw the fields you change; refused if changed since.'),
  }),
  output: z.object({ data: companyWithPeople, replaced: replacedByCall }),
  shortReply: [...shortCompanyReply, 'replaced'],
  pagePath: companyPagePath,
  async load({ company, join_to, representatives }, { db, caller }) {
    const companyId = (await findCompanyId(db, company)) ?? refuse.notFound('company');
    const intoId = join_to === undefined ? null : ((await findCompanyId(db, join_to)) ?? null);
    const locked = await lockCompanies(db, intoId === null ? [companyId] : [companyId, intoId]);
    const found = locked.get(companyId) ?? refuse.notFound('company');
    const own = await findRepresentativeState(db, found.id, caller.accountId);
    const into = intoId === null ? null : (locked.get(intoId) ?? null);
    const isLeftToOther = caller.isModerator && (await isLeftToOtherModerator(db, caller, own, into));
    const isModerator = caller.isModerator && !isLeftToOther;
    const parties = listCompanyParties({
      isModerator,
      isRepresentative: own === 'confirmed',
      representatives: own === 'confirmed' ? await countRepresentatives(db, found.id) : 0,
    });
    const named = (representatives ?? []).map(({ account_id }) => account_id);
    const people = named.length === 0 ? new Map() : await listRepresentativeStates(db, found.id, named);
    return { found, own, parties, people, into, isModerator, isLeftToOther };
  },
  permit(
    { found, own, parties, people, isModerator, isLeftToOther },
    { accountId },
    { state, is_verified, representatives },
  ) {
    const judge = (answer: Permission) => permit(answer === true || !isLeftToOther ? answer : leftToOther);
    judge(mayEditCompany({ isModerator, own }));
    const wanted = readState(state, is_verified);
    if (wanted !== undefined && (wanted !== found.state || is_verified !== undefined))
      judge(mayBringTo(is_verified === undefined ? found.state : 'waiting', wanted, parties));
    for (const one of representatives ?? [])
      judge(
        mayDecideRepresentative({ isModerator, accountId }, one, people.get(one.account_id)?.state ?? null),
      );
  },
  asksIf: ({ state }) => state === 'closed' || state === 'joined',
  async question({ state }, _context, { found, into }) {
    const which = quoteUserText(found.name);
    if (state === 'joined' && into !== null) {
      const where = quoteUserText(into.name);
      return {
        en: `Merge ${which} into ${where}? Its reviews, orders and representatives move over. This cannot be undone.`,
        ru: `Объединить ${which} с ${where}? Отзывы, заказы и представители перейдут туда. Отменить это нельзя.`,
      };
    }
    return {
      en: `Close ${which}? Its contact details are deleted and open orders cancelled; reviews and finished work stay. This cannot be undone.`,
      ru: `Закрыть ${which}? Контакты удалятся, открытые заказы отменятся; отзывы и выполненная работа останутся. Отменить это нельзя.`,
    };
  },
  async write(
    {
      company: _company,
      tags,
      add_tags,
      remove_tags,
      settlements,
      is_verified,
      state,
      join_to,
      reason = '',
      representatives = [],
      seen,
      ...card
    },
    context,
    { found, into, own, people },
  ) {
    const { db, caller, now, newId } = context;
    const { is_verified: seenVerified, state: seenState, ...seenCard } = seen ?? {};
    const wanted = readState(state, is_verified);
    if (join_to !== undefined && wanted !== 'joined') refuse.invalid('join_to', onlyWithJoined);
    await refuseStaleState(db, found, { wanted, seenState, seenVerified, isAlias: state === undefined });
    if (isEnded(found.state)) refuse.invalid('company', hasEnded);
    refuseConflicts(card, seenCard, pickCard(found));
    const decided = await saveRepresentatives(context, found, { representatives, people, reason });
    const row = await updateCompany(db, found.id, card, now());
    const after = await bringCompanyTo(context, row, { wanted, into, reason, isOwn: own === 'confirmed' });
    if (isEnded(after.state)) return { data: await loadCompanyCard(db, after.id, caller) };
    if (settlements) await saveServedSettlements(db, after, settlements);
    const tagged = { subjectType: 'company', subjectId: row.id, settlementId: null } as const;
    const former = { ...found, tags: await findTags(db, 'company', row.id) };
    const kept = await changeTags(db, tagged, { tags, add_tags, remove_tags }, newId);
    const standing = tags == null ? pickCard(found) : { ...pickCard(found), tags: former.tags };
    const unseen = findReplaced(standing, { ...pickCard(row), tags: kept }, seenCard);
    const writer = unseen && (await findLastChange(db, null, { type: 'company', id: row.id }));
    await recordChange(context, former, {
      ...card,
      settlements,
      tags: kept,
      ...(after.state !== found.state && {
        state: after.state,
        is_verified: after.isVerified,
        reason: reason || undefined,
      }),
      representatives: decided.length > 0 ? decided : undefined,
    });
    return {
      data: await loadCompanyCard(db, row.id, caller),
      ...showReplacedByCall(unseen, writer ?? { name: null, at: found.updatedAt }),
    };
  },
  show: showWritten,
});

/** `is_verified` came first, and says the same of two states. */
const readState = (state: CompanyRow['state'] | undefined, isVerified: boolean | undefined) =>
  state ?? (isVerified === undefined ? undefined : isVerified ? 'verified' : 'waiting');

const hasEnded = {
  en: 'This company is closed: nothing about it can be changed any more.',
  ru: 'Компания закрыта: изменить её больше нельзя.',
};
const onlyWithJoined = {
  en: 'Send join_to with state joined only.',
  ru: 'join_to нужен только вместе с state joined.',
};

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
