import { hash } from 'node:crypto';
import type { Pool, Transaction } from '../db/connect.ts';
import { findLandBox } from '../store/land/land-import.ts';
import {
  type Checked,
  type CheckedFeature,
  findWaitingImport,
  finishImport,
  saveCheck,
  saveProgress,
  saveUnreadable,
  type WaitingImport,
} from '../store/land/land-imports.ts';
import { recordDecision } from '../store/system/audit.ts';
import { importBuildings } from './buildings.ts';
import { readLandFile } from './formats/land-file.ts';
import { importParcels } from './parcels.ts';
import type { ImportReport, ImportTools, Watch } from './report.ts';
import { UnreadableFile } from './unreadable-file.ts';

type RunTools = Omit<ImportTools, 'pool'> & { pool: Pool };

/** How long what was taken in can be read afterwards. */
const keptDays = 7;
const progressMilliseconds = 500;

/** Ends a transaction of which nothing is to stay. */
class TakenBack extends Error {}

/**
 * A file from a page. Checking it is taking it in and taking that back, so that what is shown is what would happen. Taking
 * it in for good is the same once more, and stays only when every feature comes out as it was shown.
 */
export async function runLandImport(id: string, tools: RunTools): Promise<void> {
  const { pool } = tools;
  const wanted = await findWaitingImport(pool, id);
  if (wanted === undefined) return;
  let checked: Checked | undefined;
  try {
    await pool.begin(async (db) => {
      checked = await takeIn(wanted, db, tools);
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

/** All of it in the transaction at hand. */
async function takeIn(wanted: WaitingImport, db: Transaction, tools: RunTools): Promise<Checked> {
  const { settlementId, kind } = wanted;
  const features = new Map<number, CheckedFeature>();
  const watch = { ...collectInto(features), onProgress: tellProgress(wanted.id, tools) };
  const inOne = Object.assign(db, {
    begin: <T>(work: (part: Transaction) => Promise<T>) => db.savepoint(work),
  });
  const parts = { ...tools, pool: inOne };
  const bounds = wanted.isBounded
    ? { bounds: { settlementId, around: await findLandBox(db, settlementId) } }
    : {};
  const file = readLandFile({ ...wanted, bytes: wanted.file });
  const report =
    kind === 'buildings'
      ? await importBuildings(parts, file, bounds, watch)
      : await importParcels(
          parts,
          file,
          { settlementId: kind === 'plots' ? settlementId : null, ...bounds },
          watch,
        );
  const list = [...features.values()].sort((a, b) => a.number - b.number);
  return { report, features: list, outcome: hash('sha256', JSON.stringify(list), 'base64url') };
}

/** What is said of a feature, and what became of it, in one. */
function collectInto(features: Map<number, CheckedFeature>): Watch {
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
  };
}

/** Seen on the page by whoever opens it meanwhile; beside the transaction, and not more often than anybody looks. */
function tellProgress(id: string, { pool }: RunTools): (report: ImportReport) => void {
  let last = Date.now();
  return ({ read }) => {
    if (Date.now() - last < progressMilliseconds) return;
    last = Date.now();
    saveProgress(pool, id, read).catch(() => {});
  };
}
