import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type ParsedFeature,
  readGeoJsonFeatures,
} from '../../src/features/land-import/formats/geojson-features.ts';
import { UnreadableFile } from '../../src/features/land-import/formats/unreadable-file.ts';

async function* cut(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(text: string, size = 1 << 20): Promise<ParsedFeature[]> {
  const out: ParsedFeature[] = [];
  for await (const entry of readGeoJsonFeatures(cut(text, size))) out.push(entry);
  return out;
}

const feature = (properties: unknown, geometry: unknown = null) => ({
  type: 'Feature',
  properties,
  geometry,
});
const collection = (...entries: string[]) => `{"type":"FeatureCollection","features":[${entries.join(',')}]}`;

describe('readFeatures', () => {
  it('reads what JSON.parse would, however the file is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ properties: fc.dictionary(fc.string(), fc.jsonValue()), geometry: fc.jsonValue() }),
          {
            maxLength: 6,
          },
        ),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(undefined, 1, 2),
        async (entries, size, indent) => {
          const file = {
            features2: [1, { features: [] }],
            note: '"features":[{}] \\',
            features: entries.map(({ properties, geometry }) => feature(properties, geometry)),
            crs: { features: [feature({})] },
          };
          const text = JSON.stringify(file, null, indent);
          const expected = (JSON.parse(text).features as { properties: unknown; geometry: unknown }[]).map(
            ({ properties, geometry }) => ({ properties, geometry: geometry ?? null }),
          );
          const read = await readAll(text, size);
          assert.deepEqual(
            read.map((entry) => {
              assert.ok('feature' in entry);
              const { properties, geometry } = entry.feature;
              return { properties, geometry };
            }),
            expected,
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  it('reports an invalid feature and continues', async () => {
    const read = await readAll(
      `\ufeff${collection('{"properties":{"a":1},}', '7', 'null', '"x"', '{"a":1}', JSON.stringify(feature({ n: 6 })))}\n`,
      3,
    );
    assert.deepEqual(
      read.map((entry) => [entry.number, 'fault' in entry]),
      [
        [1, true],
        [2, true],
        [3, true],
        [4, true],
        [5, true],
        [6, false],
      ],
    );
    assert.deepEqual(await readAll(collection()), []);
  });

  it('refuses a feature beyond the size limit and continues', async () => {
    const huge = JSON.stringify(feature({ note: 'x'.repeat(9 * 1024 * 1024) }));
    const read = await readAll(collection(huge, JSON.stringify(feature({ id: 1 }))), 64 * 1024);
    assert.deepEqual(
      read.map((entry) => 'fault' in entry),
      [true, false],
    );
  });

  it('refuses a feature with too many JSON values with a reason', async () => {
    const many = `{"properties":{},"geometry":[${'1,'.repeat(2_000_000)}1]}`;
    const [first, second] = await readAll(collection(many, JSON.stringify(feature({ id: 1 }))));
    assert.match(first && 'fault' in first ? first.fault.en : '', /more points than can be read/);
    assert.ok(second && 'feature' in second);
  });

  it('refuses a file that is no collection, is truncated or nests too deep', async () => {
    for (const text of ['', '[]', 'hello', '{}', '{"features":{}}', '{"type":"x"} {}'])
      await assert.rejects(readAll(text), UnreadableFile, text);
    const whole = collection(JSON.stringify(feature({ id: 1 })), JSON.stringify(feature({ id: 2 })));
    for (const length of [whole.length - 1, whole.length - 10, 60])
      await assert.rejects(readAll(whole.slice(0, length), 7), UnreadableFile);
    await assert.rejects(readAll(`{"features":[{"a":${'['.repeat(1000)}`), UnreadableFile);
  });
});
