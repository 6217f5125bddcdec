import { hash } from 'node:crypto';
import type { Db, Pool, Transaction } from '../../base/db/connect.ts';
import type { Caller } from '../../domain/kernel/caller.ts';
import { isImportLimitedToOwnLand, mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { namesRows, type TableSheet } from '../../domain/rules/land-columns.ts';
import { findAccount } from '../../store/accounts/accounts.ts';
import { findLandBox } from '../../store/land/land-import.ts';
import { noteLandChanges } from '../../store/land/land-import-rows.ts';
import {
  askForColumns,
  failImport,
  findWaitingImport,
  finishImport,
  type ImportCheck,
  markImportUnreadable,
  saveImportCheck,
  saveImportProgress,
  type WaitingImport,
} from '../../store/land/land-imports.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { findSettlement } from '../loaders/memberships.ts';
import { pageLimits } from './formats/limits.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import { findSurroundings } from './import-bounds.ts';
import type { ImportDependencies, ImportReport } from './import-report.ts';
import { collectOutcomes, ImportRollback, importInTransaction } from './import-transaction.ts';
import type { LandFeature } from './land-feature.ts';
import { readLandInWorker } from './land-reader.ts';

type JobDependencies = Omit<ImportDependencies, 'pool'> & { pool: Pool };

const progressIntervalMs = 500;

/**
 * Runs an import uploaded on a page. A check imports the file and rolls back, so that the preview is exact. Applying
 * imports again and commits only if every feature has the outcome that was shown.
 */
export async function runLandImport(id: string, tools: JobDependencies): Promise<void> {
  const { pool } = tools;
  const wanted = await findWaitingImport(pool, id);
  if (wanted === undefined) return;
  let checked: ImportCheck | undefined;
  try {
    const { features, sheet } = await readAllFeatures(wanted);
    if (sheet !== null && !namesRows(sheet.columns.map(({ meaning }) => meaning)))
      return askForColumns(pool, id, sheet);
    // The job may have waited in the queue: permissions are checked again.
    if (wanted.state === 'applying' && !(await mayStillApply(pool, wanted))) return failImport(pool, id);
    await pool.begin(async (db) => {
      if (wanted.state === 'applying') await noteLandChanges(db, wanted.id);
      checked = { sheet, ...(await importAndCollect(wanted, features, db, tools)) };
      if (wanted.state !== 'applying' || checked.outcome !== wanted.outcome) throw new ImportRollback();
      await recordDecision(
        { db, caller: { accountId: wanted.accountId }, now: tools.now, newId: tools.newId },
        {
          action: 'import_land',
          subject: { type: 'settlement', id: wanted.settlementId },
          settlementId: wanted.settlementId,
          after: { kind: wanted.kind, file: wanted.fileName, ...checked.report },
        },
      );
      await finishImport(db, id, tools.now());
    });
  } catch (error) {
    if (error instanceof UnreadableFile) return markImportUnreadable(pool, id, error.text);
    if (!(error instanceof ImportRollback) || checked === undefined) throw error;
    const found = checked;
    await pool.begin((db) => saveImportCheck(db, id, found, wanted.state === 'applying'));
  }
}

async function mayStillApply(
  db: Db,
  { accountId, settlementId, isBounded }: WaitingImport,
): Promise<boolean> {
  const account = await findAccount(db, accountId);
  if (account === undefined) return false;
  const isModerator = account.platformRole === 'moderator';
  const caller: Caller = { accountId, isModerator, scopes: new Set(), via: 'session' };
  const settlement = await findSettlement(db, settlementId, caller);
  if (settlement === undefined || mayDrawBoundary(settlement.settlementRole, isModerator) !== true)
    return false;
  return isBounded || !isImportLimitedToOwnLand({ isModerator });
}

/** Before the transaction, so that no locks are held while reading; page uploads fit into memory. */
async function readAllFeatures({
  file,
  system,
  parameters,
  kind,
  columns,
  isSwapped,
}: WaitingImport): Promise<{ features: LandFeature[]; sheet: TableSheet | null }> {
  const features: LandFeature[] = [];
  const found: { sheet: TableSheet | null } = { sheet: null };
  const land = {
    ...{ chunks: [file], system, parameters, limits: pageLimits, columns, isSwapped },
    isBuildings: kind === 'buildings',
    onSheet: (sheet: TableSheet) => {
      found.sheet = sheet;
    },
  };
  for await (const feature of readLandInWorker(land)) features.push(feature);
  return { features, ...found };
}

/** Imports in the given transaction and collects the outcome of each feature. */
async function importAndCollect(
  wanted: WaitingImport,
  features: readonly LandFeature[],
  db: Transaction,
  tools: JobDependencies,
): Promise<Omit<ImportCheck, 'sheet'>> {
  const { settlementId, isBounded, kind, leftOut } = wanted;
  const found = collectOutcomes();
  const around = await findLandBox(db, settlementId);
  const report = await importInTransaction(
    {
      kind,
      settlementId,
      features,
      ...(isBounded && { bounds: { settlementId, around } }),
      surroundings: findSurroundings(around),
      leftOut: new Set(leftOut),
    },
    db,
    tools,
    { ...found, onProgress: createProgressListener(wanted.id, tools) },
  );
  const listed = found.list();
  return { report, features: listed, outcome: hash('sha256', JSON.stringify(listed), 'base64url') };
}

/** Saves progress for the page, outside the transaction and throttled. */
function createProgressListener(id: string, { pool }: JobDependencies): (report: ImportReport) => void {
  let last = Date.now();
  return ({ read }) => {
    if (Date.now() - last < progressIntervalMs) return;
    last = Date.now();
    saveImportProgress(pool, id, read).catch(() => {});
  };
}
