import type { Db } from '../../base/db/connect.ts';
import { assignPlotNumbers, plotNumberKey, type Renaming } from '../../domain/rules/plot-numbers.ts';
import type { ImportedParcel } from '../../store/land/land-import.ts';
import { type KnownParcel, listTakenKeys } from '../../store/land/plot-numbers.ts';

/**
 * Assigns each parcel of a batch a number that is unique in its settlement. Parcels that keep their number come
 * first, then file order. `known` holds the locked register entries.
 */
export async function numberBatch(
  db: Db,
  given: readonly ImportedParcel[],
  settlementId: string | null,
  known: ReadonlyMap<string, KnownParcel>,
): Promise<{ rows: ImportedParcel[]; renamed: Renaming[] }> {
  const rows = given.map((row) => {
    const present = known.get(row.cadastralNumber)?.number;
    return row.isNumberless && present !== undefined ? { ...row, number: present } : row;
  });
  const bySettlement = new Map<string, ImportedParcel[]>();
  for (const row of rows) {
    const target = known.get(row.cadastralNumber)?.settlementId ?? settlementId;
    if (target === null) continue;
    const group = bySettlement.get(target);
    if (group === undefined) bySettlement.set(target, [row]);
    else group.push(row);
  }
  const renamed = new Map<string, Renaming>();
  for (const [target, group] of bySettlement)
    for (const renaming of await assignGroupNumbers(db, target, group, known))
      renamed.set(renaming.id, renaming);
  return {
    rows: rows.map((row) => {
      const number = renamed.get(row.id)?.renamedTo ?? row.number;
      return { ...row, number, numberKey: plotNumberKey(number) };
    }),
    // Parcels that keep their number are not reported.
    renamed: rows.flatMap((row) => {
      const renaming = renamed.get(row.id);
      return renaming && known.get(row.cadastralNumber)?.number !== renaming.renamedTo ? [renaming] : [];
    }),
  };
}

async function assignGroupNumbers(
  db: Db,
  settlementId: string,
  group: readonly ImportedParcel[],
  known: ReadonlyMap<string, KnownParcel>,
): Promise<Renaming[]> {
  const numberNow = (row: ImportedParcel) => {
    const parcel = known.get(row.cadastralNumber);
    return parcel?.settlementId === settlementId ? parcel.number : undefined;
  };
  const keeps = (row: ImportedParcel) => (numberNow(row) === row.number ? 0 : 1);
  const ordered = [...group].sort((a, b) => keeps(a) - keeps(b));
  const others = { settlementId, except: group.flatMap((row) => known.get(row.cadastralNumber)?.id ?? []) };
  const wanted = ordered.flatMap((row) => [row.number, row.cadastralNumber, numberNow(row) ?? row.number]);
  const settle = (taken: ReadonlySet<string>) =>
    assignPlotNumbers(
      ordered.map((row) => ({ ...row, presentNumber: numberNow(row) })),
      taken,
    );
  const settled = settle(await listTakenKeys(db, others, wanted.map(plotNumberKey)));
  const cadastral = new Map(ordered.map((row) => [row.id, row]));
  const isPlain = ({ id, renamedTo }: Renaming) => {
    const row = cadastral.get(id);
    return row?.cadastralNumber === renamedTo || (row && numberNow(row) === renamedTo);
  };
  // Numbers with a suffix were not among those queried, so all taken keys are loaded.
  return settled.every(isPlain) ? settled : settle(await listTakenKeys(db, others, null));
}
