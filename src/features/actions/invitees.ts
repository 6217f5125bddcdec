import type { SignedInContext } from '../../domain/kernel/context.ts';
import { type InvitationPlan, planInvitations } from '../../domain/rules/invitations.ts';
import { plotCodeDays } from '../../domain/rules/residency.ts';
import {
  type InviteeRow,
  listInvitees,
  lockInvitees,
  lockInviting,
  withdrawCodesOfPeople,
} from '../../store/land/invitations.ts';
import { insertPlotCodes } from '../../store/land/plot-codes.ts';

/** People of one settlement who are read at most. */
const maxPeople = 20_000;
const day = 86_400_000;

export async function planSettlementInvitations(
  { db, now, services }: Pick<SignedInContext, 'db' | 'now' | 'services'>,
  settlementId: string,
): Promise<{ person: InviteeRow; plan: InvitationPlan }[]> {
  const people = await listInvitees(db, settlementId, now(), maxPeople);
  return planInvitations(people, { sendsEmail: services.installation.mail !== 'none' });
}

export interface CodedPerson {
  person: InviteeRow;
  code: string;
  /** Of the letter that carries it; for a sheet of paper unused. */
  letterId: string;
}

/**
 * New codes for at most `limit` people with this plan, kept nowhere as they are. One editor at a time; planned once more
 * when they are locked, because somebody may have been invited alone meanwhile. Who is joining just now is left out.
 */
export async function createCodesByPlan(
  context: SignedInContext,
  settlementId: string,
  by: 'letter' | 'sheet',
  limit: number,
): Promise<{ made: CodedPerson[]; expiresAt: Date; left: number }> {
  const { db, caller, services, now, newId } = context;
  const listPlanned = async () =>
    (await planSettlementInvitations(context, settlementId)).filter(({ plan }) => plan === by);
  await lockInviting(db, settlementId);
  const planned = await listPlanned();
  const locked = await lockInvitees(
    db,
    planned.slice(0, limit).map(({ person }) => person.personId),
  );
  const expiresAt = new Date(now().getTime() + plotCodeDays * day);
  const coded = (locked.size === 0 ? [] : await listPlanned())
    .filter(({ person }) => locked.has(person.personId))
    .map(({ person }) => ({ person, letterId: newId(), ...services.plotCodes.create() }));
  const codes = coded.map(({ person, letterId, hash }) => ({
    id: newId(),
    parcelId: person.parcelId,
    hash,
    role: null,
    personId: person.personId,
    ...(by === 'letter' && person.emailKey !== null && { emailKey: person.emailKey, letterId }),
  }));
  if (codes.length > 0) {
    await withdrawCodesOfPeople(
      db,
      codes.map(({ personId }) => personId),
      now(),
    );
    await insertPlotCodes(db, codes, { by: caller.accountId, at: now(), expiresAt });
  }
  const made = coded.map(({ person, code, letterId }) => ({ person, code, letterId }));
  return { made, expiresAt, left: planned.length - made.length };
}
