import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { Geometry } from '../../engines/geometry/types.ts';

/** The pool, each batch then being a transaction; or one transaction, each batch then being a part of it. */
export type ImportDb = Db & { begin<T>(work: (db: Db) => Promise<T>): Promise<T> };

/** What an import works with; the same in a command, in a job and in a test. */
export interface ImportTools {
  pool: ImportDb;
  geometry: Geometry;
  newId(): string;
  now(): Date;
}

/** One feature that did not come through as it was. */
export interface Remark {
  number: number;
  name: string;
  outcome: 'repaired' | 'renamed' | 'refused';
  reason: Text;
}

/** One feature that was taken in, and what it was to the register. */
export interface TakenFeature {
  number: number;
  name: string;
  /** Of a plot. */
  plotNumber?: string;
  outcome: 'added' | 'changed' | 'unchanged';
}

/** A feature that never reaches the engine. */
export interface RefusedFeature {
  label: string;
  fault: Text;
}

export interface Watch {
  onRemark?(remark: Remark): void;
  onTaken?(feature: TakenFeature): void;
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
}

export function startReport(watch: Watch) {
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
    remark(number: number, name: string, outcome: Remark['outcome'], reason: Text) {
      report[outcome] += 1;
      watch.onRemark?.({ number, name, outcome, reason });
    },
    saved(
      done: { added: readonly string[]; changed: readonly string[] },
      features: readonly Omit<TakenFeature, 'outcome'>[],
    ) {
      const [added, changed] = [new Set(done.added), new Set(done.changed)];
      for (const feature of features) {
        const { name } = feature;
        const outcome = added.has(name) ? 'added' : changed.has(name) ? 'changed' : 'unchanged';
        report[outcome] += 1;
        watch.onTaken?.({ ...feature, outcome });
      }
      watch.onProgress?.(report);
    },
  };
}
