import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type LandDocument,
  type PackedLand,
  packLand,
  unpackLand,
} from '../../src/engines/geometry/land-document.ts';
import type { Position } from '../../src/engines/geometry/types.ts';
import { repository } from '../harness/source-tree.ts';

/** Positions on the document's grid, to survive the rounding. */
const degrees = (most: number) =>
  fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((units) => units / 1e7);
const place: fc.Arbitrary<Position> = fc.tuple(degrees(180), degrees(90));
const ring = fc.array(place, { minLength: 3, maxLength: 8 });
const outline = fc.array(fc.array(ring, { minLength: 1, maxLength: 3 }), { maxLength: 3 });
const id = fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n });
const number = fc.oneof(
  fc.integer({ min: 0, max: 99_999 }).map(String),
  fc.constantFrom('007', '12А', '50:04:0190302:7', '1e3', '0', '-5', '9999999999'),
);

const land: fc.Arbitrary<LandDocument> = fc.uniqueArray(id, { maxLength: 12 }).chain((ids) =>
  fc.record({
    settlement: fc.record({
      id: id.map(String),
      slug: fc.constant('berezka'),
      name: fc.string(),
      dwellingSetbackM: fc.constant(3),
      otherSetbackM: fc.constant(1),
    }),
    boundary: fc.option(ring),
    plots: fc.tuple(
      ...ids
        .sort((a, b) => (a < b ? -1 : 1))
        .map((plot) =>
          fc.record({
            id: fc.constant(String(plot)),
            number,
            listing: fc.option(fc.constantFrom('for_sale', 'sold')),
            outline,
          }),
        ),
    ),
    buildings:
      ids.length === 0
        ? fc.constant([])
        : fc.array(
            fc.record({
              plot: fc.nat(ids.length - 1),
              purpose: fc.constantFrom('dwelling', 'garage'),
              setbackM: fc.option(fc.nat(5000).map((centimetres) => centimetres / 100)),
              outline,
            }),
            { maxLength: 8 },
          ),
  }),
);

describe('the land document', () => {
  it('survives a round trip of pack, JSON and unpack', () => {
    fc.assert(
      fc.property(land, (given) => {
        const packed = JSON.parse(JSON.stringify(packLand(given))) as PackedLand;
        assert.deepEqual(unpackLand(packed), JSON.parse(JSON.stringify(given)));
      }),
    );
  });

  it('unpackLand throws on another format', () => {
    assert.throws(() => unpackLand({ format: 'other/1' } as never), /settlements-land\/1/);
  });

  it('can be read in a browser', () => {
    const source = readFileSync(join(repository, 'src/engines/geometry/land-document.ts'), 'utf8');
    const imports = [...source.matchAll(/^import .*$/gm)].map(([line]) => line);
    assert.ok(imports.length > 0 && imports.every((line) => line.startsWith('import type ')));
    assert.ok(!/\b(Buffer|process)\b/.test(source));
  });
});
