import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { LandWarning } from '../../domain/rules/land-warnings.ts';
import type { Geometry } from '../../engines/geometry/types.ts';
import type { FeatureChange } from '../../store/land/land-import-features.ts';
import { axesSwapped } from './formats/feature-fields.ts';

/** The pool (each batch is a transaction), or one transaction (each batch is a savepoint). */
export type ImportDb = Db & { begin<T>(work: (db: Db) => Promise<T>): Promise<T> };

/** Dependencies of an import. */
export interface ImportDependencies {
  pool: ImportDb;
  geometry: Geometry;
  newId(): string;
  now(): Date;
}

/** A feature that was repaired, renamed, refused or left out. */
export interface ImportRemark {
  number: number;
  name: string;
  plotNumber: string;
  outcome: 'repaired' | 'renamed' | 'refused' | 'left_out';
  reason: Text;
}

/** An imported feature. */
export interface ImportedFeature {
  number: number;
  /** Cadastral number; empty where there is none. */
  name: string;
  plotNumber: string;
  /** For plots only: was and will be. */
  change?: FeatureChange;
  outcome: 'added' | 'changed' | 'unchanged';
}

/** A feature that is not imported, as far as the file alone shows it. */
export interface UnusedFeature {
  outcome: 'refused' | 'left_out';
  name: string;
  plotNumber: string;
  reason: Text;
}

/** A plot that covers land of others. */
export interface OverlappingFeature {
  number: number;
  name: string;
  /** Plot numbers. */
  others: readonly string[];
}

export interface ImportListener {
  onRemark?(remark: ImportRemark): void;
  onImported?(feature: ImportedFeature): void;
  /** After the feature was imported. */
  onOverlap?(overlap: OverlappingFeature): void;
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
  left_out?: number;
  /** Features that would lie in the settlement with latitude and longitude exchanged, refused ones too. */
  swapped?: number;
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
  const count = (name: 'left_out' | 'swapped') => {
    report[name] = (report[name] ?? 0) + 1;
  };
  const warn = (warning: LandWarning) => {
    report.warnings = { ...report.warnings, [warning]: (report.warnings?.[warning] ?? 0) + 1 };
  };
  return {
    report,
    remark(remark: ImportRemark) {
      if (remark.outcome === 'left_out') count('left_out');
      else report[remark.outcome] += 1;
      if (remark.reason === axesSwapped) count('swapped');
      watch.onRemark?.(remark);
    },
    imported(feature: ImportedFeature) {
      report[feature.outcome] += 1;
      if (feature.outcome !== 'unchanged')
        for (const warning of feature.change?.warnings ?? []) {
          warn(warning);
          if (warning === 'swapped') count('swapped');
        }
      watch.onImported?.(feature);
    },
    overlaps(overlap: OverlappingFeature) {
      warn('overlaps');
      watch.onOverlap?.(overlap);
    },
    progress: () => watch.onProgress?.(report),
  };
}
