import {
  geoFeature,
  geoJson,
  kml,
  makeDbf,
  makeShp,
  makeZip,
  placemark,
  type Ring,
  utf8,
  wgs84Prj,
  windows1251,
} from './sample-files.ts';

/** A file and the expected result of importing it. */
export interface FileCase {
  name: string;
  bytes: Buffer;
  /** The chosen coordinate system; `auto` by default. */
  system?: string;
  /** Outcome and remark per feature, or the reason why the file is unreadable. */
  expected: readonly (readonly [number, string, RegExp?])[] | RegExp;
  /** Cadastral number and plot number of the imported plots. */
  stored?: readonly (readonly [string, string])[];
}

/** Adjacent squares near the village's plots. */
const square = (column: number): Ring => {
  const [west, south] = [37.51 + column * 0.0006, 56.305];
  return [
    [west, south],
    [west, south + 0.0003],
    [west + 0.0005, south + 0.0003],
    [west + 0.0005, south],
    [west, south],
  ];
};
const open = (ring: Ring): Ring => ring.slice(0, -1);
/** Swaps the second and third corner, so that the ring crosses itself. */
const crossing = (ring: Ring): Ring => [ring[0], ring[2], ring[1], ring[3], ring[0]] as Ring;
const at = (value: number): Ring => [[value, value], ...square(0).slice(1, -1), [value, value]];

const cn = (number: number) => `50:77:1:${number}`;
const badPlace = /longitude from -180 to 180/;
const crossed = /was repaired/;
const doubled = /in the file before/;
const noNumber = /neither a plot number nor a cadastral number/;
const metresHint = /coordinates are in metres.*Choose the coordinate system/;
const plotsAdded = (count: number) =>
  Array.from({ length: count }, (_, index) => [index + 1, 'added'] as const);
/** Rows are numbered as in a spreadsheet: the first one names the columns. */
const rowsAdded = (count: number) =>
  Array.from({ length: count }, (_, index) => [index + 2, 'added'] as const);
const stored = (count: number) =>
  Array.from({ length: count }, (_, index) => [cn(index + 1), `A${index + 1}`] as const);

const json = (number: number, ring: Ring | null) =>
  geoFeature({ cn: cn(number), number: `A${number}` }, ring);
const goodJson = geoJson([json(1, square(1)), json(2, square(2)), json(3, null)]);
const inText = (bytes: Buffer, from: string, to: string) => Buffer.from(bytes.toString().replace(from, to));

const geoJsonCases: FileCase[] = [
  { name: 'GeoJSON', bytes: goodJson, expected: plotsAdded(3), stored: stored(3) },
  {
    name: 'truncated GeoJSON',
    bytes: goodJson.subarray(0, -40),
    expected: /ends in the middle, after feature 2/,
  },
  {
    name: 'GeoJSON in metres without crs',
    bytes: geoJson([
      json(1, [
        [1_326_262, 519_550],
        [1_326_262, 519_580],
        [1_326_290, 519_580],
      ]),
    ]),
    expected: [[1, 'refused', metresHint]],
  },
  {
    name: 'GeoJSON with an unknown crs',
    bytes: geoJson([json(1, square(1))], { crs: { type: 'name', properties: { name: 'EPSG:31467' } } }),
    expected: /names a coordinate system that is not known/,
  },
  {
    name: 'GeoJSON with crs at the end',
    bytes: Buffer.from(
      JSON.stringify({
        type: 'FeatureCollection',
        features: Array.from({ length: 40 }, (_, index) => json(index + 1, square(index))),
        crs: { type: 'name', properties: { name: 'EPSG:4284' } },
      }),
    ),
    expected: /not understood/,
  },
  {
    name: 'GeoJSON with open and self-crossing rings',
    bytes: geoJson([json(1, open(square(1))), json(2, crossing(square(2)))]),
    expected: [
      [1, 'added'],
      [2, 'added', crossed],
    ],
    stored: stored(2),
  },
  {
    name: 'GeoJSON with NaN, Infinity and a duplicate cadastral number',
    bytes: inText(
      inText(
        geoJson([json(1, at(11.5)), json(2, at(22.5)), json(3, square(3)), json(3, square(4))]),
        '11.5',
        'NaN',
      ),
      '22.5',
      '1e999',
    ),
    expected: [
      [1, 'refused', /not valid JSON/],
      [2, 'refused', badPlace],
      [3, 'added'],
      [4, 'refused', doubled],
    ],
    stored: [[cn(3), 'A3']],
  },
  {
    name: 'GeoJSON nested too deep',
    bytes: inText(goodJson, '"coordinates":', `"deep":${'['.repeat(50)}${']'.repeat(50)},"coordinates":`),
    expected: /nests deeper.*in feature 1\./,
  },
  {
    name: 'GeoJSON with lines, points, a list and words among its features',
    bytes: inText(
      geoJson([json(1, square(1)), geoFeature({ cn: cn(2) }, null), 7, 'words', [1]] as never),
      '"geometry":null',
      '"geometry":{"type":"LineString","coordinates":[[37.5,56.3],[37.6,56.3]]}',
    ),
    expected: [
      [1, 'added'],
      [2, 'refused', /./],
      [3, 'refused', /not a GeoJSON feature/],
      [4, 'refused', /not a GeoJSON feature/],
      [5, 'refused', /not a GeoJSON feature/],
    ],
    stored: stored(1),
  },
  {
    name: 'GeoJSON that is one feature and no collection',
    bytes: Buffer.from(JSON.stringify(json(1, square(1)))),
    expected: /FeatureCollection with a list/,
  },
];

const mark = (number: number, ring: Ring) =>
  placemark(
    `<name>A${number}</name><ExtendedData><Data name="cn"><value>${cn(number)}</value></Data></ExtendedData>`,
    [ring],
  );
const goodKml = kml(mark(1, square(1)) + mark(2, square(2)));
const entities = (declared: string) =>
  Buffer.from(goodKml.replace('<kml', `<!DOCTYPE kml [${declared}]><kml`).replace('A1', '&a;'));
const laughs = Array.from({ length: 9 }, (_, index) => {
  const [name, before] = ['abcdefghij'[index + 1], 'abcdefghij'[index]];
  return `<!ENTITY ${name} "${`&${before};`.repeat(10)}">`;
});

const kmlCases: FileCase[] = [
  { name: 'KML', bytes: Buffer.from(goodKml), expected: plotsAdded(2), stored: stored(2) },
  { name: 'KMZ', bytes: makeZip({ 'doc.kml': goodKml }), expected: plotsAdded(2), stored: stored(2) },
  {
    name: 'KML in Windows-1251 with a label point next to the polygon',
    bytes: windows1251(
      kml(
        mark(1, square(1))
          .replace('A1', 'Б1')
          .replace('<Polygon>', '<MultiGeometry><Point><coordinates>37.5,56.3</coordinates></Point><Polygon>')
          .replace('</Polygon>', '</Polygon></MultiGeometry>'),
      ),
    ),
    expected: plotsAdded(1),
    stored: [[cn(1), 'Б1']],
  },
  {
    name: 'truncated KML',
    bytes: Buffer.from(goodKml.slice(0, -60)),
    expected: /XML of the file is broken.*in line \d+\./,
  },
  {
    name: 'KML whose third line closes what was not opened',
    bytes: Buffer.from(kml(`\n\n</Oops>${mark(1, square(1))}`)),
    expected: /XML of the file is broken.*in line 3\./,
  },
  {
    name: 'a KMZ with broken XML',
    bytes: makeZip({ 'doc.kml': `<kml>\n<Document>\n<Placemark>` }),
    expected: /XML of the file is broken.*in line 3\./,
  },
  {
    name: 'a damaged KMZ',
    bytes: makeZip({ 'doc.kml': goodKml }).subarray(0, -30),
    expected: /archive is damaged/,
  },
  {
    name: 'a KMZ with a point, a placemark without a number and one without an outline',
    bytes: makeZip({
      'doc.kml': kml(
        `<Placemark><name>A</name><Point><coordinates>37.5,56.3</coordinates></Point></Placemark>` +
          `<Placemark><Polygon></Polygon></Placemark><Placemark><name>${cn(33)}</name></Placemark>`,
      ),
    }),
    expected: [
      [1, 'refused', /a point or a line/],
      [2, 'refused', noNumber],
      [3, 'added'],
    ],
    stored: [[cn(33), '33']],
  },
  {
    name: 'XML that is not KML, such as GPX',
    bytes: Buffer.from('<?xml version="1.0"?><gpx><wpt lat="56.3" lon="37.5"/></gpx>'),
    expected: /not KML/,
  },
  {
    name: 'KML with an external entity (XXE)',
    bytes: entities('<!ENTITY a SYSTEM "file:///etc/passwd">'),
    expected: /entities of its own.*in line 1\./,
  },
  {
    name: 'KML with an entity bomb (billion laughs)',
    bytes: entities(`<!ENTITY a "ha">${laughs.join('')}`),
    expected: /entities of its own.*in line 1\./,
  },
  {
    name: 'KML with an undeclared entity',
    bytes: Buffer.from(goodKml.replace('A1', 'A&b;1')),
    expected: plotsAdded(2),
    stored: [
      [cn(1), 'A&b;1'],
      [cn(2), 'A2'],
    ],
  },
  {
    name: 'KML nested too deep',
    bytes: Buffer.from(goodKml.replace('<Folder>', '<Folder>'.repeat(100))),
    expected: /nests deeper.*in line \d+\./,
  },
  {
    name: 'KML with NaN, Infinity, metres, open and self-crossing rings and a duplicate number',
    bytes: Buffer.from(
      kml(
        [at(Number.NaN), at(Number.POSITIVE_INFINITY), at(1_326_262), open(square(4)), crossing(square(5))]
          .map((ring, index) => mark(index + 1, ring))
          .join('') + mark(5, square(6)),
      ),
    ),
    expected: [
      [1, 'refused', badPlace],
      [2, 'refused', badPlace],
      [3, 'refused', badPlace],
      [4, 'added'],
      [5, 'added', crossed],
      [6, 'refused', doubled],
    ],
    stored: [
      [cn(4), 'A4'],
      [cn(5), 'A5'],
    ],
  },
];

const table = (numbers: readonly number[]) =>
  makeDbf(
    [utf8('cad_num'), utf8('number')],
    numbers.map((number) => [utf8(cn(number)), utf8(`A${number}`)]),
  );
const shapes = {
  'plots.shp': makeShp([[square(1)], [square(2)]]),
  'plots.dbf': table([1, 2]),
  'plots.prj': wgs84Prj,
  'plots.cpg': 'UTF-8',
};
const without = (...endings: string[]) =>
  makeZip(Object.fromEntries(Object.entries(shapes).filter(([name]) => !endings.includes(name.slice(-4)))));
const metres: Ring = [
  [7_400_000, 6_200_000],
  [7_400_000, 6_200_030],
  [7_400_040, 6_200_030],
  [7_400_040, 6_200_000],
  [7_400_000, 6_200_000],
];
const inMetres = { 'a.shp': makeShp([[metres]]), 'a.dbf': table([1]) };
const climbing = Object.fromEntries(
  Object.entries(shapes).map(([name, content]) => [`../../../../tmp/${name}`, content]),
);
const rings = shapes['plots.shp'];
const badRing = Buffer.from(rings);
// The number of points of the second record.
badRing.writeInt32LE(1_000_000, 100 + 8 + rings.readInt32BE(104) * 2 + 8 + 40);
const line = Buffer.from(rings);
line.writeInt32LE(3, 108);
const bomb = makeZip({ 'a.shp': new Uint8Array(65 * 1024 * 1024), 'a.prj': wgs84Prj });
const crowd = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.txt`, 'x']));

const shapefileCases: FileCase[] = [
  { name: 'a shapefile', bytes: makeZip(shapes), expected: plotsAdded(2), stored: stored(2) },
  { name: 'a shapefile without .cpg', bytes: without('.cpg'), expected: plotsAdded(2), stored: stored(2) },
  { name: 'a shapefile without .prj', bytes: without('.prj'), expected: /no \.prj file/ },
  {
    name: 'a shapefile without .prj with a chosen coordinate system',
    bytes: makeZip(inMetres),
    system: 'sk42-7',
    expected: plotsAdded(1),
    stored: stored(1),
  },
  {
    name: 'a shapefile in metres with a chosen system in degrees',
    bytes: makeZip(inMetres),
    system: 'wgs84',
    expected: [[1, 'refused', metresHint]],
  },
  {
    name: 'a shapefile in degrees with a chosen system in metres',
    bytes: makeZip(shapes),
    system: 'sk42-7',
    expected: [
      [1, 'refused', /encloses no land/],
      [2, 'refused', /encloses no land/],
    ],
  },
  {
    name: 'a shapefile without .dbf',
    bytes: without('.dbf'),
    expected: [
      [1, 'refused', noNumber],
      [2, 'refused', noNumber],
    ],
  },
  { name: 'a shapefile without .shp', bytes: without('.shp'), expected: /neither a \.shp nor a \.kml/ },
  {
    name: 'a shapefile with an unknown encoding in .cpg',
    bytes: makeZip({ ...shapes, 'plots.cpg': 'klingon' }),
    expected: /encoding that is not known/,
  },
  {
    name: 'a truncated archive',
    bytes: makeZip(shapes).subarray(0, -60),
    expected: /archive is damaged/,
  },
  {
    name: 'a truncated .shp inside an archive',
    bytes: makeZip({ ...shapes, 'plots.shp': shapes['plots.shp'].subarray(0, -20) }),
    expected: /ends in the middle.*in feature 2\./,
  },
  {
    name: 'a shapefile with NaN, Infinity, open and self-crossing rings and a duplicate number',
    bytes: makeZip({
      ...shapes,
      'plots.shp': makeShp(
        [at(Number.NaN), at(Number.POSITIVE_INFINITY), open(square(3)), crossing(square(4)), square(5)].map(
          (ring) => [ring],
        ),
      ),
      'plots.dbf': table([1, 2, 3, 4, 4]),
    }),
    expected: [
      [1, 'refused', badPlace],
      [2, 'refused', badPlace],
      [3, 'added'],
      [4, 'added', crossed],
      [5, 'refused', doubled],
    ],
    stored: [
      [cn(3), 'A3'],
      [cn(4), 'A4'],
    ],
  },
  {
    name: 'a shapefile whose second record says more points than it has',
    bytes: makeZip({ ...shapes, 'plots.shp': badRing }),
    expected: /damaged.*in feature 2\./,
  },
  {
    name: 'a shapefile with a line',
    bytes: makeZip({ ...shapes, 'plots.shp': line }),
    expected: [
      [1, 'refused', /a point or a line/],
      [2, 'added'],
    ],
    stored: [[cn(2), 'A2']],
  },
  {
    name: 'a shapefile with a damaged .dbf',
    bytes: makeZip({ ...shapes, 'plots.dbf': Buffer.alloc(40) }),
    expected: /\.dbf file is damaged/,
  },
  {
    name: 'an archive with two layers',
    bytes: makeZip({ ...shapes, 'more.kml': goodKml }),
    expected: /several layers/,
  },
  {
    name: 'an archive with path traversal in its names',
    bytes: makeZip(climbing),
    expected: plotsAdded(2),
    stored: stored(2),
  },
  { name: 'a zip bomb', bytes: bomb, expected: /unpacks to more/ },
  {
    name: 'an archive with too many files',
    bytes: makeZip({ ...shapes, ...crowd }),
    expected: /more than 200 files/,
  },
];

const excel = 'Кадастровый номер;Номер участка;Площадь, кв. м;Адрес\r\n';
const rows = `${cn(1)};A1;1 250,5;"СНТ ""Берёзка""; уч. 1"\r\n${cn(2)};A2;;\r\n`;

const csvCases: FileCase[] = [
  {
    name: 'CSV',
    bytes: utf8(`cn,number,area\n${cn(1)},A1,600\n${cn(2)},A2,\n`),
    expected: rowsAdded(2),
    stored: stored(2),
  },
  {
    name: 'CSV as a Russian spreadsheet saves it',
    bytes: windows1251(excel + rows),
    expected: rowsAdded(2),
    stored: stored(2),
  },
  {
    name: 'CSV in UTF-8 with a byte order mark',
    bytes: utf8(`\ufeff${excel}${rows}`),
    expected: rowsAdded(2),
    stored: stored(2),
  },
  {
    name: 'CSV in UTF-16 separated by tabs ("Unicode text")',
    bytes: Buffer.from(`\ufeff${(excel + rows).replaceAll(';', '\t')}`, 'utf16le'),
    expected: rowsAdded(2),
    stored: stored(2),
  },
  {
    name: 'truncated CSV',
    bytes: utf8((excel + rows).slice(0, -30)),
    expected: /quotation mark is opened.*in line 2\./,
  },
  {
    name: 'CSV without a header',
    bytes: utf8('just words\nand more\n'),
    expected: /line at the top must name the columns/,
  },
  {
    name: 'CSV with a row without any number and a duplicate cadastral number',
    bytes: utf8(`cn;number;area\n;;600\n${cn(2)};A2;\n${cn(2)};A3;\n`),
    expected: [
      [2, 'refused', noNumber],
      [3, 'added'],
      [4, 'refused', doubled],
    ],
    stored: [[cn(2), 'A2']],
  },
  { name: 'an empty file', bytes: utf8(' \n'), expected: /file is empty/ },
];

export const fileCases: readonly FileCase[] = [...geoJsonCases, ...kmlCases, ...shapefileCases, ...csvCases];
export const cadastralPrefix = '50:77:1:';
