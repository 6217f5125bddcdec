import type { SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { cleanName } from '../../domain/rules/recorded-people.ts';
import { type EndingKind, findDayFault } from '../../domain/rules/residency-ending.ts';
import { findSuccessor, findToday, type SaidOfEnding } from '../../store/land/residency-endings.ts';

export interface EndingInput {
  reason?: string | null | undefined;
  reason_kind?: EndingKind | null | undefined;
  on?: string | null | undefined;
  successor?: string | null | undefined;
}

/** How a residency ended, as it was said; refuses a day that is still to come. */
export async function readEnding(
  { reason, reason_kind, on, successor }: EndingInput,
  { db, now }: Pick<SignedInContext, 'db' | 'now'>,
  { settlementId, parcelId }: { settlementId: string; parcelId: string },
): Promise<SaidOfEnding> {
  const today = await findToday(db, settlementId, now());
  const fault = on ? findDayFault(on, today) : null;
  if (fault) refuse.invalid('on', fault);
  const name = cleanName(successor ?? '');
  return {
    kind: reason_kind ?? 'other',
    on: on || today,
    reason: reason?.trim() || null,
    successor: name === '' ? null : await findSuccessor(db, parcelId, name),
  };
}
