import { hash } from 'node:crypto';
import type { Db, Pool, Transaction } from '../../base/db/connect.ts';
import type { Caller } from '../../domain/kernel/caller.ts';
import { isBoundedImport, mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { findAccount } from '../../store/accounts/accounts.ts';
import { findLandBox } from '../../store/land/land-import.ts';
import {
  type Checked,
  failImport,
  findWaitingImport,
  finishImport,
  saveCheck,
  saveProgress,
  saveUnreadable,
  type WaitingImport,
} from '../../store/land/land-imports.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { pageLimits } from './formats/limits.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import type { LandFeature } from './land-feature.ts';
import { readLandApart } from './land-reader.ts';
import type { ImportReport, ImportTools } from './report.ts';
import { collectFeatures, TakenBack, takeIn } from './take-in.ts';

type RunTools = Omit<ImportTools, 'pool'> & { pool: Pool };

/** Days for which the result of an import stays readable. */
const keptDays = 7;
const progressMilliseconds = 500;

/**
 * Runs an import uploaded on a page. A check imports the file and rolls back, so that the preview is exact. Applying
 * imports again and commits only if every feature has the outcome that was shown.
 */
export async function runLandImport(id: string, tools: RunTools): Promise<void> {
  const { pool } = tools;
  const wanted = await findWaitingImport(pool, id);
  if (wanted === undefined) return;
  let checked: Checked | undefined;
  try {
    const features = await readWhole(wanted);
    // The job may have waited in the queue: permissions are checked again.
    if (wanted.state === 'applying' && !(await mayStillApply(pool, wanted))) return failImport(pool, id);
    await pool.begin(async (db) => {
      checked = await check(wanted, features, db, tools);
      if (wanted.state !== 'applying' || checked.outcome !== wanted.outcome) throw new TakenBack();
      await recordDecision(
        { db, caller: { accountId: wanted.accountId }, now: tools.now, newId: tools.newId },
        {
          action: 'import_land',
          subject: { type: 'settlement', id: wanted.settlementId },
          settlementId: wanted.settlementId,
          after: { kind: wanted.kind, file: wanted.fileName, ...checked.report },
        },
      );
      await finishImport(db, id, new Date(tools.now().getTime() + keptDays * 86_400_000));
    });
  } catch (error) {
    if (error instanceof UnreadableFile) return saveUnreadable(pool, id, error.text);
    if (!(error instanceof TakenBack) || checked === undefined) throw error;
    const found = checked;
    await pool.begin((db) => saveCheck(db, id, found, wanted.state === 'applying'));
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
  return isBounded || !isBoundedImport({ isModerator });
}

/** Before the transaction, so that no locks are held while reading; page uploads fit into memory. */
async function readWhole({ file, system, parameters }: WaitingImport): Promise<LandFeature[]> {
  const features: LandFeature[] = [];
  const land = { chunks: [file], system, parameters, limits: pageLimits };
  for await (const feature of readLandApart(land)) features.push(feature);
  return features;
}

/** Imports in the given transaction and collects the outcome of each feature. */
async function check(
  wanted: WaitingImport,
  features: readonly LandFeature[],
  db: Transaction,
  tools: RunTools,
): Promise<Checked> {
  const { settlementId, isBounded, kind } = wanted;
  const found = collectFeatures();
  const report = await takeIn(
    {
      kind,
      settlementId,
      features,
      ...(isBounded && { bounds: { settlementId, around: await findLandBox(db, settlementId) } }),
    },
    db,
    tools,
    { ...found, onProgress: tellProgress(wanted.id, tools) },
  );
  const listed = found.list();
  return { report, features: listed, outcome: hash('sha256', JSON.stringify(listed), 'base64url') };
}

/** Saves progress for the page, outside the transaction and throttled. */
function tellProgress(id: string, { pool }: RunTools): (report: ImportReport) => void {
  let last = Date.now();
  return ({ read }) => {
    if (Date.now() - last < progressMilliseconds) return;
    last = Date.now();
    saveProgress(pool, id, read).catch(() => {});
  };
}
