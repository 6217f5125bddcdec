import type { Db } from '../../base/db/connect.ts';
import { assignPlotNumbers, plotNumberKey, type Renaming } from '../../domain/rules/plot-numbers.ts';
import { listTakenKeys } from '../../store/land/plot-numbers.ts';
import type { MatchedParcel } from './parcel-matching.ts';

/**
 * Assigns each parcel of a batch a number that is unique in its settlement. Parcels that keep their number come
 * first, then file order. The registered parcels are locked.
 */
export async function numberBatch(
  db: Db,
  given: readonly MatchedParcel[],
  settlementId: string | null,
): Promise<{ rows: MatchedParcel[]; renamed: Renaming[] }> {
  const rows = given.map((row) =>
    row.isNumberless && row.known ? { ...row, number: row.known.number } : row,
  );
  const bySettlement = new Map<string, MatchedParcel[]>();
  for (const row of rows) {
    const target = row.known?.settlementId ?? settlementId;
    if (target === null) continue;
    const group = bySettlement.get(target);
    if (group === undefined) bySettlement.set(target, [row]);
    else group.push(row);
  }
  const renamed = new Map<string, Renaming>();
  for (const [target, group] of bySettlement)
    for (const renaming of await assignGroupNumbers(db, target, group)) renamed.set(renaming.id, renaming);
  return {
    rows: rows.map((row) => {
      const number = renamed.get(row.id)?.renamedTo ?? row.number;
      return { ...row, number, numberKey: plotNumberKey(number) };
    }),
    // Parcels that keep their number are not reported.
    renamed: rows.flatMap((row) => {
      const renaming = renamed.get(row.id);
      return renaming && row.known?.number !== renaming.renamedTo ? [renaming] : [];
    }),
  };
}

async function assignGroupNumbers(
  db: Db,
  settlementId: string,
  group: readonly MatchedParcel[],
): Promise<Renaming[]> {
  const numberNow = ({ known }: MatchedParcel) =>
    known?.settlementId === settlementId ? known.number : undefined;
  const keeps = (row: MatchedParcel) => (numberNow(row) === row.number ? 0 : 1);
  const ordered = [...group].sort((a, b) => keeps(a) - keeps(b));
  const others = { settlementId, except: group.flatMap(({ known }) => known?.id ?? []) };
  const wanted = ordered.flatMap((row) => [
    row.number,
    row.cadastralNumber ?? row.number,
    numberNow(row) ?? row.number,
  ]);
  const settle = (taken: ReadonlySet<string>) =>
    assignPlotNumbers(
      ordered.map((row) => ({ ...row, presentNumber: numberNow(row) })),
      taken,
    );
  const settled = settle(await listTakenKeys(db, others, wanted.map(plotNumberKey)));
  const byId = new Map(ordered.map((row) => [row.id, row]));
  const isPlain = ({ id, renamedTo }: Renaming) => {
    const row = byId.get(id);
    return row?.cadastralNumber === renamedTo || (row && numberNow(row) === renamedTo);
  };
  // Numbers with a suffix were not among those queried, so all taken keys are loaded.
  return settled.every(isPlain) ? settled : settle(await listTakenKeys(db, others, null));
}
