import type { Db } from '../../../base/db/connect.ts';
import { formatTimestamp, outTimestamp } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { setTags } from '../../../store/journal/tags.ts';
import {
  type RemovableType,
  restorableDays,
  restoreSoftDeleted,
  toRemover,
} from '../../../store/system/soft-delete.ts';

export const restorableUntil = outTimestamp
  .optional()
  .describe('Only of what you removed: until when you can bring it back.');

export function showRestorableUntil({ removedAt }: { removedAt: Date }): { restorable_until: string } {
  return { restorable_until: formatTimestamp(new Date(removedAt.getTime() + restorableDays * 86_400_000)) };
}

interface RestoreContext {
  db: Db;
  caller: { accountId: string };
  now(): Date;
  newId(): string;
}

/**
 * Restores what the caller removed, before the operation loads it: then the usual checks apply, and a refusal rolls
 * the restore back. False when the caller removed no such thing.
 */
export async function restoreRemoved(
  { db, caller, now, newId }: RestoreContext,
  type: RemovableType,
  id: string,
): Promise<boolean> {
  const found = await restoreSoftDeleted(db, type, id, toRemover(caller.accountId, now()));
  if (found === undefined) return false;
  if (!found.isRestored) {
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
