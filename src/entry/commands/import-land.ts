import { GeometryBusy, GeometryFailure } from '../../engines/geometry/engine.ts';
import { findParameterFault, parseSystem } from '../../features/land-import/formats/coordinate-systems.ts';
import { commandLimits } from '../../features/land-import/formats/limits.ts';
import { UnreadableFile } from '../../features/land-import/formats/unreadable-file.ts';
import type { ImportListener, ImportRemark, ImportReport } from '../../features/land-import/import-report.ts';
import {
  collectOutcomes,
  ImportRollback,
  importInTransaction,
  type LandImportInput,
} from '../../features/land-import/import-transaction.ts';
import { readLandInWorker } from '../../features/land-import/land-reader.ts';
import { describeImportPlace, undoImport } from '../../features/land-import/undo-import.ts';
import {
  findAnyImport,
  finishCommandImport,
  insertCommandImport,
  lockImport,
} from '../../store/land/command-imports.ts';
import { noteLandChanges } from '../../store/land/land-import-rows.ts';
import type { CheckedFeature } from '../../store/land/land-imports.ts';
import { recordDecision } from '../../store/system/audit.ts';
import type { AppSession } from './app-session.ts';
import { type CommandArguments, CommandError, UsageError } from './command.ts';
import { openInput } from './input-file.ts';
import { createProgress, type ProgressOutput } from './progress.ts';

type ImportSession = { app: Pick<AppSession['app'], 'kernelDependencies' | 'services'> } & {
  database: Pick<AppSession['database'], 'pool'>;
};

export interface ImportOutput {
  /** The totals as JSON. */
  out: ProgressOutput;
  /** Messages about features, and progress. */
  err: ProgressOutput;
}

/**
 * Imports the file in one transaction and reports the outcome of its features. What it changed is kept, so that it can
 * be taken back. Resolves to the exit code.
 */
export async function importLand(
  { app, database }: ImportSession,
  given: CommandArguments,
  title: string,
  land: Omit<LandImportInput, 'features'>,
  { out, err }: ImportOutput = { out: process.stdout, err: process.stderr },
): Promise<number> {
  const isDryRun = given.flag('dry-run');
  const system = requireCoordinateSystem(given);
  const { chunks, bytes, name: fileName } = await openInput(given);
  const progress = createProgress(title, err);
  let passed = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      passed += chunk.length;
      yield chunk;
    }
  }
  const found = collectOutcomes();
  const watch: ImportListener = {
    ...(isDryRun ? found : { onRemark: (remark) => err.write(`${formatRemark(remark)}\n`) }),
    onProgress: ({ read }) => progress.update(passed, bytes ?? passed, `bytes, ${read} features`),
  };
  const { now, newId } = app.kernelDependencies;
  const tools = { geometry: app.services.geometry, now, newId };
  const file = { chunks: counted(), ...system, limits: commandLimits };
  let report: ImportReport | undefined;
  const id = newId();
  const handle: { import?: string } = {};
  try {
    await database.pool.begin(async (db) => {
      const { kind, settlementId } = land;
      await insertCommandImport(db, { id, kind, settlementId, fileName, ...system, now: now() });
      await noteLandChanges(db, id);
      report = await importInTransaction({ ...land, features: readLandInWorker(file) }, db, tools, watch);
      if (isDryRun) throw new ImportRollback();
      if (!(await finishCommandImport(db, id, report, now()))) return;
      handle.import = id;
      await recordDecision(
        { db, caller: { accountId: null }, now, newId },
        {
          action: 'import_land',
          ...describeImportPlace(settlementId),
          after: { kind, file: fileName, ...report },
        },
      );
    });
  } catch (error) {
    if (!(error instanceof ImportRollback)) {
      progress.end('nothing was taken in');
      throw explainImportFailure(error);
    }
  }
  if (report === undefined) throw new CommandError('Nothing was taken in.');
  if (isDryRun) for (const feature of found.list()) err.write(`${formatFeature(feature)}\n`);
  const counts = `${report.added} added, ${report.changed} changed, ${report.renamed} renamed, ${report.refused} refused`;
  progress.end(`${report.read} read, ${isDryRun ? 'nothing written; it would be ' : ''}${counts}`);
  out.write(`${JSON.stringify({ ...(isDryRun && { dry_run: true }), ...report, ...handle })}\n`);
  return report.read > 0 && report.refused === report.read ? 1 : 0;
}

/** Undoes an import of a settlement or of none. */
export async function undoByCommand(
  { database: { pool }, now, newId }: { database: ImportSession['database']; now(): Date; newId(): string },
  id: string,
): Promise<void> {
  const missing = () => {
    throw new CommandError(`There is no import ${id}.`);
  };
  await pool.begin(async (db) => {
    const { settlementId } = (await findAnyImport(db, id)) ?? missing();
    const context = { db, caller: { accountId: null }, now, newId };
    const inTheWay = await undoImport(context, settlementId, async () => {
      await lockImport(db, id);
      return (await findAnyImport(db, id)) ?? missing();
    });
    if (inTheWay !== null) throw new CommandError(inTheWay.en);
  });
}

function requireCoordinateSystem(given: CommandArguments): { system: string; parameters: string } {
  const wanted = given.option('crs') ?? 'auto';
  const read = parseSystem(wanted);
  if (read === null) throw new UsageError(`--crs: there is no coordinate system ${wanted}.`);
  const fault = read.system === 'own' ? findParameterFault(read.parameters) : null;
  if (fault !== null) throw new UsageError(`--crs: ${fault.en}`);
  return read;
}

function explainImportFailure(error: unknown): unknown {
  if (error instanceof UnreadableFile) return new CommandError(`${error.message} Nothing was taken in.`);
  if (error instanceof GeometryFailure || error instanceof GeometryBusy)
    return new CommandError(`An outline could not be worked out: ${error.message} Nothing was taken in.`);
  return error;
}

const formatRemark = ({ number, name, outcome, reason }: ImportRemark) =>
  `${formatFeatureLabel(number, name)}: ${outcome}: ${reason.en}`;

function formatFeature({ number, name, plotNumber, outcome, remark, reason }: CheckedFeature): string {
  const parts = [outcome, plotNumber && `plot ${plotNumber}`, remark, reason?.en].filter(Boolean);
  return `${formatFeatureLabel(number, name)}: ${parts.join(': ')}`;
}

const formatFeatureLabel = (number: number, name: string) =>
  `feature ${number}${name === '' ? '' : ` (${name})`}`;
