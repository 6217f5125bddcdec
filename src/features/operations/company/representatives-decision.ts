import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import { mayLeaveCompany, type RepresentativeState } from '../../../domain/rules/company-access.ts';
import { refuseDecided, toDecider } from '../../../domain/rules/earlier-decision.ts';
import type { CompanyRow } from '../../../store/directory/companies.ts';
import {
  countRepresentatives,
  decideRepresentatives,
} from '../../../store/directory/company-representatives.ts';
import { findLastChange } from '../../../store/system/audit.ts';
import { publishEvent } from '../../notify/publish-event.ts';

interface Decided {
  account_id: string;
  state: 'confirmed' | 'ended';
  seen_state?: RepresentativeState | null | undefined;
}

interface Decisions {
  representatives: readonly Decided[];
  /** As they stand. */
  people: ReadonlyMap<string, { state: RepresentativeState; name: string }>;
  reason: string;
}

/** Saves who speaks for a locked company and tells them; returns what was decided. */
export async function saveRepresentatives(
  context: SignedInContext,
  company: CompanyRow,
  { representatives, people, reason }: Decisions,
): Promise<readonly Decided[]> {
  if (representatives.length === 0) return [];
  const { db, caller, now } = context;
  for (const [index, { account_id, seen_state }] of representatives.entries()) {
    const state = people.get(account_id)?.state;
    if (state === undefined)
      refuse.invalid(`representatives.${index}.account_id`, {
        en: 'This account has not asked to represent the company.',
        ru: 'Этот человек не заявлял, что представляет компанию.',
      });
    if (seen_state != null && (state === 'confirmed' || state === 'ended') && state !== seen_state)
      await refuseDecidedRepresentative(context, company, `representatives.${index}.seen_state`, state);
  }
  const decisions = representatives.map(({ account_id, state }) => ({ accountId: account_id, state }));
  await decideRepresentatives(db, company.id, decisions, { by: caller.accountId, at: now(), reason });
  const isLeaving = representatives.some(
    ({ account_id, state }) =>
      account_id === caller.accountId && state === 'ended' && people.get(account_id)?.state === 'confirmed',
  );
  if (isLeaving) {
    const answer = mayLeaveCompany(await countRepresentatives(db, company.id), company.state);
    if (answer !== true) throw new Refusal({ kind: 'invalid', text: answer });
  }
  for (const { account_id, state } of representatives) {
    const former = people.get(account_id);
    if (former !== undefined && former.state !== state)
      await tellOfRepresentative(context, company, { id: account_id, ...former }, state, reason);
  }
  return representatives;
}

async function refuseDecidedRepresentative(
  { db }: SignedInContext,
  company: CompanyRow,
  field: string,
  outcome: 'confirmed' | 'ended',
): Promise<never> {
  const last = await findLastChange(db, null, { type: 'company', id: company.id }, 'representatives');
  const by = toDecider(last?.accountId ?? null, last?.name ?? null);
  return refuseDecided(field, { outcome, by, at: last?.at ?? null, reason: null });
}

async function tellOfRepresentative(
  context: SignedInContext,
  { id: companyId, name }: CompanyRow,
  person: { id: string; name: string; state: RepresentativeState },
  state: 'confirmed' | 'ended',
  reason: string,
): Promise<void> {
  const byId = context.caller.accountId;
  const isClaim = person.state === 'claimed';
  await publishEvent(context, {
    type: 'representative_decided',
    companyId,
    name,
    accountId: person.id,
    outcome: state === 'confirmed' ? 'confirmed' : isClaim ? 'refused' : 'ended',
    reason,
    byId,
  });
  if (isClaim && state === 'ended') return;
  await publishEvent(context, {
    type: 'representatives_changed',
    companyId,
    name,
    person,
    isTaken: state === 'confirmed',
    byId,
  });
}
