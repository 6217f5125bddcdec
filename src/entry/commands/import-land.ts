import { type LandWarning, landWarnings } from '../../domain/rules/land-warnings.ts';
import { GeometryBusy, GeometryFailure } from '../../engines/geometry/engine.ts';
import { findParameterFault, parseSystem } from '../../features/land-import/formats/coordinate-systems.ts';
import { commandLimits } from '../../features/land-import/formats/limits.ts';
import { UnreadableFile } from '../../features/land-import/formats/unreadable-file.ts';
import { findSurroundings } from '../../features/land-import/import-bounds.ts';
import type { ImportListener, ImportRemark, ImportReport } from '../../features/land-import/import-report.ts';
import {
  collectOutcomes,
  ImportRollback,
  importInTransaction,
  type LandImportInput,
} from '../../features/land-import/import-transaction.ts';
import { readLandInWorker } from '../../features/land-import/land-reader.ts';
import { describeImportPlace, undoImport } from '../../features/land-import/undo-import.ts';
import { warningTexts } from '../../features/land-import/warning-texts.ts';
import {
  findAnyImport,
  finishCommandImport,
  insertCommandImport,
  lockImport,
} from '../../store/land/command-imports.ts';
import { findLandBox } from '../../store/land/land-import.ts';
import type { CheckedFeature } from '../../store/land/land-import-features.ts';
import { noteLandChanges } from '../../store/land/land-import-rows.ts';
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
  const isSwapped = given.flag('swap-axes');
  const accepted = requireAccepted(given);
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
    ...(isDryRun ? found : printAsTheyCome((line) => err.write(`${line}\n`))),
    onProgress: ({ read }) => progress.update(passed, bytes ?? passed, `bytes, ${read} features`),
  };
  const { now, newId } = app.kernelDependencies;
  const tools = { geometry: app.services.geometry, now, newId };
  const isBuildings = land.kind === 'buildings';
  const file = { chunks: counted(), ...system, isSwapped, isBuildings, limits: commandLimits };
  let report: ImportReport | undefined;
  const id = newId();
  const handle: { import?: string } = {};
  try {
    await database.pool.begin(async (db) => {
      const { kind, settlementId } = land;
      await insertCommandImport(db, { id, kind, settlementId, fileName, ...system, isSwapped, now: now() });
      await noteLandChanges(db, id);
      const around = settlementId === null ? null : await findLandBox(db, settlementId);
      const input = { ...land, surroundings: findSurroundings(around), features: readLandInWorker(file) };
      report = await importInTransaction(input, db, tools, watch);
      if (isDryRun) throw new ImportRollback();
      const open = listOpenWarnings(report, accepted);
      if (open.length > 0) throw new CommandError(refuseWarnings(report, open, isSwapped));
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
  const open = isDryRun ? listOpenWarnings(report, accepted) : [];
  if (open.length > 0) err.write(`${refuseWarnings(report, open, isSwapped)}\n`);
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

function requireAccepted(given: CommandArguments): ReadonlySet<LandWarning> {
  const names = (given.option('accept') ?? '').split(',').filter(Boolean);
  if (names.includes('all')) return new Set(landWarnings);
  const unknown = names.find((name) => !landWarnings.some((each) => each === name));
  if (unknown !== undefined) throw new UsageError(`--accept: there is no warning ${unknown}.`);
  return new Set(names as LandWarning[]);
}

const listOpenWarnings = ({ warnings }: ImportReport, accepted: ReadonlySet<LandWarning>) =>
  landWarnings.filter((each) => (warnings?.[each] ?? 0) > 0 && !accepted.has(each));

function refuseWarnings(
  { warnings, swapped }: ImportReport,
  open: readonly LandWarning[],
  isSwapped: boolean,
): string {
  const counted = open.map((each) => `${each} (${warnings?.[each]}: ${warningTexts[each].en})`);
  return [
    `Something looks wrong: ${counted.join('; ')}. Nothing was taken in.`,
    swapped && !isSwapped && 'To exchange latitude and longitude: --swap-axes.',
    `If it is right all the same: --accept ${open.join(',')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Remarks and warnings, a line each. */
function printAsTheyCome(print: (line: string) => void): ImportListener {
  return {
    onRemark: (remark) => print(formatRemark(remark)),
    onImported({ number, name, outcome, change }) {
      if (outcome === 'unchanged') return;
      for (const warning of change?.warnings ?? [])
        print(`${formatFeatureLabel(number, name)}: warning: ${warning}: ${warningTexts[warning].en}`);
    },
    onOverlap: ({ number, name, others }) =>
      print(`${formatFeatureLabel(number, name)}: warning: overlaps: ${others.join(', ')}`),
  };
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

function formatFeature(feature: CheckedFeature): string {
  const { number, name, plotNumber, outcome, remark, reason, change } = feature;
  const warned = change?.warnings.length ? `warning: ${change.warnings.join(', ')}` : '';
  const parts = [outcome, plotNumber && `plot ${plotNumber}`, remark, reason?.en, warned].filter(Boolean);
  return `${formatFeatureLabel(number, name)}: ${parts.join(': ')}`;
}

const formatFeatureLabel = (number: number, name: string) =>
  `feature ${number}${name === '' ? '' : ` (${name})`}`;
