import assert from 'node:assert/strict';
import { it } from 'node:test';
import { degreeLengths, distanceBetween, ringArea } from '../../src/engines/geometry/rings/ellipsoid.ts';

const near = (value: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(value - expected) <= tolerance, `${value} is not within ${tolerance} of ${expected}`);

it('ringArea gives the area of the whole earth', () => {
  const all = Float64Array.from([-180, -90, 180, -90, 180, 90, -180, 90]);
  near(ringArea(all), 510_065_621_724_089, 1e4);
});

it('ringArea of a small square is the product of its sides, signed by orientation', () => {
  for (const latitude of [0, 42, 55.7, -33, 69]) {
    const scale = degreeLengths(latitude);
    const [x, y] = [50 / scale.longitude, 50 / scale.latitude];
    const square = [10 - x, latitude - y, 10 + x, latitude - y, 10 + x, latitude + y, 10 - x, latitude + y];
    near(ringArea(Float64Array.from(square)), 10_000, 1e-3);
    const back = [
      square[6],
      square[7],
      square[4],
      square[5],
      square[2],
      square[3],
      square[0],
      square[1],
    ] as number[];
    near(ringArea(Float64Array.from(back)), -10_000, 1e-3);
  }
});

it('distanceBetween agrees with the surveyed line from Flinders Peak to Buninyong', () => {
  const degrees = (d: number, m: number, s: number) => Math.sign(d) * (Math.abs(d) + m / 60 + s / 3600);
  const metres = distanceBetween(
    degrees(144, 25, 29.5244),
    degrees(-37, 57, 3.7203),
    degrees(143, 55, 35.3839),
    degrees(-37, 39, 10.1561),
  );
  near(metres, 54_972.271, 0.3);
});

it('degreeLengths and distanceBetween are exact to a tenth of a millimetre at 100 m', () => {
  near(degreeLengths(45).latitude, 111_132, 1);
  near(degreeLengths(60).longitude, 55_800, 1);
  const there = distanceBetween(37.6, 55.7, 37.6009, 55.7006);
  const halves =
    distanceBetween(37.6, 55.7, 37.60045, 55.7003) + distanceBetween(37.60045, 55.7003, 37.6009, 55.7006);
  near(there, halves, 1e-4);
});
