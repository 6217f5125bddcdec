import { createHash } from 'node:crypto';
import type { AppliedMigration } from '../../store/system/backup.ts';

/** The first chunk. */
export interface Manifest {
  format: 2;
  madeAt: string;
  migrations: AppliedMigration[];
  tables: number;
  files: number;
}

/** Rows of a table and a digest of them that does not depend on their order. */
export interface TableSum {
  rows: number;
  digest: string;
}

/** The last chunk. */
export interface Trailer {
  tables: Record<string, TableSum>;
  files: number;
  /** Files that rows refer to and the store did not have, or had with other content. */
  missing: FileList;
  damaged: FileList;
}

export interface FileList {
  count: number;
  /** The first of them. */
  hashes: string[];
}

export const maxListedFiles = 100;

export function addToList(list: FileList, hash: string): void {
  list.count += 1;
  if (list.hashes.length < maxListedFiles) list.hashes.push(hash);
}

export type BackupProgress = (done: number, all: number, what: string) => void;

/** Sums up rows as they pass by. */
export class RowSummer {
  rows = 0;
  #digest = 0n;

  add(rows: readonly string[]): void {
    this.rows += rows.length;
    let sum = this.#digest;
    for (const row of rows) sum += createHash('sha256').update(row).digest().readBigUInt64BE();
    this.#digest = BigInt.asUintN(64, sum);
  }

  get sum(): TableSum {
    return { rows: this.rows, digest: this.#digest.toString(16).padStart(16, '0') };
  }
}

export const countRows = (tables: Readonly<Record<string, TableSum>>) =>
  Object.values(tables).reduce((all, { rows }) => all + rows, 0);
