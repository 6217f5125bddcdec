import type { Text } from '../../../base/i18n/text.ts';
import { createConverter, type DegreesConverter } from './coordinate-systems.ts';
import { parseCsv } from './csv.ts';
import { noRecords, readRecords } from './dbf.ts';
import { decodeText } from './decode-text.ts';
import { findKnownFieldName } from './feature-fields.ts';
import { readGeoJson, topBytes } from './geojson.ts';
import type { ParsedFeature } from './geojson-features.ts';
import { readPlacemarks } from './kml.ts';
import { createReadMeter, type FileLimits, limits, type ReadMeter } from './limits.ts';
import { createConverterFromPrj } from './prj.ts';
import { readShapes } from './shapefile.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { type ArchiveEntry, isZip, listArchive } from './zip.ts';

/** `system` is `auto`: as declared in the file; `own`: by `parameters`; else an id of coordinateSystems. */
export interface LandFile {
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly system: string;
  readonly parameters: string;
  readonly limits: FileLimits;
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
  noColumns: {
    en: 'The first line must name the columns, the cadastral number among them.',
    ru: 'В первой строке должны быть названия столбцов, среди них кадастровый номер.',
  },
} satisfies Record<string, Text>;

const tooLarge = (most: number): Text => ({
  en: `The file is larger than ${most / 1024 / 1024} MB. Only GeoJSON may be.`,
  ru: `Файл больше ${most / 1024 / 1024} МБ. Больше может быть только GeoJSON.`,
});

/**
 * Reads GeoJSON, KML, KMZ, a zipped shapefile or a CSV table, detected by content. Blocks; run it in a worker thread.
 */
export async function* readLandFile(file: LandFile): AsyncGenerator<ParsedFeature> {
  const meter = createReadMeter(file.limits);
  const chunks = iterate(file.chunks);
  const start = await readAtLeast(chunks, topBytes);
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
  const { heldBytes } = file.limits;
  const bytes = Buffer.concat([start, await readAtLeast(chunks, heldBytes - start.length + 1)]);
  if (bytes.length > heldBytes) throw new UnreadableFile(tooLarge(heldBytes));
  if (isZip(bytes)) yield* readArchive(bytes, file, meter);
  else if (first === '<') yield* readPlacemarks(decodeText(bytes), meter);
  else yield* readTable(bytes, meter);
}

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

async function* readArchive(
  bytes: Buffer,
  { system, parameters }: LandFile,
  meter: ReadMeter,
): AsyncGenerator<ParsedFeature> {
  const entries = listArchive(bytes, ['.shp', '.dbf', '.prj', '.cpg', '.kml']);
  const layers = entries.filter(({ name }) => name.endsWith('.shp') || name.endsWith('.kml'));
  const [layer] = layers;
  if (layer === undefined) throw new UnreadableFile(texts.noLayer);
  if (layers.length > 1) throw new UnreadableFile(texts.manyLayers);
  if (layer.name.endsWith('.kml')) {
    yield* readPlacemarks(decodeText(await layer.read()), meter);
    return;
  }
  const beside = (ending: string): ArchiveEntry | undefined =>
    entries.find(({ name }) => name === layer.name.slice(0, -4) + ending);
  const [dbf, prj, cpg] = await Promise.all(['.dbf', '.prj', '.cpg'].map((ending) => beside(ending)?.read()));
  const toDegrees = system === 'auto' ? requireConverterFromPrj(prj) : createConverter(system, parameters);
  const records = dbf ? readRecords(dbf, cpg?.subarray(0, 100).toString('latin1') ?? '') : noRecords;
  yield* readShapes(await layer.read(), records, toDegrees, meter);
}

function requireConverterFromPrj(prj: Buffer | undefined): DegreesConverter {
  if (prj === undefined) throw new UnreadableFile(texts.noSystem);
  return createConverterFromPrj(prj);
}

/** Reads plots without outlines from CSV. The header is matched once, and unknown columns are skipped. */
function* readTable(bytes: Buffer, meter: ReadMeter): Generator<ParsedFeature> {
  const rows = parseCsv(decodeText(bytes));
  const header = rows.next().value ?? [];
  const columns = header.slice(0, limits.columns).flatMap((name, at) => {
    const field = findKnownFieldName(name);
    return field === undefined ? [] : [{ field, at }];
  });
  if (header.length < 2 || columns.length === 0) throw new UnreadableFile(texts.noColumns);
  for (const row of rows) {
    const properties = Object.fromEntries(columns.map(({ field, at }) => [field, row[at] ?? '']));
    yield { number: meter.countFeature(), feature: { properties, geometry: null, id: undefined } };
  }
}
