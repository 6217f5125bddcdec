import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  coordinateSystems,
  createProjConverter,
  findParameterFault,
  parseSystem,
} from '../../src/features/land-import/formats/coordinate-systems.ts';
import { type FieldName, readFields } from '../../src/features/land-import/formats/feature-fields.ts';
import type { ParsedFeature } from '../../src/features/land-import/formats/geojson-features.ts';
import { readLandFile } from '../../src/features/land-import/formats/land-file.ts';
import { commandLimits, limits, pageLimits } from '../../src/features/land-import/formats/limits.ts';
import { UnreadableFile } from '../../src/features/land-import/formats/unreadable-file.ts';
import {
  geoFeature,
  geoJson,
  kml,
  makeDbf,
  makeShp,
  makeZip,
  placemark,
  rectangle,
  sk42Prj,
  utf8,
  wgs84Prj,
  windows1251,
} from './sample-files.ts';

const plot = rectangle(37.5, 56.3, 0.0005, 0.0003);

async function read(
  bytes: Buffer,
  system = 'auto',
  parameters = '',
  most = pageLimits,
): Promise<ParsedFeature[]> {
  const features: ParsedFeature[] = [];
  for await (const feature of readLandFile({ chunks: [bytes], system, parameters, limits: most }))
    features.push(feature);
  return features;
}

const refused = (bytes: Buffer, reason: RegExp, system?: string, parameters?: string) =>
  assert.rejects(read(bytes, system, parameters), (error: unknown) => {
    assert.ok(error instanceof UnreadableFile, String(error));
    assert.match(error.text.ru, reason);
    return true;
  });

const word = (read: ParsedFeature | undefined, field: FieldName) =>
  read && 'feature' in read
    ? readFields(read.feature)[field]
    : read && 'row' in read
      ? read.row.fields[field]
      : 'fault';
const polygons = (read: ParsedFeature | undefined) =>
  read && 'feature' in read
    ? ((read.feature.geometry as { coordinates: number[][][][] } | null)?.coordinates ?? null)
    : null;

describe('a zipped shapefile', () => {
  const dbf = makeDbf([utf8('CAD_NUM'), utf8('readable_a')], [[utf8('50:1:1:1'), utf8('Садовая, 1')]]);
  const whole = {
    'plots.shp': makeShp([[plot]]),
    'plots.dbf': dbf,
    'plots.prj': wgs84Prj,
    'plots.cpg': 'UTF-8',
  };

  it('is read with truncated field names, in the coordinate system of its .prj', async () => {
    const [feature, ...more] = await read(makeZip(whole));
    assert.equal(more.length, 0);
    assert.equal(word(feature, 'cadastralNumber'), '50:1:1:1');
    assert.equal(word(feature, 'address'), 'Садовая, 1');
    assert.deepEqual(polygons(feature), [[plot]]);
  });

  it('decodes Windows-1251 values and field names, declared by .cpg or detected', async () => {
    const table = makeDbf(
      [windows1251('Кад_номер'), windows1251('Адрес')],
      [[utf8('50:1:1:2'), windows1251('Лесная')]],
    );
    for (const cpg of [{ 'a.cpg': '1251' }, {}] as Record<string, string>[])
      assert.equal(
        word(
          (await read(makeZip({ 'a.shp': makeShp([[plot]]), 'a.dbf': table, 'a.prj': wgs84Prj, ...cpg })))[0],
          'address',
        ),
        'Лесная',
      );
    await refused(makeZip({ ...whole, 'plots.cpg': 'klingon' }), /неизвестная кодировка/);
  });

  it('assigns holes to shells, skips deleted records, refuses lines', async () => {
    const hole = [...rectangle(37.5001, 56.3001, 0.0001, 0.0001)].reverse();
    const far = rectangle(37.6, 56.3, 0.0005, 0.0003);
    const [one] = await read(makeZip({ 'a.shp': makeShp([[far, plot, hole]]), 'a.prj': wgs84Prj }));
    assert.deepEqual(polygons(one), [[far], [plot, hole]]);
    const rows = [[utf8('1')], [utf8('2')], [utf8('3')]];
    const some = await read(
      makeZip({
        'a.shp': makeShp([[plot], [plot], null]),
        'a.dbf': makeDbf([utf8('cn')], rows, 1),
        'a.prj': wgs84Prj,
      }),
    );
    assert.deepEqual(
      some.map((each) => [each.number, word(each, 'cadastralNumber'), polygons(each) !== null]),
      [
        [1, '1', true],
        [3, '3', false],
      ],
    );
    const [line] = await read(makeZip({ 'a.shp': makeShp([[plot]], 3), 'a.prj': wgs84Prj }));
    assert.ok(line && 'fault' in line);
  });

  it('is converted from the .prj or chosen system, and refused without either', async () => {
    const moscow = rectangle(7_400_000, 6_200_000, 40, 30);
    const files = { 'a.shp': makeShp([[moscow]]) };
    const expected = [37.3989556, 55.9117768];
    for (const [prj, system] of [
      [{ 'a.prj': sk42Prj }, 'auto'],
      [{}, 'sk42-7'],
    ] as const) {
      const [x = 0, y = 0] =
        polygons((await read(makeZip({ ...files, ...prj }), system))[0])?.[0]?.[0]?.[0] ?? [];
      assert.ok(Math.hypot(x - (expected[0] ?? 0), y - (expected[1] ?? 0)) < 1e-6, `${system} ${x} ${y}`);
    }
    await refused(makeZip(files), /нет файла \.prj/);
    await refused(
      makeZip({ ...files, 'a.prj': sk42Prj.replaceAll('Pulkovo_1942', 'MSK_99') }),
      /неизвестная система/,
    );
  });

  it('is refused if truncated, incomplete or malformed', async () => {
    const good = makeZip(whole);
    for (const length of [30, 200, good.length - 30])
      await refused(good.subarray(0, length), /Архив повреждён/);
    await refused(makeZip({ 'readme.txt': 'hello' }), /нет ни файла \.shp/);
    await refused(makeZip({ ...whole, 'other.shp': makeShp([[plot]]) }), /несколько слоёв/);
    await refused(
      makeZip({ ...whole, 'plots.shp': utf8('not a shapefile at all'.repeat(20)) }),
      /это не шейп-файл/,
    );
    await refused(makeZip({ ...whole, 'plots.shp': makeShp([[plot]]).subarray(0, 180) }), /обрывается/);
    await refused(makeZip({ ...whole, 'plots.dbf': utf8('short') }), /это не таблица/);
    const many = makeShp([[plot]]);
    many.writeInt32LE(1_000_000, 108 + 40);
    await refused(makeZip({ ...whole, 'plots.shp': many }), /это не шейп-файл/);
  });

  it('is not inflated beyond its declared size or the limit (zip bomb)', async () => {
    const bomb = makeZip({ 'a.shp': new Uint8Array(limits.inflatedBytes + 1), 'a.prj': wgs84Prj });
    assert.ok(bomb.length < 200_000);
    await refused(bomb, /распаковывается больше/);
    // The same with a small size declared in the central directory.
    const entry = bomb.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bomb.writeUInt32LE(1000, entry + 24);
    await refused(bomb, /больше, чем в нём указано/);
    const files = Object.fromEntries(
      Array.from({ length: limits.archiveEntries + 1 }, (_, at) => [`${at}.txt`, 'x']),
    );
    await refused(makeZip(files), /больше 200 файлов/);
  });
});

describe('KML', () => {
  it('is read with holes, fields and names, also from KMZ', async () => {
    const hole = rectangle(37.5001, 56.3001, 0.0001, 0.0001);
    const text = kml(
      placemark('<name>50:1:1:3</name><address>Луг &amp; лес</address>', [plot, hole]) +
        placemark(
          '<name>12 А</name><ExtendedData><SchemaData><SimpleData name="cad_num">50:1:1:4</SimpleData></SchemaData></ExtendedData>',
          [plot],
        ) +
        placemark('<ExtendedData><Data name="КН"><value><![CDATA[50:1:1:5]]></value></Data></ExtendedData>', [
          plot,
        ]) +
        '<Placemark><name>gate</name><Point><coordinates>37.5,56.3</coordinates></Point></Placemark>',
    );
    for (const bytes of [Buffer.from(text), makeZip({ 'doc.kml': text })]) {
      const [first, second, third, gate] = await read(bytes);
      assert.deepEqual(polygons(first), [[plot, hole]]);
      assert.deepEqual(
        [first, second, third].map((each) => word(each, 'cadastralNumber')),
        ['50:1:1:3', '50:1:1:4', '50:1:1:5'],
      );
      assert.equal(word(first, 'address'), 'Луг & лес');
      assert.equal(word(second, 'plotNumber'), '12 А');
      assert.ok(gate && 'fault' in gate);
    }
  });

  it('is refused if malformed, with a DTD, or nested too deep', async () => {
    const good = kml(placemark('<name>1</name>', [plot]));
    for (const text of [
      good.slice(0, -10),
      good.replace('</Placemark>', '</Pacemark>'),
      '<kml',
      '<kml><!-- ',
    ])
      await refused(Buffer.from(text), /не по правилам XML/);
    await refused(Buffer.from('<!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>'), /объявлены свой тип/);
    await refused(Buffer.from('<a>'.repeat(100)), /больше 64 уровней/);
    await refused(Buffer.from('<html><body>hello</body></html>'), /не KML/);
    const crowd = placemark('<name>1</name>', [plot]).repeat(pageLimits.features + 1);
    await refused(Buffer.from(kml(crowd)), /больше 10000 объектов/);
  });
});

describe('GeoJSON and tables', () => {
  it('GeoJSON is read in WGS 84, the system of its crs, or the chosen one', async () => {
    const mercator = rectangle(4_174_480.9, 7_616_000, 50, 50);
    const named = { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } } };
    const feature = geoFeature({ options: { cad_num: '50:1:1:6' }, id: 17 }, mercator);
    for (const [bytes, system] of [
      [geoJson([feature], named), 'auto'],
      [geoJson([feature]), 'web-mercator'],
    ] as const) {
      const [read1] = await read(bytes, system);
      assert.equal(
        word(read1, 'cadastralNumber'),
        '50:1:1:6',
        'nested in options, as in the public cadastral map',
      );
      const [x, y] = (polygons(read1) as unknown as number[][][])[0]?.[0] ?? [];
      assert.ok(Math.abs((x ?? 0) - 37.4995) < 1e-3 && Math.abs((y ?? 0) - 56.35) < 0.1, `${x} ${y}`);
    }
    const [plain] = await read(geoJson([geoFeature({ cn: '1' }, plot)]));
    assert.deepEqual(polygons(plain), [plot]);
    await refused(geoJson([feature], { crs: { properties: { name: 'EPSG:31467' } } }), /неизвестная система/);
    await refused(Buffer.from('{"type":"Point"}'), /набором объектов/);
    await refused(Buffer.from('{"type":"FeatureCollection","features":[{'), /обрывается/);
    const points = Array.from({ length: 60_000 }, (_, at) => [37 + at * 1e-6, 56] as const);
    await refused(
      geoJson(Array.from({ length: 9 }, () => geoFeature({ cn: '1' }, points))),
      /больше 500000 точек/,
    );
  });

  it('CSV gives plots without outlines', async () => {
    const [one, two] = await read(
      Buffer.from(
        'Кадастровый номер;№ участка;Площадь, кв. м;Адрес\n50:1:1:7;7;612,5;"Садовая; 7"\n50:1:1:8;8;;\n',
      ),
    );
    assert.deepEqual(
      (['cadastralNumber', 'plotNumber', 'area', 'address'] as const).map((field) => word(one, field)),
      ['50:1:1:7', '7', '612,5', 'Садовая; 7'],
    );
    assert.equal(word(two, 'plotNumber'), '8');
    await refused(Buffer.from('just words\nand more'), /названия столбцов/);
    await refused(Buffer.from(' \n'), /пуст/);
  });
});

describe('a file of any format', () => {
  it('command-line limits: GeoJSON of any size, other formats up to heldBytes', async () => {
    const many = geoJson(
      Array.from({ length: pageLimits.features + 1 }, (_, at) => geoFeature({ cn: at }, null)),
    );
    await refused(many, /больше 10000 объектов/);
    const least = { ...commandLimits, heldBytes: 100 };
    assert.equal((await read(many, 'auto', '', least)).length, pageLimits.features + 1);
    await assert.rejects(read(utf8(`cn;n\n${'1;2\n'.repeat(30)}`), 'auto', '', least), /larger than .* MB/);
  });

  it('is read in chunks of any size, and the input is closed on errors', async () => {
    let isLetGo = false;
    async function* drop(bytes: Buffer) {
      try {
        for (const byte of bytes) yield Buffer.of(byte);
      } finally {
        isLetGo = true;
      }
    }
    const readSlowly = async (bytes: Buffer) => {
      const file = { chunks: drop(bytes), system: 'auto', parameters: '', limits: commandLimits };
      const features: ParsedFeature[] = [];
      for await (const feature of readLandFile(file)) features.push(feature);
      return features;
    };
    for (const bytes of [
      geoJson([geoFeature({ cn: '1' }, plot)]),
      Buffer.from(kml(placemark('<name>1</name>', [plot]))),
      makeZip({ 'a.shp': makeShp([[plot]]), 'a.prj': wgs84Prj }),
      utf8('cn;number\n1;2\n'),
    ])
      assert.deepEqual(await readSlowly(bytes), await read(bytes));
    isLetGo = false;
    await assert.rejects(readSlowly(Buffer.from(`{"features":1} ${' '.repeat(9000)}x`)), UnreadableFile);
    assert.ok(isLetGo);
  });
});

describe('coordinate systems', () => {
  it('are parsed from an id, an EPSG code or PROJ parameters', () => {
    const parameters = '+proj=longlat +datum=WGS84';
    for (const [given, system] of [
      ['auto', 'auto'],
      ['MSK-50-1', 'msk-50-1'],
      ['EPSG:28407', 'sk42-7'],
      ['epsg:3857', 'web-mercator'],
    ] as const)
      assert.deepEqual(parseSystem(given), { system, parameters: '' }, given);
    assert.deepEqual(parseSystem(parameters), { system: 'own', parameters });
    for (const unknown of ['', 'own', 'msk-99-9', 'EPSG:31467', 'EPSG:', 'proj=longlat'])
      assert.equal(parseSystem(unknown), null, unknown);
  });

  it('of an invalid .prj are refused', async () => {
    const files = { 'a.shp': makeShp([[rectangle(7_400_000, 6_200_000, 40, 30)]]) };
    for (const prj of [
      sk42Prj.replace('39.0', '1.2.3'),
      sk42Prj.replace('"Scale_Factor",1.0', '"Scale_Factor",...'),
      `${sk42Prj}TOWGS84[,,,,,,,]`,
      `${sk42Prj}TOWGS84[1-2,3.4.5,-,1,1,1,1]`,
      sk42Prj.replace('6378245.0,298.3', '1,0').replace('DATUM', 'TOWGS84[1,2,3],DATUM'),
    ])
      await refused(makeZip({ ...files, 'a.prj': prj }), /неизвестная система/);
  });

  it('agree with reference conversions', () => {
    const system = (id: string) =>
      createProjConverter(coordinateSystems.find((each) => each.id === id)?.proj ?? '');
    const within = (found: readonly number[], [x, y]: readonly [number, number], by: number) =>
      assert.ok(
        Math.abs((found[0] ?? 0) - x) < by && Math.abs((found[1] ?? 0) - y) < by,
        `${found} ${x} ${y}`,
      );
    // A plot corner of a register extract, converted by another tool to about thirty metres.
    within(system('msk-50-1')(1_326_262.58, 519_550.12), [36.7100571, 56.2076444], 4e-4);
    const degrees = 180 / Math.PI;
    const [x0, y0] = [4_174_480.9 / 6_378_137, 7_616_000 / 6_378_137];
    within(
      system('web-mercator')(4_174_480.9, 7_616_000),
      [x0 * degrees, Math.atan(Math.sinh(y0)) * degrees],
      1e-9,
    );
    // GSK-2011 equals WGS 84 to a metre.
    const zone7 = '+proj=tmerc +lat_0=0 +lon_0=39 +k=1 +x_0=7500000 +y_0=0 +datum=WGS84 +units=m +no_defs';
    within(system('gsk2011-7')(7_400_000, 6_200_000), createProjConverter(zone7)(7_400_000, 6_200_000), 1e-5);
    // SK-42 differs from WGS 84 by about a hundred metres here.
    const [x = 0] = system('sk42')(37.5, 56.3);
    assert.ok(Math.abs(x - 37.5) > 1e-3 && Math.abs(x - 37.5) < 3e-3, String(x));
    for (const { id, proj } of coordinateSystems)
      if (id !== 'web-mercator') assert.equal(findParameterFault(proj), null, id);
  });

  it('given as PROJ parameters are validated', () => {
    const good =
      '+proj=tmerc +lat_0=0 +lon_0=38.5 +k=1 +x_0=2250000 +y_0=-5712900.566 +ellps=krass +towgs84=23.57,-140.95,-79.8,0,0.35,0.79,-0.22 +units=m +no_defs';
    assert.equal(findParameterFault(good), null);
    for (const bad of [
      '',
      'EPSG:28407',
      '+proj=tmerc',
      '+proj=geos +h=35785831 +ellps=krass',
      `${good} +nadgrids=/etc/passwd`,
      `${good} +init=epsg:4326`,
      good.replace('38.5', 'x'),
      good.replace('23.57,', ''),
      good.replace('krass', 'flat'),
      `${good} ${'+k=1 '.repeat(40)}`,
      '+proj=tmerc +a=1 +rf=0',
    ])
      assert.notEqual(findParameterFault(bad), null, bad);
  });
});
