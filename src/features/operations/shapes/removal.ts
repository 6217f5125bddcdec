import type { Db } from '../../../base/db/connect.ts';
import { outTimestamp, wireTime } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { setTags } from '../../../store/journal/tags.ts';
import {
  asRemover,
  bringBack,
  type RemovableType,
  removedDays,
} from '../../../store/system/removed-things.ts';

export const restorableUntil = outTimestamp
  .optional()
  .describe('Only of what you removed: until when you can bring it back.');

export function showUntil({ removedAt }: { removedAt: Date }): { restorable_until: string } {
  return { restorable_until: wireTime(new Date(removedAt.getTime() + removedDays * 86_400_000)) };
}

interface Restoring {
  db: Db;
  caller: { accountId: string };
  now(): Date;
  newId(): string;
}

/**
 * Restores what the caller removed, before the operation loads it: then the usual checks apply, and a refusal rolls
 * the restore back. False when the caller removed no such thing.
 */
export async function restoreOwn(
  { db, caller, now, newId }: Restoring,
  type: RemovableType,
  id: string,
): Promise<boolean> {
  const found = await bringBack(db, type, id, asRemover(caller.accountId, now()));
  if (found === undefined) return false;
  if (!found.isBack) {
    refuse.invalid('removed', {
      en: 'Something else has taken its place, or what it belonged to is gone. It cannot be brought back.',
      ru: 'Его место занято другим, или того, к чему оно относилось, больше нет. Вернуть это нельзя.',
    });
  }
  if (found.tags.length > 0) {
    const { settlementId } = found;
    await setTags(db, { subjectType: type, subjectId: id, settlementId }, found.tags, newId);
  }
  return true;
}
