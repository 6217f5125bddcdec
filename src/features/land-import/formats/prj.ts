import type { Text } from '../../../base/i18n/text.ts';
import {
  createProjConverter,
  type DegreesConverter,
  isDatumShift,
  keepDegrees,
  sk42Shift,
} from './coordinate-systems.ts';
import { UnreadableFile } from './unreadable-file.ts';

const unknownSystem: Text = {
  en: 'The .prj file names a coordinate system that is not known here. Choose the system in the list.',
  ru: 'В файле .prj указана неизвестная система координат. Выберите её в списке.',
};

const maxPrjBytes = 8_000;

/** Datum shifts to WGS 84. Files usually omit them, and ignoring them moves land by a hundred metres. */
const datums: readonly [RegExp, string][] = [
  [/^D?_?WGS_?(19)?84/i, '+datum=WGS84'],
  [/^D?_?ETRS_?(19)?89/i, '+ellps=GRS80 +towgs84=0,0,0'],
  [/^D?_?Pulkovo_?1942/i, `+ellps=krass ${sk42Shift}`],
  [/^D?_?(GSK|Geodezicheskaya_Sistema_Koordinat)_?2011/i, '+a=6378136.5 +rf=298.2564151 +towgs84=0,0,0'],
];

/** Converter for the coordinate system of a .prj file; throws UnreadableFile if unsupported. */
export function createConverterFromPrj(prj: Buffer): DegreesConverter {
  try {
    return readPrj(prj.subarray(0, maxPrjBytes).toString('latin1'));
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(unknownSystem);
  }
}

/** Supports longitude and latitude, Gauss-Krüger and other transverse Mercator, and web Mercator. */
function readPrj(text: string): DegreesConverter {
  const datum = /DATUM\["([^"]{1,80})"/i.exec(text)?.[1] ?? '';
  const shift = /TOWGS84\[([-\d.,\s]{5,200})\]/i.exec(text)?.[1]?.replaceAll(/\s/g, '');
  const ellipsoid = /SPHEROID\["[^"]{0,80}",([\d.]{1,20}),([\d.]{1,20})/i.exec(text);
  const known = datums.find(([name]) => name.test(datum.replaceAll(' ', '_')))?.[1];
  if (shift !== undefined && !isDatumShift(shift)) refuse();
  const shape =
    shift !== undefined && ellipsoid
      ? `+a=${ellipsoid[1]} +rf=${ellipsoid[2]} +towgs84=${shift}`
      : (known ?? refuse());
  const projection = /PROJECTION\["([^"]{1,80})"/i.exec(text)?.[1]?.toLowerCase();
  if (projection === undefined) {
    if (!/^\s*GEOGCS\[/i.test(text)) refuse();
    return known === '+datum=WGS84' ? keepDegrees : createProjConverter(`+proj=longlat ${shape} +no_defs`);
  }
  const unit = /UNIT\["(Meter|Metre)",1(\.0*)?\D/i.test(text);
  if (!unit) refuse();
  if (projection === 'mercator_auxiliary_sphere')
    return createProjConverter('+proj=merc +a=6378137 +b=6378137 +k=1 +units=m +nadgrids=@null +no_defs');
  if (projection !== 'transverse_mercator' && projection !== 'gauss_kruger') refuse();
  const parameter = (name: string, otherwise: number) => {
    const found = new RegExp(`PARAMETER\\["${name}",\\s*(-?[\\d.]{1,30})`, 'i').exec(text)?.[1];
    const value = Number(found ?? otherwise);
    return Number.isFinite(value) ? value : refuse();
  };
  return createProjConverter(
    [
      `+proj=tmerc +lat_0=${parameter('latitude_of_origin', 0)} +lon_0=${parameter('central_meridian', 0)}`,
      `+k=${parameter('scale_factor', 1)} +x_0=${parameter('false_easting', 0)} +y_0=${parameter('false_northing', 0)}`,
      `${shape} +units=m +no_defs`,
    ].join(' '),
  );
}

function refuse(): never {
  throw new UnreadableFile(unknownSystem);
}
