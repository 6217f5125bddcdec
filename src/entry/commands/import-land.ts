import { GeometryBusy, GeometryFailure } from '../../engines/geometry/engine.ts';
import { findParameterFault, readSystem } from '../../features/land-import/formats/coordinate-systems.ts';
import { commandLimits } from '../../features/land-import/formats/limits.ts';
import { UnreadableFile } from '../../features/land-import/formats/unreadable-file.ts';
import { readLandApart } from '../../features/land-import/land-reader.ts';
import type { ImportReport, Remark, Watch } from '../../features/land-import/report.ts';
import { collectFeatures, type LandToTakeIn, TakenBack, takeIn } from '../../features/land-import/take-in.ts';
import type { CheckedFeature } from '../../store/land/land-imports.ts';
import { CommandError, type Given, UsageError } from './command.ts';
import { openInput } from './input-file.ts';
import { createProgress, type ProgressOutput } from './progress.ts';
import type { CommandSession } from './session.ts';

type Session = { app: Pick<CommandSession['app'], 'kernelParts' | 'services'> } & {
  database: Pick<CommandSession['database'], 'pool'>;
};

export interface ImportOutput {
  /** The totals as JSON. */
  out: ProgressOutput;
  /** Messages about features, and progress. */
  err: ProgressOutput;
}

/** Imports the file in one transaction and reports the outcome of its features. Resolves to the exit code. */
export async function importLand(
  { app, database }: Session,
  given: Given,
  title: string,
  land: Omit<LandToTakeIn, 'features'>,
  { out, err }: ImportOutput = { out: process.stdout, err: process.stderr },
): Promise<number> {
  const isDryRun = given.flag('dry-run');
  const system = needSystem(given);
  const { chunks, bytes } = await openInput(given);
  const progress = createProgress(title, err);
  let passed = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      passed += chunk.length;
      yield chunk;
    }
  }
  const found = collectFeatures();
  const watch: Watch = {
    ...(isDryRun ? found : { onRemark: (remark) => err.write(`${sayRemark(remark)}\n`) }),
    onProgress: ({ read }) => progress.update(passed, bytes ?? passed, `bytes, ${read} features`),
  };
  const { now, newId } = app.kernelParts;
  const tools = { geometry: app.services.geometry, now, newId };
  const file = { chunks: counted(), ...system, limits: commandLimits };
  let report: ImportReport | undefined;
  try {
    await database.pool.begin(async (db) => {
      report = await takeIn({ ...land, features: readLandApart(file) }, db, tools, watch);
      if (isDryRun) throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) {
      progress.end('nothing was taken in');
      throw whyNothing(error);
    }
  }
  if (report === undefined) throw new CommandError('Nothing was taken in.');
  if (isDryRun) for (const feature of found.list()) err.write(`${sayFeature(feature)}\n`);
  const counts = `${report.added} added, ${report.changed} changed, ${report.renamed} renamed, ${report.refused} refused`;
  progress.end(`${report.read} read, ${isDryRun ? 'nothing written; it would be ' : ''}${counts}`);
  out.write(`${JSON.stringify({ ...(isDryRun && { dry_run: true }), ...report })}\n`);
  return report.read > 0 && report.refused === report.read ? 1 : 0;
}

function needSystem(given: Given): { system: string; parameters: string } {
  const wanted = given.option('crs') ?? 'auto';
  const read = readSystem(wanted);
  if (read === null) throw new UsageError(`--crs: there is no coordinate system ${wanted}.`);
  const fault = read.system === 'own' ? findParameterFault(read.parameters) : null;
  if (fault !== null) throw new UsageError(`--crs: ${fault.en}`);
  return read;
}

function whyNothing(error: unknown): unknown {
  if (error instanceof UnreadableFile) return new CommandError(`${error.message} Nothing was taken in.`);
  if (error instanceof GeometryFailure || error instanceof GeometryBusy)
    return new CommandError(`An outline could not be worked out: ${error.message} Nothing was taken in.`);
  return error;
}

const sayRemark = ({ number, name, outcome, reason }: Remark) =>
  `${label(number, name)}: ${outcome}: ${reason.en}`;

function sayFeature({ number, name, plotNumber, outcome, remark, reason }: CheckedFeature): string {
  const parts = [outcome, plotNumber && `plot ${plotNumber}`, remark, reason?.en].filter(Boolean);
  return `${label(number, name)}: ${parts.join(': ')}`;
}

const label = (number: number, name: string) => `feature ${number}${name === '' ? '' : ` (${name})`}`;
