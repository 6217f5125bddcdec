import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { Position } from '../../engines/geometry/types.ts';
import type { ImportedParcel } from '../../store/land/imported-parcels.ts';
import { listParcelsOfOtherSettlements } from '../../store/land/land-import.ts';
import { type KnownParcel, lockPlotNumbers } from '../../store/land/plot-numbers.ts';
import {
  belongsToAnotherSettlement,
  cadastralNumberElsewhere,
  landApart,
  samePlotTwice,
  tooFarAway,
} from './formats/feature-fields.ts';
import type { ImportBounds } from './import-bounds.ts';

/** A parcel of the file with the registered one it is about; null: it is new. */
export type MatchedParcel = ImportedParcel & { known: KnownParcel | null };

export interface MatchOptions {
  settlementId: string | null;
  bounds?: ImportBounds | undefined;
  isNear(place: Position): boolean;
  /** Registered plots that an earlier feature of the file is about. */
  claimed: Set<string>;
}

/**
 * Finds and locks the registered plot of each parcel: by its cadastral number, else by its number in the settlement if
 * that plot has no cadastral number yet. Land of other settlements is filtered out once before locking, to avoid locking
 * other settlements, and again under the locks, because another import may have committed meanwhile.
 */
export async function lockAndMatchParcels(
  db: Db,
  rows: readonly ImportedParcel[],
  { settlementId, bounds, isNear, claimed }: MatchOptions,
): Promise<{ matched: MatchedParcel[]; refused: Map<string, Text> }> {
  const others = await listParcelsOfOtherSettlements(db, rows, bounds?.settlementId ?? null);
  const wanted = rows.filter(({ cadastralNumber: name }) => name === null || !others.has(name));
  const known = await lockPlotNumbers(
    db,
    {
      cadastralNumbers: wanted.flatMap(({ cadastralNumber }) => cadastralNumber ?? []),
      numberKeys: wanted.filter(({ isNumberless }) => !isNumberless).map(({ numberKey }) => numberKey),
    },
    settlementId,
  );
  const byCadastre = new Map(known.map((each) => [each.cadastralNumber ?? '', each]));
  const byNumber = new Map(
    known
      .filter(({ settlementId: owner }) => settlementId !== null && owner === settlementId)
      .map((each) => [each.numberKey, each]),
  );
  const refused = new Map<string, Text>();
  const matched: MatchedParcel[] = [];
  for (const row of rows) {
    const named = row.cadastralNumber === null ? undefined : byCadastre.get(row.cadastralNumber);
    const numbered = row.isNumberless ? undefined : byNumber.get(row.numberKey);
    const fault =
      row.cadastralNumber !== null && others.has(row.cadastralNumber)
        ? belongsToAnotherSettlement
        : findConflict(named, numbered, { bounds, isNear });
    if (fault !== null) {
      refused.set(row.id, fault);
      continue;
    }
    const isJoining =
      named === undefined && (row.cadastralNumber === null || numbered?.cadastralNumber === null);
    const about = named ?? (isJoining ? numbered : undefined) ?? null;
    if (about !== null && claimed.has(about.id)) {
      refused.set(row.id, samePlotTwice(about.number));
      continue;
    }
    if (about !== null) claimed.add(about.id);
    // A plot that is found by its number keeps it as it is written.
    matched.push({ ...row, known: about, ...(about && !named && { number: about.number }) });
  }
  return { matched, refused };
}

/** Why a parcel cannot be taken in; with bounds also unclaimed land that is registered far away. */
function findConflict(
  named: KnownParcel | undefined,
  numbered: KnownParcel | undefined,
  { bounds, isNear }: Pick<MatchOptions, 'bounds' | 'isNear'>,
): Text | null {
  if (named === undefined) return null;
  const { settlementId: owner, centre } = named;
  if (bounds && owner !== null && owner !== bounds.settlementId) return belongsToAnotherSettlement;
  if (bounds && owner === null && centre !== null && !isNear(centre)) return tooFarAway;
  // The plot of this number waits for a cadastral number, but the one in the file is of other land.
  const isWaiting = numbered !== undefined && numbered.id !== named.id && numbered.cadastralNumber === null;
  if (!isWaiting) return null;
  if (owner === null) return landApart(numbered.number);
  return owner === numbered.settlementId
    ? cadastralNumberElsewhere(named.number)
    : belongsToAnotherSettlement;
}
