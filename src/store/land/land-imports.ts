import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import { isId } from '../../domain/kernel/identifier.ts';
import type {
  FeatureFilter,
  FeatureOutcome,
  ImportKind,
  ImportState,
} from '../../domain/rules/land-import-states.ts';
import { type LandWarning, rankWarnings } from '../../domain/rules/land-warnings.ts';
import type { Shape } from '../../engines/geometry/types.ts';

export interface ImportCounts {
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  repaired: number;
  renamed: number;
  refused: number;
  /** Absent in reports of older versions. */
  warnings?: Partial<Record<LandWarning, number>>;
}

export interface FeatureChange {
  warnings: LandWarning[];
  shiftM: number | null;
  areaWas: number | null;
  areaWill: number | null;
  was: Shape | null;
  will: Shape | null;
}

export interface CheckedFeature {
  number: number;
  name: string;
  plotNumber: string;
  outcome: FeatureOutcome;
  remark: 'repaired' | 'renamed' | null;
  reason: Text | null;
  /** Was and will be; null where nothing changes. */
  change: FeatureChange | null;
}

/** As listed: `place` is its position, the worst first. */
export interface ListedFeature extends Omit<CheckedFeature, 'change'>, FeatureChange {
  place: number;
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
      select id from land_import where account_id = ${given.accountId} and state <> 'applied' and state <> 'applying'
       order by id desc offset ${maxImportsPerAccount - 1})`;
  await db`
    insert into land_import (id, settlement_id, account_id, kind, is_bounded, file_name, file, system, parameters, state,
                             created_at, expires_at)
    values (${given.id}, ${given.settlementId}, ${given.accountId}, ${given.kind}, ${given.isBounded}, ${given.fileName},
            ${given.file}, ${given.system}, ${given.parameters}, 'checking', ${given.createdAt}, ${given.expiresAt})`;
}

export interface WaitingImport extends Omit<NewImport, 'createdAt' | 'expiresAt'> {
  state: 'checking' | 'applying';
  outcome: string | null;
}

/** Only imports that a worker has to process. */
export async function findWaitingImport(db: Db, id: string): Promise<WaitingImport | undefined> {
  const [row] = await db<WaitingImport[]>`
    select i.id, s.id as "settlementId", a.id as "accountId", i.kind, i.is_bounded as "isBounded",
           i.file_name as "fileName", i.file, i.system, i.parameters, i.state, i.outcome
      from land_import i join settlement s on s.id = i.settlement_id join account a on a.id = i.account_id
     where i.id = ${id} and i.state in ('checking', 'applying') and i.file is not null`;
  return row;
}

export async function saveImportProgress(db: Db, id: string, read: number): Promise<void> {
  await db`update land_import set read_count = ${read} where id = ${id}`;
}

export interface ImportCheck {
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
  await db`delete from land_import_feature where import_id = ${id}`;
  await db`
    insert into land_import_feature (import_id, number, name, plot_number, outcome, remark, reason, place, warnings, shift_m,
                                     area_was, area_will, was, will)
    select ${id}, f.number, f.name, f."plotNumber", f.outcome, f.remark, f.reason, f.place, coalesce(f.warnings, '{}'),
           f."shiftM", f."areaWas", f."areaWill", nullif(f.was, 'null'), nullif(f.will, 'null')
      from jsonb_to_recordset(${db.json(rankFeatures(checked.features) as never)}) as f (
        number integer, name text, "plotNumber" text, outcome text, remark text, reason jsonb, place integer, warnings text[],
        "shiftM" double precision, "areaWas" double precision, "areaWill" double precision, was jsonb, will jsonb)`;
  await db`
    update land_import set state = 'checked', report = ${db.json(checked.report as never)}, outcome = ${checked.outcome},
           has_moved = ${hasMoved}, read_count = ${checked.report.read}
     where id = ${id}`;
}

/** The worst first, then in the order of the file. */
function rankFeatures(features: readonly CheckedFeature[]) {
  const rank = ({ change }: CheckedFeature) => rankWarnings(change?.warnings ?? []);
  const further = ({ change }: CheckedFeature) => change?.shiftM ?? 0;
  return [...features]
    .sort((a, b) => rank(a) - rank(b) || further(b) - further(a) || a.number - b.number)
    .map(({ change, ...feature }, index) => ({ ...feature, ...change, place: index + 1 }));
}

export async function markImportUnreadable(db: Db, id: string, fault: Text): Promise<void> {
  await db`update land_import set state = 'unreadable', fault = ${db.json(fault as never)}, file = null where id = ${id}`;
}

export async function failImport(db: Db, id: string): Promise<void> {
  await db`update land_import set state = 'failed', file = null where id = ${id} and state in ('checking', 'applying')`;
}

/** Call in the transaction that applies the import. */
export async function finishImport(db: Db, id: string, now: Date): Promise<void> {
  await db`
    update land_import set state = 'applied', file = null, applied_at = ${now}, expires_at = ${now}::timestamptz + interval '100 years'
     where id = ${id}`;
}

export interface LandImport {
  id: string;
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
}

export async function findImport(
  db: Db,
  settlementId: string,
  id: string,
  now: Date,
): Promise<LandImport | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db<LandImport[]>`
    select id, kind, file_name as "fileName", state, read_count as "readCount", report, fault, has_moved as "hasMoved",
           outcome, created_at as "createdAt", applied_at as "appliedAt",
           account_id is null as "isByCommand"
      from land_import where id = ${id} and settlement_id = ${settlementId} and expires_at > ${now}`;
  return row;
}

/** Latest first, without features. */
export async function listImports(
  db: Db,
  settlementId: string,
  now: Date,
  limit: number,
): Promise<LandImport[]> {
  return db<LandImport[]>`
    select id, kind, file_name as "fileName", state, read_count as "readCount", report, fault, has_moved as "hasMoved",
           outcome, created_at as "createdAt", applied_at as "appliedAt",
           account_id is null as "isByCommand"
      from land_import where settlement_id = ${settlementId} and expires_at > ${now} order by id desc limit ${limit}`;
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

/** The worst first, after this place. */
export async function listImportFeatures(
  db: Db,
  id: string,
  { only, after, limit }: { only: FeatureFilter | null; after: number; limit: number },
): Promise<ListedFeature[]> {
  return db<ListedFeature[]>`
    select place, number, name, plot_number as "plotNumber", outcome, remark, reason, warnings, shift_m as "shiftM",
           area_was as "areaWas", area_will as "areaWill", was, will
      from land_import_feature
     where import_id = ${id} and place > ${after}
       and (${only}::text is null or outcome = ${only} or remark = ${only}
            or (${only}::text = 'warned' and cardinality(warnings) > 0))
     order by place limit ${limit}`;
}
