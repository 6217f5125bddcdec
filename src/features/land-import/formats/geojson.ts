import type { Text } from '../../../base/i18n/text.ts';
import {
  createConverter,
  type DegreesConverter,
  findByEpsg,
  keepDegrees,
  swapAxes,
} from './coordinate-systems.ts';
import { type ParsedFeature, readGeoJsonFeatures } from './geojson-features.ts';
import type { ReadMeter } from './limits.ts';
import { UnreadableFile } from './unreadable-file.ts';

const otherSystem: Text = {
  en: 'The file names a coordinate system that is not known here. Choose it in the list.',
  ru: 'В файле указана неизвестная система координат. Выберите её в списке.',
};
const unclearSystem: Text = {
  en: 'The file names its coordinate system in a way that is not understood here. Choose it in the list.',
  ru: 'Не удалось понять, какая система координат указана в файле. Выберите её в списке.',
};

/** Bytes at the start of the file that are searched for the coordinate system. */
export const topBytes = 4096;

/** Reads a FeatureCollection of any size as a stream; `start` is its beginning. */
export async function* readGeoJson(
  start: Buffer,
  rest: AsyncIterable<Uint8Array>,
  {
    system,
    parameters,
    isSwapped,
  }: { readonly system: string; readonly parameters: string; readonly isSwapped?: boolean | undefined },
  meter: ReadMeter,
): AsyncGenerator<ParsedFeature> {
  const named = system === 'auto' ? createConverterFromCrs(start) : createConverter(system, parameters);
  const toDegrees = isSwapped ? swapAxes(named ?? keepDegrees) : (named ?? keepDegrees);
  const onObject = (key: string) => {
    if (key === 'crs' && named === undefined) throw new UnreadableFile(unclearSystem);
  };
  for await (const read of readGeoJsonFeatures(splitChunks(start, rest), onObject)) {
    meter.countFeature();
    if (!('feature' in read)) yield read;
    else {
      const geometry = convertGeometry(read.feature.geometry, toDegrees, meter);
      yield { number: read.number, feature: { ...read.feature, geometry } };
    }
  }
}

/** Splits large chunks, so that features are passed on early. */
async function* splitChunks(
  start: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  size = 64 * 1024,
): AsyncGenerator<Uint8Array> {
  yield* splitBytes(start, size);
  for await (const chunk of rest) yield* splitBytes(chunk, size);
}

function* splitBytes(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Before RFC 7946 required WGS 84, files named their system in `crs`; undefined if absent. */
function createConverterFromCrs(start: Buffer): DegreesConverter | undefined {
  const top = start.subarray(0, topBytes).toString('latin1');
  const name = /"crs"\s{0,99}:\s{0,99}\{[^{]{0,999}\{\s{0,99}"name"\s{0,9}:\s{0,9}"([^"]{1,80})"/.exec(
    top,
  )?.[1];
  if (name === undefined) return undefined;
  if (name.endsWith('CRS84')) return keepDegrees;
  const code = /EPSG:(?:[\d.]{0,9}:)?(\d{4,6})$/.exec(name)?.[1];
  const known = code === undefined ? undefined : findByEpsg(Number(code));
  if (known === undefined) throw new UnreadableFile(otherSystem);
  return createConverter(known.id, '');
}

/** Converts each coordinate pair at any depth; the geometry engine validates the structure. */
function convertGeometry(geometry: unknown, toDegrees: DegreesConverter, meter: ReadMeter): unknown {
  if (typeof geometry !== 'object' || geometry === null || !('coordinates' in geometry)) return geometry;
  const pageRequest = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const [x, y] = value as unknown[];
    if (typeof x !== 'number' || typeof y !== 'number') return value.map(pageRequest);
    meter.countPoints(1);
    return toDegrees(x, y);
  };
  return { ...geometry, coordinates: pageRequest(geometry.coordinates) };
}
