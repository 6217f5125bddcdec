import { isTimeToTakeBack } from '../../domain/rules/residency-ending.ts';
import type { FormerResident } from '../../store/land/former-residents.ts';

/** Whether the week to take it back still runs; who left of their own will is not brought back by others. */
export const withTakingBack = (row: FormerResident, now: Date) => ({
  ...row,
  mayTakeBack:
    row.endingId !== null && !row.isOwnDecision && row.endedAt !== null && isTimeToTakeBack(row.endedAt, now),
});
export type ShownFormerResident = ReturnType<typeof withTakingBack>;
