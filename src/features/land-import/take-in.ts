import type { Transaction } from '../../base/db/connect.ts';
import type { CheckedFeature, ImportKind } from '../../store/land/land-imports.ts';
import type { Bounds } from './bounds.ts';
import { importBuildings } from './buildings.ts';
import type { LandFeature } from './land-feature.ts';
import { importParcels } from './parcels.ts';
import type { ImportReport, ImportTools, Watch } from './report.ts';

export interface LandToTakeIn {
  readonly kind: ImportKind;
  readonly features: AsyncIterable<LandFeature> | Iterable<LandFeature>;
  /** The settlement that the plots are assigned to. */
  readonly settlementId: string | null;
  readonly bounds?: Bounds;
  readonly prefix?: string;
  readonly onClash?: 'rename' | 'refuse';
}

/** Thrown to roll back the transaction of a check. */
export class TakenBack extends Error {}

/** Imports a whole file in the given transaction: an unreadable file rolls everything back. */
export function takeIn(
  { kind, features, settlementId, ...options }: LandToTakeIn,
  db: Transaction,
  tools: Omit<ImportTools, 'pool'>,
  watch: Watch,
): Promise<ImportReport> {
  const inOne = Object.assign(db, {
    begin: <T>(work: (part: Transaction) => Promise<T>) => db.savepoint(work),
  });
  const parts = { ...tools, pool: inOne };
  if (kind === 'buildings') return importBuildings(parts, features, options, watch);
  return importParcels(
    parts,
    features,
    { settlementId: kind === 'plots' ? settlementId : null, ...options },
    watch,
  );
}

/** Merges remarks and outcomes per feature. */
export function collectFeatures(): Watch & { list(): CheckedFeature[] } {
  const features = new Map<number, CheckedFeature>();
  return {
    onRemark({ number, name, outcome, reason }) {
      const isRefused = outcome === 'refused';
      const blank = { number, name, plotNumber: '' };
      features.set(number, {
        ...blank,
        outcome: isRefused ? 'refused' : 'unchanged',
        remark: isRefused ? null : outcome,
        reason,
      });
    },
    onTaken({ number, name, plotNumber = '', outcome }) {
      const said = features.get(number) ?? { remark: null, reason: null };
      features.set(number, { ...said, number, name, plotNumber, outcome });
    },
    list: () => [...features.values()].sort((a, b) => a.number - b.number),
  };
}
