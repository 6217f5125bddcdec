import type { Db } from '../../../base/db/connect.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { RepresentativeState } from '../../../domain/rules/company-access.ts';
import {
  type CompanyState,
  isPossible,
  maxAskedAgain,
  maxJoinedAtOnce,
  settlementsOfWaiting,
} from '../../../domain/rules/company-states.ts';
import { type DecisionOutcome, refuseDecided, toDecider } from '../../../domain/rules/earlier-decision.ts';
import { hasOtherModerator } from '../../../store/accounts/sanctions.ts';
import {
  type CompanyRow,
  listServedSettlementIds,
  setServedSettlements,
} from '../../../store/directory/companies.ts';
import { decideCompany } from '../../../store/directory/company-decisions.ts';
import { hasMoreThan } from '../../../store/directory/company-joining.ts';
import {
  findRepresentativeState,
  listRepresentativeIds,
} from '../../../store/directory/company-representatives.ts';
import { findLastChange } from '../../../store/system/audit.ts';
import { endCompany, endOrders, joinCompany } from '../../companies/end-company.ts';
import { publishEvent } from '../../notify/publish-event.ts';

const outcomes = {
  verified: 'checked',
  waiting: 'unchecked',
  refused: 'refused',
  joined: 'joined',
  closed: 'closed',
} as const satisfies Record<CompanyState, DecisionOutcome>;

interface Wanted {
  wanted: CompanyState | undefined;
  seenState: CompanyState | undefined;
  seenVerified: boolean | undefined;
  /** Asked with `is_verified`, where the same once more changes nothing. */
  isAlias: boolean;
}

/** The second who decides is refused, and learns who decided what. */
export async function refuseStaleState(
  db: Db,
  company: CompanyRow,
  { wanted, seenState, seenVerified, isAlias }: Wanted,
): Promise<void> {
  const { state } = company;
  if (seenState !== undefined && seenState !== state) await refuseDecidedCompany(db, company, 'state');
  if (seenVerified !== undefined && seenVerified !== company.isVerified)
    await refuseDecidedCompany(db, company, 'is_verified');
  if (wanted === undefined || (isAlias && wanted === state)) return;
  if (wanted === 'waiting' && state === 'waiting')
    refuse.invalid('state', { en: 'It is already waiting.', ru: 'Она уже ждёт проверки.' });
  if (!isPossible(state, wanted)) await refuseDecidedCompany(db, company, isAlias ? 'is_verified' : 'state');
}

async function refuseDecidedCompany(db: Db, company: CompanyRow, field: string): Promise<never> {
  const last =
    (await findLastChange(db, null, { type: 'company', id: company.id }, 'state')) ??
    (await findLastChange(db, null, { type: 'company', id: company.id }, 'is_verified'));
  const by = toDecider(last?.accountId ?? null, last?.name ?? null);
  const reason = company.decisionReason || null;
  return refuseDecided(field, { outcome: outcomes[company.state], by, at: last?.at ?? null, reason });
}

/** A moderator who speaks for the company or asks to, or for the one it is joined to, where there is another moderator. */
export async function isLeftToOtherModerator(
  db: Db,
  { accountId }: SignedInContext['caller'],
  own: RepresentativeState | null,
  into: CompanyRow | null,
): Promise<boolean> {
  const states = [own, into && (await findRepresentativeState(db, into.id, accountId))];
  const isConcerned = states.some((state) => state === 'confirmed' || state === 'claimed');
  return isConcerned && (await hasOtherModerator(db, [accountId]));
}

interface Decision {
  wanted: CompanyState | undefined;
  into: CompanyRow | null;
  reason: string;
  /** Who decides speaks for the company. */
  isOwn: boolean;
}

/** Brings a locked company into the wanted state and tells whom it concerns; returns it as it stands then. */
export async function bringCompanyTo(
  context: SignedInContext,
  company: CompanyRow,
  { wanted, into, reason, isOwn }: Decision,
): Promise<CompanyRow> {
  const { state } = company;
  if (wanted === undefined || wanted === state) return company;
  const after = { ...company, state: wanted, isVerified: wanted === 'verified' };
  if (wanted === 'closed') {
    if (!isOwn) requireReason(reason);
    await endCompany(context, company, reason);
  } else if (wanted === 'joined') {
    if (into === null || into.id === company.id || into.state !== 'verified')
      return refuse.invalid('join_to', {
        en: 'Name another company that is verified.',
        ru: 'Назовите другую компанию, которая уже проверена.',
      });
    if (await hasMoreThan(context.db, company.id, maxJoinedAtOnce))
      refuse.invalid('join_to', {
        en: 'So many reviews and orders do not go over at once: join the other company to this one.',
        ru: 'Отзывов и заказов слишком много, чтобы перенести их разом: присоедините другую компанию к этой.',
      });
    await joinCompany(context, company, into, reason);
  } else await decideOpenCompany(context, company, wanted, reason);
  return after;
}

async function decideOpenCompany(
  context: SignedInContext,
  company: CompanyRow,
  wanted: 'verified' | 'waiting' | 'refused',
  reason: string,
): Promise<void> {
  const { db, caller, now } = context;
  const { id, name, state, askedAgain } = company;
  const isAskedAgain = state === 'refused' && wanted === 'waiting';
  if (wanted === 'refused') requireReason(reason);
  if (isAskedAgain && askedAgain >= maxAskedAgain)
    refuse.invalid('state', {
      en: `This company has asked again ${maxAskedAgain} times: now only a moderator can decide about it.`,
      ru: `Компания уже просила снова ${maxAskedAgain} раза: теперь о ней решает только модератор.`,
    });
  await decideCompany(db, id, wanted, { by: caller.accountId, at: now(), reason }, isAskedAgain);
  if (wanted === 'waiting') {
    const served = await listServedSettlementIds(db, id);
    if (served.length > settlementsOfWaiting)
      await setServedSettlements(db, id, served.sort().slice(0, settlementsOfWaiting));
  }
  if (isAskedAgain)
    return publishEvent(context, {
      type: 'company_asks_again',
      companyId: id,
      name,
      accountId: caller.accountId,
    });
  if (wanted === 'refused') await endOrders(context, company, 'refused');
  await publishEvent(context, {
    type: 'company_decided',
    companyId: id,
    name,
    outcome: wanted === 'waiting' ? 'unverified' : wanted,
    reason,
    accountIds: await listRepresentativeIds(db, id),
    byId: caller.accountId,
  });
}

function requireReason(reason: string): void {
  if (reason !== '') return;
  refuse.invalid('reason', {
    en: 'Say why: those concerned will read it.',
    ru: 'Напишите причину: её прочтут те, кого это касается.',
  });
}
