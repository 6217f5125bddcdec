import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import { isId } from '../../domain/kernel/identifier.ts';
import type { ColumnMeaning, TableSheet } from '../../domain/rules/land-columns.ts';
import type { ImportKind, ImportState } from '../../domain/rules/land-import-states.ts';
import type { LandWarning } from '../../domain/rules/land-warnings.ts';
import { type CheckedFeature, replaceImportFeatures } from './land-import-features.ts';

export interface ImportCounts {
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  repaired: number;
  renamed: number;
  refused: number;
  left_out?: number;
  swapped?: number;
  /** Absent in reports of older versions. */
  warnings?: Partial<Record<LandWarning, number>>;
}

export interface NewImport {
  id: string;
  settlementId: string;
  accountId: string;
  kind: ImportKind;
  isBounded: boolean;
  fileName: string;
  file: Buffer;
  system: string;
  parameters: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Imports kept per account; older ones that were not applied are deleted. */
const maxImportsPerAccount = 5;

export async function insertImport(db: Db, given: NewImport): Promise<void> {
  await db`
    delete from land_import where id in (
      select i.id from land_import i where i.account_id = ${given.accountId} and i.state <> 'applied' and i.state <> 'applying'
         and not exists (select 1 from board_motion m where m.land_import_id = i.id and m.answer is null)
       order by i.id desc offset ${maxImportsPerAccount - 1})`;
  await db`
    insert into land_import (id, settlement_id, account_id, kind, is_bounded, file_name, file, system, parameters, state,
                             created_at, expires_at)
    values (${given.id}, ${given.settlementId}, ${given.accountId}, ${given.kind}, ${given.isBounded}, ${given.fileName},
            ${given.file}, ${given.system}, ${given.parameters}, 'checking', ${given.createdAt}, ${given.expiresAt})`;
}

export interface WaitingImport extends Omit<NewImport, 'createdAt' | 'expiresAt'> {
  state: 'checking' | 'applying';
  outcome: string | null;
  /** Null: guessed. */
  columns: ColumnMeaning[] | null;
  /** Numbers of features. */
  leftOut: number[];
  isSwapped: boolean;
}

/** Only imports that a worker has to process. */
export async function findWaitingImport(db: Db, id: string): Promise<WaitingImport | undefined> {
  const [row] = await db<WaitingImport[]>`
    select i.id, s.id as "settlementId", a.id as "accountId", i.kind, i.is_bounded as "isBounded",
           i.file_name as "fileName", i.file, i.system, i.parameters, i.state, i.outcome, i.columns, i.left_out as "leftOut",
           i.is_swapped as "isSwapped"
      from land_import i join settlement s on s.id = i.settlement_id join account a on a.id = i.account_id
     where i.id = ${id} and i.state in ('checking', 'applying') and i.file is not null`;
  return row;
}

export async function saveImportProgress(db: Db, id: string, read: number): Promise<void> {
  await db`update land_import set read_count = ${read} where id = ${id}`;
}

export interface ImportCheck {
  /** Of a table. */
  sheet: TableSheet | null;
  report: ImportCounts;
  features: readonly CheckedFeature[];
  outcome: string;
}

/** Stores the dry run. `hasMoved`: the data changed before the import was applied, so the result is different. */
export async function saveImportCheck(
  db: Db,
  id: string,
  checked: ImportCheck,
  hasMoved: boolean,
): Promise<void> {
  await replaceImportFeatures(db, id, checked.features);
  await db`
    update land_import set state = 'checked', sheet = ${checked.sheet && db.json(checked.sheet as never)}, report = ${db.json(checked.report as never)}, outcome = ${checked.outcome},
           has_moved = ${hasMoved}, read_count = ${checked.report.read}
     where id = ${id}`;
}

/** A table whose columns somebody has to name. */
export async function askForColumns(db: Db, id: string, sheet: TableSheet): Promise<void> {
  await db`update land_import set state = 'columns', sheet = ${db.json(sheet as never)} where id = ${id}`;
}

export interface ImportChoices {
  /** Undefined: as they are. */
  columns?: readonly ColumnMeaning[] | undefined;
  /** Of the features that were shown, those to leave out. */
  rows?: { shown: readonly number[]; leftOut: readonly number[] } | undefined;
  isSwapped?: boolean | undefined;
  expiresAt: Date;
}

/** Has the file checked again; false when it is not waiting for a decision. */
export async function recheckImport(
  db: Db,
  id: string,
  { columns, rows, isSwapped, expiresAt }: ImportChoices,
): Promise<boolean> {
  const [shown, leftOut] = [[...(rows?.shown ?? [])], [...(rows?.leftOut ?? [])]];
  const changed = await db`
    update land_import set state = 'checking', read_count = 0, has_moved = false,
           columns = coalesce(${columns ? [...columns] : null}::text[], columns),
           is_swapped = coalesce(${isSwapped ?? null}::boolean, is_swapped),
           left_out = array(select n from unnest(left_out) n where n <> all(${shown}::integer[])
                            union select unnest(${leftOut}::integer[]) order by 1),
           expires_at = greatest(expires_at, ${expiresAt})
     where id = ${id} and state in ('checked', 'columns') returning 1`;
  return changed.length > 0;
}

export async function markImportUnreadable(db: Db, id: string, fault: Text): Promise<void> {
  await db`update land_import set state = 'unreadable', fault = ${db.json(fault as never)}, file = null, sheet = null where id = ${id}`;
}

export async function failImport(db: Db, id: string): Promise<void> {
  await db`update land_import set state = 'failed', file = null, sheet = null where id = ${id} and state in ('checking', 'applying')`;
}

/** Call in the transaction that applies the import. */
export async function finishImport(db: Db, id: string, now: Date): Promise<void> {
  await db`
    update land_import set state = 'applied', file = null, sheet = null, applied_at = ${now}, expires_at = ${now}::timestamptz + interval '100 years'
     where id = ${id}`;
}

export interface LandImport {
  id: string;
  /** Null: of land or buildings, by the command line. */
  settlementId: string | null;
  kind: ImportKind;
  fileName: string;
  state: ImportState;
  readCount: number;
  report: ImportCounts | null;
  fault: Text | null;
  hasMoved: boolean;
  /** Digest of the outcome of all features, once checked. */
  outcome: string | null;
  createdAt: Date;
  /** Null: not taken in, or before what it changed was kept. */
  appliedAt: Date | null;
  /** By the command line: its features were not kept. */
  isByCommand: boolean;
  isSwapped: boolean;
}

/** `sheet`: of a table that was not taken in yet. */
export type ImportWithSheet = LandImport & { sheet: TableSheet | null; leftOut: number[] };

export async function findImport(
  db: Db,
  settlementId: string,
  id: string,
  now: Date,
): Promise<ImportWithSheet | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db<ImportWithSheet[]>`
    select ${importColumns(db)}, sheet, left_out as "leftOut" from land_import
     where id = ${id} and settlement_id = ${settlementId} and expires_at > ${now}`;
  return row;
}

/** The latest table that waits for a decision. */
export async function findWaitingTable(
  db: Db,
  settlementId: string,
  now: Date,
): Promise<ImportWithSheet | undefined> {
  const [row] = await db<ImportWithSheet[]>`
    select ${importColumns(db)}, sheet, left_out as "leftOut" from land_import
     where settlement_id = ${settlementId} and expires_at > ${now} and sheet is not null
       and state in ('columns', 'checked') order by id desc limit 1`;
  return row;
}

export const importColumns = (db: Db) => db`
  id, settlement_id as "settlementId", kind, file_name as "fileName", state, read_count as "readCount", report, fault,
  has_moved as "hasMoved", outcome, created_at as "createdAt", applied_at as "appliedAt", account_id is null as "isByCommand",
  is_swapped as "isSwapped"`;

/** A file that waits for a second member of the board is there as long as it waits. */
export async function keepImportUntil(db: Db, id: string, until: Date): Promise<void> {
  await db`update land_import set expires_at = greatest(expires_at, ${until}) where id = ${id}`;
}

/** Latest first, without features. */
export async function listImports(
  db: Db,
  settlementId: string,
  now: Date,
  { before, limit }: { before: string | null; limit: number },
): Promise<LandImport[]> {
  return db<LandImport[]>`
    select ${importColumns(db)} from land_import where settlement_id = ${settlementId} and expires_at > ${now}
       and (${before}::bigint is null or id < ${before}) order by id desc limit ${limit}`;
}

/**
 * Moves the import from checked to applying; false when it is stale. It then belongs to this account with its limits:
 * if another account checked it with wider ones, the outcome differs and it is shown again.
 */
export async function startApplyingImport(
  db: Db,
  settlementId: string,
  shown: { id: string; outcome: string },
  by: Pick<NewImport, 'accountId' | 'isBounded'>,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    update land_import set state = 'applying', read_count = 0, account_id = ${by.accountId}, is_bounded = ${by.isBounded}
     where id = ${shown.id} and settlement_id = ${settlementId} and state = 'checked' and outcome = ${shown.outcome}
       and expires_at > ${now} returning 1`;
  return rows.length > 0;
}
