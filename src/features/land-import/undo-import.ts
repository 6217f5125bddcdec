import type { Text } from '../../base/i18n/text.ts';
import { explainTakingBack } from '../../domain/rules/parcel-removal.ts';
import { lockSettlement } from '../../store/land/boundaries.ts';
import {
  countChangedParcels,
  listAddedParcels,
  listChangedSince,
  listTakenNumbers,
  lockImportedLand,
  restoreLand,
} from '../../store/land/land-import-rows.ts';
import type { LandImport } from '../../store/land/land-imports.ts';
import { listParcelReferences } from '../../store/land/parcel-references.ts';
import { type DecisionContext, recordDecision } from '../../store/system/audit.ts';

const notKept: Text = {
  en: 'What this file changed was not kept, so it cannot be taken back.',
  ru: 'Что изменил этот файл, не сохранилось, поэтому отменить его нельзя.',
};
const shown = 20;

/** Where the audit lists an import: at its settlement, or at the installation. */
export const describeImportPlace = (settlementId: string | null) =>
  settlementId === null
    ? ({ subject: { type: 'installation', id: '0' }, settlementId, isOfInstallation: true } as const)
    : ({ subject: { type: 'settlement', id: settlementId }, settlementId } as const);

/**
 * Undoes an import as a whole; returns what stands in the way, or null when it is undone. `find` reads the import
 * once the settlement is locked.
 */
export async function undoImport(
  context: DecisionContext,
  settlementId: string | null,
  find: () => Promise<LandImport>,
): Promise<Text | null> {
  const { db, now, newId } = context;
  if (settlementId !== null) await lockSettlement(db, settlementId);
  const found = await find();
  // Submitted twice.
  if (found.state === 'taken_back') return null;
  if (found.state !== 'applied' || found.appliedAt === null) return notKept;
  await lockImportedLand(db, found.id);
  const added = await listAddedParcels(db, found.id);
  const inTheWay = explainTakingBack({
    changed: await listChangedSince(db, found.id, shown),
    takenNumbers: await listTakenNumbers(db, found.id),
    references: await listParcelReferences(db, added, found.id, shown),
  });
  if (inTheWay !== null) return inTheWay;
  const changed = await countChangedParcels(db, found.id);
  const newIds = Array.from({ length: changed }, newId);
  await restoreLand(db, found.id, { newIds, now: now() });
  await recordDecision(context, {
    action: 'undo_land_import',
    ...describeImportPlace(settlementId),
    after: { file: found.fileName, removed: added.length, restored: changed },
  });
  return null;
}
