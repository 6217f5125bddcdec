import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { nobody } from '../kernel/caller.ts';
import { importBuildings } from '../land-import/buildings.ts';
import { decodeCsv } from '../land-import/csv.ts';
import { readFeatures } from '../land-import/feature-reader.ts';
import { importParcels } from '../land-import/parcels.ts';
import type { ImportReport, ImportTools, Watch } from '../land-import/report.ts';
import { importResidents, UnreadableList } from '../land-import/residents.ts';
import { UnreadableFile } from '../land-import/unreadable-file.ts';
import { findSettlement } from '../store/land/settlements.ts';
import { type Command, CommandError, type Given, need, UsageError } from './command.ts';
import { createProgress } from './progress.ts';
import { type CommandSession, withSession } from './session.ts';

const mostListBytes = 16 * 1024 * 1024;
const prefixOption = {
  type: 'string',
  help: "put in front of each feature's number, to keep files with running numbers apart",
} as const;

export const importParcelsCommand: Command = {
  name: 'import parcels',
  summary: 'Take cadastral parcels in from GeoJSON. The same cadastral number updates what is there.',
  usage: 'FILE.geojson|- [--settlement S]',
  options: {
    settlement: {
      type: 'string',
      help: 'identifier or slug whose plots they become; without it they are land for a boundary to take in',
    },
    'on-clash': {
      type: 'string',
      help: 'rename (default): a plot whose number is taken gets its cadastral number; refuse: it is left out',
    },
    prefix: prefixOption,
  },
  run: (given) =>
    withSession(async (session) => {
      const onClash = given.option('on-clash') ?? 'rename';
      if (onClash !== 'rename' && onClash !== 'refuse')
        throw new UsageError('--on-clash is rename or refuse.');
      const named = given.option('settlement');
      const settlementId = named === undefined ? null : await needSettlement(session, named);
      return importFeatures(session, given, 'Parcels', (tools, features, watch) =>
        importParcels(
          tools,
          features,
          { settlementId, prefix: given.option('prefix') ?? '', onClash },
          watch,
        ),
      );
    }),
};

export const importBuildingsCommand: Command = {
  name: 'import buildings',
  summary: 'Take buildings in from GeoJSON, each onto the plot it covers most. Import the parcels first.',
  usage: 'FILE.geojson|-',
  options: { prefix: prefixOption },
  run: (given) =>
    withSession((session) =>
      importFeatures(session, given, 'Buildings', (tools, features, watch) =>
        importBuildings(tools, features, { prefix: given.option('prefix') ?? '' }, watch),
      ),
    ),
};

export const importResidentsCommand: Command = {
  name: 'import residents',
  summary:
    "Take in the board's list (CSV: plot, name, email, role). Claims that agree with it are confirmed.",
  usage: 'FILE.csv|- --settlement S',
  options: { settlement: { type: 'string', help: 'identifier or slug of the settlement' } },
  run: (given) =>
    withSession(async (session) => {
      const named = given.option('settlement');
      if (named === undefined) throw new UsageError('--settlement is needed.');
      const settlementId = await needSettlement(session, named);
      const { stream } = await openInput(given);
      const csv = decodeCsv(await collect(stream));
      const { app, database } = session;
      const { services, now, newId } = app.kernelParts;
      try {
        const tools = { pool: database.pool, services, now, newId };
        const report = await importResidents(tools, settlementId, csv, (row, reason) =>
          console.error(`line ${row}: refused: ${reason.en}`),
        );
        console.log(JSON.stringify(report));
        return report.listed === 0 ? 1 : 0;
      } catch (error) {
        if (error instanceof UnreadableList) throw new CommandError(error.message);
        throw error;
      }
    }),
};

async function importFeatures(
  { app, database }: CommandSession,
  given: Given,
  title: string,
  work: (
    tools: ImportTools,
    features: ReturnType<typeof readFeatures>,
    watch: Watch,
  ) => Promise<ImportReport>,
): Promise<number> {
  const { stream, bytes } = await openInput(given);
  const progress = createProgress(title);
  let passed = 0;
  async function* counted() {
    for await (const chunk of stream) {
      passed += chunk.length;
      yield chunk;
    }
  }
  const { now, newId } = app.kernelParts;
  const tools = { pool: database.pool, geometry: app.services.geometry, now, newId };
  try {
    const report = await work(tools, readFeatures(counted()), {
      onRemark: ({ number, name, outcome, reason }) =>
        console.error(`feature ${number}${name === '' ? '' : ` (${name})`}: ${outcome}: ${reason.en}`),
      onProgress: ({ read }) => progress.update(passed, bytes ?? passed, `bytes, ${read} features`),
    });
    progress.end(
      `${report.read} read, ${report.added} added, ${report.changed} changed, ${report.renamed} renamed, ${report.refused} refused`,
    );
    console.log(JSON.stringify(report));
    return report.read > 0 && report.refused === report.read ? 1 : 0;
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new CommandError(
        `${error.message} What came before is in the register; importing again is safe.`,
      );
    throw error;
  }
}

async function needSettlement({ database }: CommandSession, reference: string): Promise<string> {
  const found = await findSettlement(database.pool, reference, nobody);
  if (found === undefined) throw new CommandError(`There is no settlement ${reference}.`);
  return found.id;
}

async function openInput(given: Given): Promise<{ stream: AsyncIterable<Buffer>; bytes: number | null }> {
  const path = need(given, 0, 'FILE, or - for standard input');
  if (path === '-') return { stream: process.stdin, bytes: null };
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) throw new CommandError(`There is no file ${path}.`);
  return { stream: createReadStream(path, { highWaterMark: 256 * 1024 }), bytes: found.size };
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > mostListBytes) throw new CommandError('The list is larger than 16 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
