import type { Text } from '../../../base/i18n/text.ts';
import type { ColumnMeaning, TableSheet } from '../../../domain/rules/land-columns.ts';
import { createConverter, type DegreesConverter, keepDegrees, swapAxes } from './coordinate-systems.ts';
import { parseCsv } from './csv.ts';
import { noRecords, readRecords } from './dbf.ts';
import { decodeText, findUtf16 } from './decode-text.ts';
import { readGeoJson, topBytes } from './geojson.ts';
import type { ParsedFeature } from './geojson-features.ts';
import { readPlacemarks } from './kml.ts';
import { createReadMeter, type FileLimits, type ReadMeter } from './limits.ts';
import { createConverterFromPrj } from './prj.ts';
import { readShapes } from './shapefile.ts';
import { readTable } from './table.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { isOldExcel, isXlsx, oldExcel, readXlsx } from './xlsx.ts';
import { type ArchiveEntry, isZip, listArchive } from './zip.ts';

/** `system` is `auto`: as declared in the file; `own`: by `parameters`; else an id of coordinateSystems. */
export interface LandFile {
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly system: string;
  readonly parameters: string;
  readonly limits: FileLimits;
  /** Latitude, or the way north, comes first. */
  readonly isSwapped?: boolean | undefined;
  readonly isBuildings?: boolean | undefined;
  /** What the columns of a table are, by a person's choice; else guessed. */
  readonly columns?: readonly ColumnMeaning[] | null | undefined;
  /** Of a table: called before its rows. Without it nobody can be asked what the columns are. */
  onSheet?(sheet: TableSheet): void;
}

const texts = {
  empty: { en: 'The file is empty.', ru: 'Файл пуст.' },
  noLayer: {
    en: 'There is neither a .shp nor a .kml file in the archive.',
    ru: 'В архиве нет ни файла .shp, ни файла .kml.',
  },
  manyLayers: {
    en: 'There are several layers in the archive. Send them one by one.',
    ru: 'В архиве несколько слоёв. Загружайте их по одному.',
  },
  noSystem: {
    en: 'There is no .prj file in the archive. Choose the coordinate system in the list.',
    ru: 'В архиве нет файла .prj. Выберите систему координат в списке.',
  },
} satisfies Record<string, Text>;

const tooLarge = (most: number): Text => ({
  en: `The file is larger than ${most / 1024 / 1024} MB. Only GeoJSON may be.`,
  ru: `Файл больше ${most / 1024 / 1024} МБ. Больше может быть только GeoJSON.`,
});

/**
 * Reads GeoJSON, KML, KMZ, a zipped shapefile or a table in CSV or .xlsx, detected by content. Blocks; run it in a worker thread.
 */
export async function* readLandFile(file: LandFile): AsyncGenerator<ParsedFeature> {
  const meter = createReadMeter(file.limits);
  const { heldBytes } = file.limits;
  let chunks = iterate(file.chunks);
  let start = await readAtLeast(chunks, topBytes);
  if (findUtf16(start) !== undefined) {
    const wide = Buffer.concat([start, await readAtLeast(chunks, heldBytes - start.length + 1)]);
    if (wide.length > heldBytes) throw new UnreadableFile(tooLarge(heldBytes));
    start = Buffer.from(decodeText(wide));
    chunks = iterate([]);
  }
  const first = start
    .subarray(0, topBytes)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()[0];
  if (first === undefined) throw new UnreadableFile(texts.empty);
  if (first === '{') {
    yield* readGeoJson(start, chunks, file, meter);
    return;
  }
  const bytes = Buffer.concat([start, await readAtLeast(chunks, heldBytes - start.length + 1)]);
  if (bytes.length > heldBytes) throw new UnreadableFile(tooLarge(heldBytes));
  if (isOldExcel(bytes)) throw new UnreadableFile(oldExcel);
  if (isXlsx(bytes)) {
    const most = Math.min(file.limits.features, maxSheetRows);
    yield* readRows(await readXlsx(bytes, most, { fillsMerged: true }), file, meter);
  } else if (isZip(bytes)) yield* readArchive(bytes, file, meter);
  else if (first === '<') yield* readPlacemarks(decodeText(bytes), meter, orderAxes(keepDegrees, file));
  else yield* readRows(parseCsv(decodeText(bytes), { isBlankKept: true }), file, meter);
}

/** Rows of a spreadsheet by the command line, which may otherwise send any number of features. */
const maxSheetRows = 100_000;

/** Outlines in a table are in degrees unless a system is chosen. */
function readRows(rows: Iterable<readonly string[]>, file: LandFile, meter: ReadMeter) {
  const { system, parameters, columns, isBuildings = false, onSheet } = file;
  const toDegrees = system === 'auto' ? keepDegrees : createConverter(system, parameters);
  return readTable(rows, {
    columns: columns ?? null,
    isAsked: onSheet !== undefined,
    isBuildings,
    toDegrees: orderAxes(toDegrees, file),
    meter,
    onSheet: (sheet) => onSheet?.(sheet),
  });
}

const orderAxes = (toDegrees: DegreesConverter, { isSwapped }: LandFile): DegreesConverter =>
  isSwapped ? swapAxes(toDegrees) : toDegrees;

async function* iterate(chunks: LandFile['chunks']): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Reads until at least this many bytes are collected or the input ends. */
async function readAtLeast(chunks: AsyncGenerator<Uint8Array>, least: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let size = 0; size < least; ) {
    const { value, done } = await chunks.next();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  return Buffer.concat(parts);
}

async function* readArchive(bytes: Buffer, file: LandFile, meter: ReadMeter): AsyncGenerator<ParsedFeature> {
  const { system, parameters } = file;
  const entries = listArchive(bytes, ['.shp', '.dbf', '.prj', '.cpg', '.kml']);
  const layers = entries.filter(({ name }) => name.endsWith('.shp') || name.endsWith('.kml'));
  const [layer] = layers;
  if (layer === undefined) throw new UnreadableFile(texts.noLayer);
  if (layers.length > 1) throw new UnreadableFile(texts.manyLayers);
  if (layer.name.endsWith('.kml')) {
    yield* readPlacemarks(decodeText(await layer.read()), meter, orderAxes(keepDegrees, file));
    return;
  }
  const beside = (ending: string): ArchiveEntry | undefined =>
    entries.find(({ name }) => name === layer.name.slice(0, -4) + ending);
  const [dbf, prj, cpg] = await Promise.all(['.dbf', '.prj', '.cpg'].map((ending) => beside(ending)?.read()));
  const toDegrees = system === 'auto' ? requireConverterFromPrj(prj) : createConverter(system, parameters);
  const records = dbf ? readRecords(dbf, cpg?.subarray(0, 100).toString('latin1') ?? '') : noRecords;
  yield* readShapes(await layer.read(), records, orderAxes(toDegrees, file), meter);
}

function requireConverterFromPrj(prj: Buffer | undefined): DegreesConverter {
  if (prj === undefined) throw new UnreadableFile(texts.noSystem);
  return createConverterFromPrj(prj);
}
