import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assignPlotNumbers } from '../../src/domain/rules/plot-numbers.ts';
import { readLandFile } from '../../src/features/land-import/formats/land-file.ts';
import { pageLimits } from '../../src/features/land-import/formats/limits.ts';
import { UnreadableFile } from '../../src/features/land-import/formats/unreadable-file.ts';
import { toLandFeature } from '../../src/features/land-import/land-feature.ts';
import { kml, makeShp, type Ring, wgs84Prj } from './sample-files.ts';
import { storedZip } from './stored-zip.ts';
import { countWork } from './work-counter.ts';

const size = 1024 * 1024;
/** The size limit of a page is lower; the other limits are the same. */
const limits = { ...pageLimits, heldBytes: 4 * size };
const fill = (part: string) => part.repeat(Math.ceil(size / part.length));
const text = (whole: string) => Buffer.from(whole);
const collection = (features: string) => text(`{"features":[${features}]}`);
const inPlacemark = (inner: string) => text(kml(`<Placemark>${inner}</Placemark>`));

const tiny: Ring = [
  [37.5, 56.3],
  [37.5, 56.31],
  [37.51, 56.3],
];
const hole = [...tiny].reverse();
/** The most rings that one outline may have, half shells and half holes, with no hole in any shell. */
const mostRings = [
  ...Array.from({ length: 100 }, () => tiny),
  ...Array.from({ length: 100 }, () => hole.map(([x, y]) => [x + 9, y] as const)),
];
const hostile: Record<string, Buffer> = {
  'GeoJSON of nothing but blanks': text(`{${fill(' ')}`),
  'GeoJSON of entries that are nothing': collection(fill('1,')),
  'GeoJSON of a string that does not end': text(`{"features":[{"a":"${fill('\\"')}`),
  'GeoJSON of keys': text(`{${fill('"crs":1,')}"features":[]}`),
  'GeoJSON that begins to name its system again and again': text(`{${fill('"crs":{"a":')}`),
  'GeoJSON of one outline': collection(
    `{"properties":{},"geometry":{"coordinates":[${fill('[1,2],')}[1,2]]}}`,
  ),
  'GeoJSON of one feature of fields': collection(
    `{"properties":{${Array.from({ length: 300_000 }, (_, at) => `"a${at}":"b"`).join()}},"geometry":null}`,
  ),
  'KML of empty elements': inPlacemark(fill('<a/>')),
  'KML of empty polygons': inPlacemark(fill('<Polygon/>')),
  'KML of empty placemarks': text(kml(fill('<Placemark/>'))),
  'KML of text in pieces': inPlacemark(`<name>${fill('a<!-- -->')}</name>`),
  'KML of literal pieces': inPlacemark(`<name>${fill('<![CDATA[a]]>')}</name>`),
  'KML of a comment that does not end': text(`<kml><!--${fill('--')}`),
  'KML of a tag that does not end': text(`<kml ${fill('a="b" ')}`),
  'KML of one tag with a name at its end': inPlacemark(`<Data ${fill("name='")} name="cn"/>`),
  'KML of ampersands': inPlacemark(`<name>${fill('&#x1')}</name>`),
  'KML of fields': inPlacemark(fill('<Data name="cn"><value>1</value></Data>')),
  'KML of points': inPlacemark(`<Polygon><coordinates>${fill('1,2 ')}</coordinates></Polygon>`),
  'a table of separators': text(fill(';')),
  'a table of empty lines': text(`cn;number${fill('\n')}`),
  'a table of quotation marks': text(`cn;number\n${fill('"')}`),
  'a table of short lines': text(`cn;number\n${fill('1\n')}`),
  'a table of one cell': text(`cn;number\n${fill('x')}`),
  'a table with long names and many lines': text(
    `${Array.from({ length: 200 }, (_, at) => (at % 2 ? `${at}`.padEnd(size / 400, 'x') : `c n${' '.repeat(size / 400)}`)).join(';')}\n${'1\n'.repeat(size / 4)}`,
  ),
  'an archive without an end': Buffer.concat([text('PK\u0003\u0004'), Buffer.alloc(size, 'PK')]),
  'an archive of one long .prj': storedZip({
    'a.shp': makeShp([[tiny]]),
    'a.prj': text(wgs84Prj.slice(0, 8) + fill('DATUM["')),
  }),
  'a shapefile of rings in rings': storedZip({
    'a.shp': makeShp(Array.from({ length: size / 11_000 }, () => mostRings)),
    'a.prj': text(wgs84Prj),
  }),
  'a shapefile of one long ring and many holes': storedZip({
    'a.shp': makeShp([
      [
        Array.from({ length: size / 16 }, () => tiny)
          .flat()
          .slice(0, size / 16),
        ...mostRings.slice(-199),
      ],
    ]),
    'a.prj': text(wgs84Prj),
  }),
};

/** Maximum work per byte of the file; the worst of these files takes 16. */
const maxWorkPerByte = 30;

describe('parsing a hostile file of one megabyte takes linear work', () => {
  for (const [name, bytes] of Object.entries(hostile))
    it(name, async () => {
      const file = { chunks: [bytes], system: 'auto', parameters: '', limits };
      const work = await countWork(async () => {
        try {
          for await (const read of readLandFile(file)) toLandFeature(read);
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error;
        }
      });
      assert.ok(work < maxWorkPerByte * bytes.length, `${work} for ${bytes.length} bytes`);
    });

  it('renaming ten thousand plots of the same number takes linear work', async () => {
    const long = 'x'.repeat(50);
    const newcomers = Array.from({ length: 10_000 }, (_, at) => ({
      id: String(at),
      number: '1',
      cadastralNumber: `${long}${at}`,
    }));
    const work = await countWork(async () => {
      const renamed = assignPlotNumbers(newcomers, new Set(['1', '1/2', '1/5']));
      assert.deepEqual(
        renamed.slice(0, 3).map(({ renamedTo }) => renamedTo),
        ['1/3', '1/4', '1/6'],
      );
      assert.equal(new Set(renamed.map(({ renamedTo }) => renamedTo)).size, newcomers.length);
    });
    assert.ok(work < 1000 * newcomers.length, String(work));
  });
});
