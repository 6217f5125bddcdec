import type { SignedInContext } from '../../domain/kernel/context.ts';
import { findTakeBackFault } from '../../domain/rules/residency-ending.ts';
import { endSanction, listEndingsOf, type SanctionRow } from '../../store/accounts/sanctions.ts';
import { findEnding, takeBackEnding } from '../../store/land/residency-endings.ts';

/**
 * Ends a sanction before its time. What an exclusion ended is given back, as far as nobody else has it now; returns how
 * many plots were and were not.
 */
export async function endSanctionEarly(
  { db, caller, now }: SignedInContext,
  { id, kind, settlementId }: Pick<SanctionRow, 'id' | 'kind' | 'settlementId'>,
  reason: string,
): Promise<{ restored: number; left: number }> {
  await endSanction(db, id, { by: caller.accountId, reason, at: now() });
  const count = { restored: 0, left: 0 };
  if (kind !== 'exclusion' || settlementId === null) return count;
  for (const ending of await listEndingsOf(db, id)) {
    const found = await findEnding(db, settlementId, ending, true);
    // However long ago it was.
    if (found === undefined || findTakeBackFault(found, found.endedAt) !== null) count.left += 1;
    else {
      await takeBackEnding(db, found, caller.accountId, now());
      count.restored += 1;
    }
  }
  return count;
}
