import { nameCommand } from '../../base/site/command.ts';
import { landWarnings } from '../../domain/rules/land-warnings.ts';
import { coordinateSystems } from '../../features/land-import/formats/coordinate-systems.ts';
import { commandLimits, limits } from '../../features/land-import/formats/limits.ts';
import { UnreadableFile } from '../../features/land-import/formats/unreadable-file.ts';
import { importPeople } from '../../features/land-import/people-import.ts';
import { readPeopleList } from '../../features/land-import/people-list-parser.ts';
import { findSettlementForAccount } from '../../store/land/settlements.ts';
import { type AppSession, withApp } from './app-session.ts';
import { type Command, CommandError, requirePositional, UsageError } from './command.ts';
import { withSession } from './command-session.ts';
import { importLand, undoByCommand } from './import-land.ts';
import { openInput } from './input-file.ts';

const maxListBytes = 16 * 1024 * 1024;
const landOptions = {
  crs: {
    type: 'string',
    help: 'coordinate system: a name below, EPSG:NUMBER of one, or "+proj=…"; auto is what the file says',
    default: 'auto',
  },
  'swap-axes': {
    type: 'boolean',
    help: 'exchange latitude and longitude, for a file that has latitude first',
  },
  'dry-run': { type: 'boolean', help: 'say what would become of each feature, and write nothing' },
  prefix: {
    type: 'string',
    help: "put in front of each feature's number, to keep files with running numbers apart",
  },
} as const satisfies Command['options'];

const formatMegabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
const singleZoneSystems = coordinateSystems.map(({ id }) => id).filter((id) => !/^(sk42|gsk2011)-/.test(id));

const landDetails = `FILE is told apart by what is in it:
  GeoJSON    a FeatureCollection of any size, read as it comes
  KML, KMZ   always in WGS 84
  shapefile  a .zip with .shp, .dbf and, if there are, .prj and .cpg
  CSV, .xlsx a line names the columns: plot number or cadastral number, street, area, an outline as WKT;
             CSV by commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1251
All but GeoJSON may have ${formatMegabytes(commandLimits.heldBytes)}; an archive, unpacked, ${formatMegabytes(limits.inflatedBytes)}.

Coordinate systems:
  ${singleZoneSystems.slice(0, 8).join(', ')},
  ${singleZoneSystems.slice(8).join(', ')}, sk42-4 … sk42-32, gsk2011-4 … gsk2011-32

A file is taken in whole or not at all, and not while a warning about its plots is not accepted by its name. Standard error names every feature that was repaired, renamed or refused,
those with a warning, with --dry-run every feature; standard output has the totals as JSON, and as "import" the number that
${nameCommand('import take-back')} undoes it by.
Exit code: 0; 1 when nothing could be taken in; 64 when an option makes no sense.`;

export const importParcelsCommand: Command = {
  options: {
    settlement: {
      type: 'string',
      help: 'identifier or slug whose plots they become; without it they are land for a boundary to take in',
    },
    'on-clash': {
      type: 'string',
      help: 'rename: a plot whose number is taken gets its cadastral number; refuse: it is left out',
      default: 'rename',
    },
    accept: {
      type: 'string',
      help: `warnings to take in all the same, separated by commas: ${landWarnings.join(', ')}; or all`,
    },
    ...landOptions,
  },
  details: landDetails,
  run: (given) =>
    withApp(async (session) => {
      const onClash = given.option('on-clash');
      if (onClash !== 'rename' && onClash !== 'refuse')
        throw new UsageError('--on-clash is rename or refuse.');
      const named = given.option('settlement');
      const settlementId = named === undefined ? null : await requireSettlement(session, named);
      const kind = settlementId === null ? 'land' : 'plots';
      const prefix = given.option('prefix') ?? '';
      return importLand(session, given, 'Parcels', { kind, settlementId, prefix, onClash });
    }),
};

export const importBuildingsCommand: Command = {
  options: landOptions,
  details: landDetails,
  run: (given) =>
    withApp((session) => {
      const prefix = given.option('prefix') ?? '';
      return importLand(session, given, 'Buildings', { kind: 'buildings', settlementId: null, prefix });
    }),
};

export const importUndoCommand: Command = {
  run: (given) =>
    withSession(async (session) => {
      const id = requirePositional(given, 0, 'IMPORT');
      await undoByCommand(session, id);
      console.log(JSON.stringify({ taken_back: id }));
      return undefined;
    }),
};

export const importResidentsCommand: Command = {
  options: { settlement: { type: 'string', help: 'identifier or slug of the settlement' } },
  run: (given) =>
    withApp(async (session) => {
      const named = given.option('settlement');
      if (named === undefined) throw new UsageError('--settlement is needed.');
      const settlementId = await requireSettlement(session, named);
      const { chunks } = await openInput(given);
      const bytes = await readAll(chunks);
      const { app, database } = session;
      const { services, now, newId } = app.kernelDependencies;
      try {
        const tools = { pool: database.pool, services, now, newId };
        const { lines, unknownColumns } = await readPeopleList(bytes);
        for (const column of unknownColumns) console.error(`column not read: ${column}`);
        const report = await importPeople(tools, settlementId, lines, (row, reason) =>
          console.error(`line ${row}: refused: ${reason.en}`),
        );
        console.log(JSON.stringify(report));
        return report.listed === 0 ? 1 : 0;
      } catch (error) {
        if (error instanceof UnreadableFile) throw new CommandError(error.message);
        throw error;
      }
    }),
};

async function requireSettlement({ database }: AppSession, reference: string): Promise<string> {
  const found = await findSettlementForAccount(database.pool, reference, null);
  if (found === undefined) throw new CommandError(`There is no settlement ${reference}.`);
  return found.id;
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxListBytes) throw new CommandError('The list is larger than 16 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
