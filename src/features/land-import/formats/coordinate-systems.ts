import proj4 from 'proj4';
import type { Text } from '../../../base/i18n/text.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Converts file coordinates to WGS 84 longitude and latitude. */
export type DegreesConverter = (x: number, y: number) => [number, number];

export interface CoordinateSystem {
  readonly id: string;
  readonly name: Text;
  readonly proj: string;
}

/** GOST R 51794: datum shift from SK-42 to WGS 84. */
export const sk42Shift = '+towgs84=23.57,-140.95,-79.8,0,0.35,0.79,-0.22';
const gsk2011Shape = '+a=6378136.5 +rf=298.2564151 +towgs84=0,0,0';

const formatLocalProj = (meridian: number | string, east: number, north: number) =>
  `+proj=tmerc +lat_0=0 +lon_0=${meridian} +k=1 +x_0=${east} +y_0=${north} +ellps=krass ${sk42Shift} +units=m +no_defs`;
const formatGaussKrugerProj = (zone: number, shape: string) =>
  `+proj=tmerc +lat_0=0 +lon_0=${zone * 6 - 3} +k=1 +x_0=${zone * 1_000_000 + 500_000} +y_0=0 ${shape} +units=m +no_defs`;
const zones = Array.from({ length: 29 }, (_, index) => index + 4);

const msk = (
  region: number,
  zone: number,
  meridian: string,
  east: number,
  north: number,
): CoordinateSystem => ({
  id: `msk-${region}-${zone}`,
  name: { en: `MSK-${region}, zone ${zone}`, ru: `МСК-${region}, зона ${zone}` },
  proj: formatLocalProj(meridian, east, north),
});

/** Coordinate systems selectable by id. Few local systems have public parameters; others are given as parameters. */
export const coordinateSystems: readonly CoordinateSystem[] = [
  {
    id: 'wgs84',
    name: { en: 'Longitude and latitude, WGS 84', ru: 'Долгота и широта, WGS 84' },
    proj: '+proj=longlat +datum=WGS84 +no_defs',
  },
  {
    id: 'web-mercator',
    name: { en: 'Web Mercator (EPSG:3857)', ru: 'Веб-Меркатор (EPSG:3857)' },
    proj: '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
  },
  msk(50, 1, '35.48333333333', 1_250_000, -5_712_900.566),
  msk(50, 2, '38.48333333333', 2_250_000, -5_712_900.566),
  msk(47, 1, '27.95', 1_250_000, -6_211_057.628),
  msk(47, 2, '30.95', 2_250_000, -6_211_057.628),
  msk(47, 3, '33.95', 3_250_000, -6_211_057.628),
  msk(23, 1, '37.98333333333', 1_300_000, -4_511_057.628),
  msk(23, 2, '40.98333333333', 2_300_000, -4_511_057.628),
  msk(63, 1, '49.03333333333', 1_300_000, -5_509_414.7),
  msk(63, 2, '52.03333333333', 2_300_000, -5_509_414.7),
  {
    id: 'sk42',
    name: { en: 'Longitude and latitude, SK-42', ru: 'Долгота и широта, СК-42' },
    proj: `+proj=longlat +ellps=krass ${sk42Shift} +no_defs`,
  },
  ...zones.map((zone) => ({
    id: `sk42-${zone}`,
    name: { en: `SK-42 (Pulkovo 1942), zone ${zone}`, ru: `СК-42 (Пулково 1942), зона ${zone}` },
    proj: formatGaussKrugerProj(zone, `+ellps=krass ${sk42Shift}`),
  })),
  {
    id: 'gsk2011',
    name: { en: 'Longitude and latitude, GSK-2011', ru: 'Долгота и широта, ГСК-2011' },
    proj: `+proj=longlat ${gsk2011Shape} +no_defs`,
  },
  ...zones.map((zone) => ({
    id: `gsk2011-${zone}`,
    name: { en: `GSK-2011, zone ${zone}`, ru: `ГСК-2011, зона ${zone}` },
    proj: formatGaussKrugerProj(zone, gsk2011Shape),
  })),
];

/** Finds a system by its EPSG code. */
export function findByEpsg(code: number): CoordinateSystem | undefined {
  const fixed: Readonly<Record<number, string>> = {
    4326: 'wgs84',
    3857: 'web-mercator',
    4284: 'sk42',
    7683: 'gsk2011',
  };
  const id =
    fixed[code] ??
    (code >= 28404 && code <= 28432 ? `sk42-${code - 28400}` : undefined) ??
    (code >= 20904 && code <= 20932 ? `gsk2011-${code - 20900}` : undefined);
  return coordinateSystems.find((system) => system.id === id);
}

const projections = new Set(['longlat', 'tmerc', 'merc', 'utm', 'lcc']);
const numbers = new Set([
  'lat_0',
  'lat_1',
  'lat_2',
  'lat_ts',
  'lon_0',
  'x_0',
  'y_0',
  'k',
  'k_0',
  'a',
  'b',
  'rf',
  'zone',
]);
const ellipsoids = new Set(['krass', 'WGS84', 'GRS80', 'bessel']);

/**
 * Validates PROJ parameters typed by a user; null if valid. Allows only parameters that cannot access files or grids.
 */
export function findParameterFault(parameters: string): Text | null {
  const words = parameters.trim().split(/\s+/);
  const seen = new Map<string, string>();
  for (const word of words.slice(0, 30)) {
    const [, name = '', value = ''] = /^\+([a-z_0-9]{1,12})(?:=(.{1,120}))?$/.exec(word) ?? [];
    const isGood =
      (name === 'proj' && projections.has(value)) ||
      (numbers.has(name) && isNumber(value)) ||
      (name === 'ellps' && ellipsoids.has(value)) ||
      (name === 'datum' && value === 'WGS84') ||
      (name === 'towgs84' && isDatumShift(value)) ||
      (name === 'units' && value === 'm') ||
      ((name === 'no_defs' || name === 'south') && value === '') ||
      (name === 'type' && value === 'crs');
    if (!isGood)
      return {
        en: `This part is not understood: ${word.slice(0, 40)}`,
        ru: `Эта часть непонятна: ${word.slice(0, 40)}`,
      };
    seen.set(name, value);
  }
  if (words.length > 30 || !seen.has('proj')) return incomplete;
  const isShaped = ['ellps', 'datum', 'a'].some((name) => seen.has(name));
  if (!isShaped) return incomplete;
  try {
    const place = createProjConverter(parameters)(Number(seen.get('x_0') ?? 0), Number(seen.get('y_0') ?? 0));
    return place.every(Number.isFinite) ? null : incomplete;
  } catch {
    // proj4 throws on impossible ellipsoids.
    return incomplete;
  }
}

/** Datum shift parameters: three or seven numbers. */
export const isDatumShift = (value: string) =>
  [3, 7].includes(value.split(',').length) && value.split(',').every(isNumber);
const isNumber = (value: string) => /^[+-]?\d{1,12}(\.\d{1,15})?$/.test(value);
const incomplete: Text = {
  en: 'Give the parameters as in +proj=tmerc +lat_0=0 +lon_0=… +x_0=… +y_0=… +ellps=krass +towgs84=…',
  ru: 'Запишите параметры так: +proj=tmerc +lat_0=0 +lon_0=… +x_0=… +y_0=… +ellps=krass +towgs84=…',
};

/** Converter for a system id, or for parameters if `system` is 'own'. */
export function createConverter(system: string, parameters: string): DegreesConverter {
  if (system === 'own') {
    const fault = findParameterFault(parameters);
    if (fault !== null) throw new UnreadableFile(fault);
    return createProjConverter(parameters);
  }
  const known = coordinateSystems.find(({ id }) => id === system);
  if (known === undefined) throw new UnreadableFile(incomplete);
  return known.id === 'wgs84' ? keepDegrees : createProjConverter(known.proj);
}

/** Parses user input: `auto`, a system id, `EPSG:<code>`, or PROJ parameters. */
export function parseSystem(given: string): { system: string; parameters: string } | null {
  if (given.startsWith('+')) return { system: 'own', parameters: given };
  const code = /^epsg:(\d{4,6})$/i.exec(given)?.[1];
  const id = code === undefined ? given.toLowerCase() : findByEpsg(Number(code))?.id;
  if (id === 'auto' || coordinateSystems.some((system) => system.id === id))
    return { system: id as string, parameters: '' };
  return null;
}

export const keepDegrees: DegreesConverter = (x, y) => [x, y];

/** For files that have latitude, or the way north, first. */
export const swapAxes =
  (toDegrees: DegreesConverter): DegreesConverter =>
  (x, y) =>
    toDegrees(y, x);

export function createProjConverter(proj: string): DegreesConverter {
  const { forward } = proj4(proj, '+proj=longlat +datum=WGS84 +no_defs');
  return (x, y) => {
    // proj4 throws on non-finite numbers; the geometry engine reports them per outline.
    if (!Number.isFinite(x) || !Number.isFinite(y)) return [Number.NaN, Number.NaN];
    const [longitude, latitude] = forward([x, y]) as [number, number];
    return [longitude, latitude];
  };
}
