import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { LandWarning } from '../../domain/rules/land-warnings.ts';
import type { Geometry, Shape } from '../../engines/geometry/types.ts';

/** The pool (each batch is a transaction), or one transaction (each batch is a savepoint). */
export type ImportDb = Db & { begin<T>(work: (db: Db) => Promise<T>): Promise<T> };

/** Dependencies of an import. */
export interface ImportDependencies {
  pool: ImportDb;
  geometry: Geometry;
  newId(): string;
  now(): Date;
}

/** A feature that was repaired, renamed or refused. */
export interface ImportRemark {
  number: number;
  name: string;
  outcome: 'repaired' | 'renamed' | 'refused';
  reason: Text;
}

/** An imported feature. */
export interface ImportedFeature {
  number: number;
  name: string;
  /** For plots only. */
  plotNumber?: string;
  /** For plots only: was and will be. */
  change?: ShownChange;
  outcome: 'added' | 'changed' | 'unchanged';
}

/** What is shown of a plot before it is imported. */
export interface ShownChange {
  warnings: LandWarning[];
  shiftM: number | null;
  areaWas: number | null;
  areaWill: number | null;
  was: Shape | null;
  will: Shape | null;
}

/** A feature refused before geometry processing. */
export interface RefusedFeature {
  label: string;
  fault: Text;
}

export interface ImportListener {
  onRemark?(remark: ImportRemark): void;
  onImported?(feature: ImportedFeature): void;
  onProgress?(report: ImportReport): void;
}

export interface ImportReport {
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  repaired: number;
  renamed: number;
  refused: number;
  /** Only when there are any. */
  warnings?: Partial<Record<LandWarning, number>>;
}

export function startReport(watch: ImportListener) {
  const report: ImportReport = {
    read: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    repaired: 0,
    renamed: 0,
    refused: 0,
  };
  return {
    report,
    remark(number: number, name: string, outcome: ImportRemark['outcome'], reason: Text) {
      report[outcome] += 1;
      watch.onRemark?.({ number, name, outcome, reason });
    },
    saved(
      done: { added: readonly string[]; changed: readonly string[] },
      features: readonly Omit<ImportedFeature, 'outcome'>[],
    ) {
      const [added, changed] = [new Set(done.added), new Set(done.changed)];
      for (const feature of features) {
        const { name } = feature;
        const outcome = added.has(name) ? 'added' : changed.has(name) ? 'changed' : 'unchanged';
        report[outcome] += 1;
        if (outcome !== 'unchanged')
          for (const each of feature.change?.warnings ?? [])
            report.warnings = { ...report.warnings, [each]: (report.warnings?.[each] ?? 0) + 1 };
        watch.onImported?.({ ...feature, outcome });
      }
      watch.onProgress?.(report);
    },
  };
}
