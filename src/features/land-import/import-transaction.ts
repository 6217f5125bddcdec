import type { Transaction } from '../../base/db/connect.ts';
import type { ImportKind } from '../../domain/rules/land-import-states.ts';
import type { Box } from '../../engines/geometry/types.ts';
import type { CheckedFeature, FeatureChange } from '../../store/land/land-import-features.ts';
import { importBuildings } from './buildings.ts';
import type { ImportBounds } from './import-bounds.ts';
import type { ImportDependencies, ImportListener, ImportReport } from './import-report.ts';
import type { LandFeature } from './land-feature.ts';
import { importParcels } from './parcels.ts';

export interface LandImportInput {
  readonly kind: ImportKind;
  readonly features: AsyncIterable<LandFeature> | Iterable<LandFeature>;
  /** The settlement that the plots are assigned to. */
  readonly settlementId: string | null;
  readonly bounds?: ImportBounds;
  readonly prefix?: string;
  readonly onClash?: 'rename' | 'refuse';
  readonly surroundings?: Box | null;
  readonly leftOut?: ReadonlySet<number>;
}

/** Thrown to roll back the transaction of a check. */
export class ImportRollback extends Error {}

/** Imports a whole file in the given transaction: an unreadable file rolls everything back. */
export function importInTransaction(
  { kind, features, settlementId, ...options }: LandImportInput,
  db: Transaction,
  tools: Omit<ImportDependencies, 'pool'>,
  watch: ImportListener,
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
export function collectOutcomes(): ImportListener & { list(): CheckedFeature[] } {
  const features = new Map<number, CheckedFeature>();
  return {
    onRemark({ number, name, plotNumber, outcome, reason }) {
      const said = { number, name, plotNumber, reason, change: null };
      if (outcome === 'refused' || outcome === 'left_out')
        features.set(number, { ...said, outcome, remark: null });
      else features.set(number, { ...said, outcome: 'unchanged', remark: outcome });
    },
    onImported({ number, name, plotNumber, outcome, change }) {
      const said = features.get(number) ?? { remark: null, reason: null };
      const shown = outcome === 'unchanged' ? null : (change ?? null);
      features.set(number, { ...said, number, name, plotNumber, outcome, change: shown });
    },
    onOverlap({ number, others }) {
      const feature = features.get(number);
      if (!feature?.change) return;
      const { warnings, fields } = feature.change;
      const change: FeatureChange = {
        ...feature.change,
        warnings: [...warnings, 'overlaps'],
        fields: [...fields, { field: 'overlaps', from: null, to: others.join(', ') }],
      };
      features.set(number, { ...feature, change });
    },
    list: () => [...features.values()].sort((a, b) => a.number - b.number),
  };
}
