import { strToU8, zipSync } from 'fflate';

export type Ring = readonly (readonly [number, number])[];

/** A rectangle from its lower left corner, clockwise like the shells of a shapefile. */
export const rectangle = (x: number, y: number, width: number, height: number): Ring => [
  [x, y],
  [x, y + height],
  [x + width, y + height],
  [x + width, y],
  [x, y],
];

/** A .shp with polygons; null is a record without a shape. */
export function makeShp(shapes: readonly (readonly Ring[] | null)[], kind = 5): Buffer {
  const records = shapes.map((rings, index) => {
    const points = rings?.flat() ?? [];
    const content = Buffer.alloc(rings === null ? 4 : 44 + rings.length * 4 + points.length * 16);
    content.writeInt32LE(rings === null ? 0 : kind, 0);
    if (rings !== null) {
      content.writeInt32LE(rings.length, 36);
      content.writeInt32LE(points.length, 40);
      let start = 0;
      for (const [at, ring] of rings.entries()) {
        content.writeInt32LE(start, 44 + at * 4);
        start += ring.length;
      }
      for (const [at, [x, y]] of points.entries()) {
        content.writeDoubleLE(x, 44 + rings.length * 4 + at * 16);
        content.writeDoubleLE(y, 52 + rings.length * 4 + at * 16);
      }
    }
    const head = Buffer.alloc(8);
    head.writeInt32BE(index + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([head, content]);
  });
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  const file = Buffer.concat([header, ...records]);
  file.writeInt32BE(file.length / 2, 24);
  file.writeInt32LE(1000, 28);
  file.writeInt32LE(kind, 32);
  return file;
}

/** A .dbf whose fields are all text of forty bytes. Names and values are encoded bytes. */
export function makeDbf(
  names: readonly Buffer[],
  rows: readonly (readonly Buffer[])[],
  struckOut = -1,
): Buffer {
  const header = Buffer.alloc(33 + names.length * 32);
  header[0] = 3;
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + names.length * 40, 10);
  for (const [at, name] of names.entries()) {
    name.copy(header, 32 + at * 32, 0, 10);
    header[32 + at * 32 + 11] = 'C'.charCodeAt(0);
    header[32 + at * 32 + 16] = 40;
  }
  header[header.length - 1] = 0x0d;
  const records = rows.map((row, index) => {
    const record = Buffer.alloc(1 + names.length * 40, ' ');
    if (index === struckOut) record[0] = 0x2a;
    for (const [at, value] of row.entries()) value.copy(record, 1 + at * 40, 0, 40);
    return record;
  });
  return Buffer.concat([header, ...records]);
}

export const wgs84Prj =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
export const sk42Prj =
  'PROJCS["Pulkovo_1942_GK_Zone_7",GEOGCS["GCS_Pulkovo_1942",DATUM["D_Pulkovo_1942",SPHEROID["Krasovsky_1940",6378245.0,298.3]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",7500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",39.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

export function makeZip(files: Readonly<Record<string, Uint8Array | string>>): Buffer {
  const parts = Object.entries(files).map(
    ([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content] as const,
  );
  return Buffer.from(zipSync(Object.fromEntries(parts)));
}

export const utf8 = (text: string) => Buffer.from(text);

/** Encodes as a code page, which Node can only decode. */
export function encodeAs(page: 'windows-1251' | 'ibm866', text: string): Buffer {
  const decoder = new TextDecoder(page);
  const all = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Buffer.from([...text].map((letter) => all.get(letter) ?? 63));
}

export const windows1251 = (text: string) => encodeAs('windows-1251', text);

const kmlRing = (ring: Ring) =>
  `<LinearRing><coordinates>${ring.map(([x, y]) => `${x},${y},0`).join('\n  ')}</coordinates></LinearRing>`;

export const placemark = (inner: string, rings: readonly Ring[]) =>
  `<Placemark>${inner}<Polygon>${rings
    .map((ring, at) => {
      const side = at === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
      return `<${side}>${kmlRing(ring)}</${side}>`;
    })
    .join('')}</Polygon></Placemark>`;

export const kml = (placemarks: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><!-- plan --><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>${placemarks}</Folder></Document></kml>`;

export const geoJson = (features: readonly object[], more: object = {}) =>
  Buffer.from(JSON.stringify({ type: 'FeatureCollection', ...more, features }));

export const geoFeature = (properties: object | null, ring: Ring | null) => ({
  type: 'Feature',
  properties,
  geometry: ring && { type: 'Polygon', coordinates: [ring] },
});
