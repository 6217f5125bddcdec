import { fillPath, paths } from '../../base/site/paths.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { decideJoining } from '../../domain/rules/recorded-people.ts';
import { plotCodeDays } from '../../domain/rules/residency.ts';
import { findPerson, type RegisterRow } from '../../store/land/people-register.ts';
import { insertPlotCodes } from '../../store/land/plot-codes.ts';
import { lockRecord, withdrawCodesOfPerson } from '../../store/land/recorded-people.ts';

const day = 86_400_000;

/** A recorded person who may be given a code: here still, and without an account. Locked. */
export async function requireInvitable(
  person: string,
  { db, now }: SignedInContext,
  settlementId: string,
): Promise<RegisterRow> {
  const record = (await lockRecord(db, person, now())) ?? refuse.notFound('person');
  const found =
    (await findPerson(db, settlementId, { personId: person }, now())) ?? refuse.notFound('person');
  if (decideJoining({ by: 'code' }, record) !== 'join')
    refuse.invalid('person', {
      en: 'The person moved away, or has an account already.',
      ru: 'Человек выбыл, или у него уже есть учётная запись.',
    });
  return found;
}

/** A code for one recorded person, kept nowhere as it is; earlier ones of the person stop working. */
export async function createPersonCode(
  person: RegisterRow,
  { db, caller, services, now, newId }: SignedInContext,
  letter?: { id: string; to: string },
): Promise<{ code: string; expiresAt: Date }> {
  const personId = person.personId as string;
  await withdrawCodesOfPerson(db, personId, now());
  const { code, hash } = services.plotCodes.create();
  const expiresAt = new Date(now().getTime() + plotCodeDays * day);
  const made = {
    id: newId(),
    parcelId: person.parcelId,
    hash,
    role: null,
    personId,
    ...(letter && { emailKey: letter.to, letterId: letter.id }),
  };
  await insertPlotCodes(db, [made], { by: caller.accountId, at: now(), expiresAt });
  return { code, expiresAt };
}

/** Path of the page where the code is used, with it filled in. */
export function buildJoinPath(
  settlementId: string,
  { plotNumber: plot, role }: Pick<RegisterRow, 'plotNumber' | 'role'>,
  code: string,
): string {
  return `${fillPath(paths.join, { settlement: settlementId })}?${new URLSearchParams({ plot, code, role })}`;
}
