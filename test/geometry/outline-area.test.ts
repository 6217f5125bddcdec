import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import fc from 'fast-check';
import { maxCorridorLength } from '../../src/engines/geometry/boundary/corridors.ts';
import { computeOutline } from '../../src/engines/geometry/boundary/outline.ts';
import {
  areaOf,
  buffer,
  differenceOnGrid,
  freeAllHandles,
  fromGeos,
  isValid,
  toGeos,
  unaryUnion,
} from '../../src/engines/geometry/rings/geos.ts';
import { boxOf, toMetres } from '../../src/engines/geometry/rings/local-projection.ts';
import { type Part, packShapes, partsAt, type Ring } from '../../src/engines/geometry/rings/packed-shapes.ts';
import { flatten } from '../../src/engines/geometry/rings/points.ts';
import { ground, membersOf, selections } from './generated-village.ts';

afterEach(() => freeAllHandles());

const metric = (parts: readonly Part[]): Part[] =>
  parts.map((part) => part.map((ring) => toMetres(ground, ring)));

it('the outline covers the members’ land and little more', () => {
  fc.assert(
    fc.property(selections, ({ input, village }) => {
      const wanted = membersOf(input);
      const shapes = packShapes(village.map((parcel) => parcel.geometry));
      const members = Uint8Array.from(village, (parcel) => (wanted.has(parcel.id) ? 1 : 0));
      const ring = toMetres(
        ground,
        computeOutline(shapes, flatten(village.map((parcel) => parcel.centre)), members),
      );
      const outline = toGeos([[ring]]);
      assert.ok(isValid(outline));

      const land = village.flatMap((_, i) => (members[i] ? metric(partsAt(shapes, i)) : []));
      const union = unaryUnion(toGeos(land));
      const blocks = fromGeos(buffer(buffer(union, 0.25), -0.25));
      // Blocks too far away for a corridor are listed, not outlined.
      const [west, south, east, north] = boxOf(ring);
      const reached = blocks.filter(([shell]) => {
        const [w, s, e, n] = boxOf(shell as Ring);
        return w >= west - 1 && s >= south - 1 && e <= east + 1 && n <= north + 1;
      });
      const missing = areaOf(differenceOnGrid(toGeos(reached), outline));
      // One slit per remaining hole, plus the area it may cut off.
      const slits = (reached.flat().length - reached.length) * 0.2 * 60 + 0.5;
      assert.ok(missing <= 0.001 * areaOf(union) + slits, `${missing} m² of members are left out`);

      const filled = toGeos(blocks.map(([shell]) => [shell as Ring]));
      const surplus = areaOf(differenceOnGrid(outline, unaryUnion(filled)));
      assert.ok(surplus <= blocks.length * 0.5 * maxCorridorLength, `${surplus} m² of others are taken in`);
      freeAllHandles();
    }),
    { numRuns: 80, seed: 20261114 },
  );
});
