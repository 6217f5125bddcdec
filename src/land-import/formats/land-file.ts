import { setImmediate as breathe } from 'node:timers/promises';
import type { Text } from '../../i18n/text.ts';
import { decodeCsv, parseCsv } from '../csv.ts';
import { type ReadFeature, readFeatures } from '../feature-reader.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import { asItIs, converterFor, findByEpsg, type ToDegrees } from './coordinate-systems.ts';
import { noRecords, readRecords } from './dbf.ts';
import { readPlacemarks } from './kml.ts';
import { createMeter, type Meter } from './limits.ts';
import { converterForPrj } from './prj.ts';
import { readShapes } from './shapefile.ts';
import { type ArchiveEntry, isZip, listArchive } from './zip.ts';

/** `auto`: what the file itself says; `own`: by parameters; else one of the list. */
export interface LandFile {
  readonly bytes: Buffer;
  readonly system: string;
  readonly parameters: string;
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
  otherSystem: {
    en: 'The file names a coordinate system that is not known here. Choose it in the list.',
    ru: 'В файле указана неизвестная система координат. Выберите её в списке.',
  },
  noColumns: {
    en: 'The first line must name the columns, the cadastral number among them.',
    ru: 'В первой строке должны быть названия столбцов, среди них кадастровый номер.',
  },
} satisfies Record<string, Text>;

/** So many features at a time, then others have their turn. */
const together = 200;

/** GeoJSON, KML, KMZ, a zipped shapefile or a table, told apart by what is in it. */
export async function* readLandFile(file: LandFile): AsyncGenerator<ReadFeature> {
  let count = 0;
  for await (const feature of openFile(file, createMeter())) {
    yield feature;
    count += 1;
    if (count % together === 0) await breathe();
  }
}

function openFile(file: LandFile, meter: Meter): AsyncIterable<ReadFeature> | Iterable<ReadFeature> {
  const { bytes } = file;
  if (isZip(bytes)) return readArchive(file, meter);
  const first = bytes
    .subarray(0, 200)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()[0];
  if (first === undefined) throw new UnreadableFile(texts.empty);
  if (first === '<') return readPlacemarks(decodeCsv(bytes), meter);
  return first === '{' ? readGeoJson(file, meter) : readTable(bytes, meter);
}

async function* readArchive(
  { bytes, system, parameters }: LandFile,
  meter: Meter,
): AsyncGenerator<ReadFeature> {
  const entries = listArchive(bytes, ['.shp', '.dbf', '.prj', '.cpg', '.kml']);
  const layers = entries.filter(({ name }) => name.endsWith('.shp') || name.endsWith('.kml'));
  const [layer] = layers;
  if (layer === undefined) throw new UnreadableFile(texts.noLayer);
  if (layers.length > 1) throw new UnreadableFile(texts.manyLayers);
  if (layer.name.endsWith('.kml')) {
    yield* readPlacemarks(decodeCsv(await layer.read()), meter);
    return;
  }
  const beside = (ending: string): ArchiveEntry | undefined =>
    entries.find(({ name }) => name === layer.name.slice(0, -4) + ending);
  const [dbf, prj, cpg] = await Promise.all(['.dbf', '.prj', '.cpg'].map((ending) => beside(ending)?.read()));
  const toDegrees = system === 'auto' ? fromPrj(prj) : converterFor(system, parameters);
  const records = dbf ? readRecords(dbf, cpg?.subarray(0, 100).toString('latin1') ?? '') : noRecords;
  yield* readShapes(await layer.read(), records, toDegrees, meter);
}

function fromPrj(prj: Buffer | undefined): ToDegrees {
  if (prj === undefined) throw new UnreadableFile(texts.noSystem);
  return converterForPrj(prj.toString('latin1'));
}

async function* readGeoJson(
  { bytes, system, parameters }: LandFile,
  meter: Meter,
): AsyncGenerator<ReadFeature> {
  const toDegrees = system === 'auto' ? fromGeoJson(bytes) : converterFor(system, parameters);
  for await (const read of readFeatures(inPieces(bytes))) {
    meter.feature();
    if ('fault' in read) yield read;
    else {
      const geometry = convert(read.feature.geometry, toDegrees, meter);
      yield { number: read.number, feature: { ...read.feature, geometry } };
    }
  }
}

/** So that the features of a piece are read and passed on before those of the next. */
function* inPieces(bytes: Buffer, size = 64 * 1024): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Before it became a rule that GeoJSON is in WGS 84, files named their system at the top. */
function fromGeoJson(bytes: Buffer): ToDegrees {
  const top = bytes.subarray(0, 2000).toString('latin1');
  const name = /"crs"\s{0,9}:\s{0,9}\{[^{]{0,99}\{\s{0,9}"name"\s{0,9}:\s{0,9}"([^"]{1,80})"/.exec(top)?.[1];
  if (name === undefined || name.endsWith('CRS84')) return asItIs;
  const code = /EPSG:(?:[\d.]{0,9}:)?(\d{4,6})$/.exec(name)?.[1];
  const known = code === undefined ? undefined : findByEpsg(Number(code));
  if (known === undefined) throw new UnreadableFile(texts.otherSystem);
  return converterFor(known.id, '');
}

/** Each pair of numbers, wherever it lies; what is wrong with the rest is for the engine to say. */
function convert(geometry: unknown, toDegrees: ToDegrees, meter: Meter): unknown {
  if (typeof geometry !== 'object' || geometry === null || !('coordinates' in geometry)) return geometry;
  const visit = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const [x, y] = value as unknown[];
    if (typeof x !== 'number' || typeof y !== 'number') return value.map(visit);
    meter.points(1);
    return toDegrees(x, y);
  };
  return { ...geometry, coordinates: visit(geometry.coordinates) };
}

/** Plots without outlines: a table with a line of names. */
function* readTable(bytes: Buffer, meter: Meter): Generator<ReadFeature> {
  const [header = [], ...rows] = parseCsv(decodeCsv(bytes));
  if (header.length < 2) throw new UnreadableFile(texts.noColumns);
  for (const row of rows) {
    const properties = Object.fromEntries(header.slice(0, 200).map((name, at) => [name, row[at] ?? '']));
    yield { number: meter.feature(), feature: { properties, geometry: null, id: undefined } };
  }
}
