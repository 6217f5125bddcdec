import { isDoubleNumber } from './plot-numbers.ts';

/** What looks wrong about a plot of a file; the worst first. Each has to be accepted by its name. */
export const landWarnings = [
  'swapped',
  'outside',
  'overlaps',
  'moved',
  'area',
  'number',
  'two_numbers',
  'no_outline',
] as const;
export type LandWarning = (typeof landWarnings)[number];

export const maxShiftM = 20;
export const maxAreaChange = 0.1;

/** Longitude and latitude. */
type Place = readonly [number, number];
type Box = readonly [west: number, south: number, east: number, north: number];

export interface LandState {
  centre: Place | null;
  areaM2: number | null;
}

/** A plot before (null: new) and after the import; `around`: the surroundings of the settlement, null while unknown. */
export interface PlotChange {
  was: LandState | null;
  will: LandState;
  plotNumber: string;
  around: Box | null;
  /** False for rows of a table. */
  isOutlineExpected: boolean;
}

/** All but `overlaps`, which needs the other plots. */
export function findLandWarnings({
  was,
  will,
  plotNumber,
  around,
  isOutlineExpected,
}: PlotChange): LandWarning[] {
  const found: LandWarning[] = [];
  const { centre } = will;
  if (centre !== null && areAxesSwapped(centre, around)) found.push('swapped');
  else if (centre !== null && around !== null && !isInside(centre, around)) found.push('outside');
  const shift = findShift(was, will);
  if (shift !== null && shift > maxShiftM) found.push('moved');
  if (was?.areaM2 && will.areaM2 !== null && Math.abs(will.areaM2 - was.areaM2) / was.areaM2 > maxAreaChange)
    found.push('area');
  if (!isReadableNumber(plotNumber)) found.push('number');
  if (was === null && isDoubleNumber(plotNumber)) found.push('two_numbers');
  if (isOutlineExpected && centre === null && was?.centre == null) found.push('no_outline');
  return found;
}

/** How far the centre moves, in metres; null where there is nothing to compare. */
export function findShift(was: LandState | null, will: LandState): number | null {
  if (was?.centre == null || will.centre === null) return null;
  const [[x, y], [toX, toY]] = [was.centre, will.centre];
  const metresPerDegree = 111_195;
  const wide = metresPerDegree * Math.cos((((y + toY) / 2) * Math.PI) / 180);
  return Math.hypot((toX - x) * wide, (toY - y) * metresPerDegree);
}

/**
 * Latitude where longitude belongs: exchanged it would lie at the settlement. While nothing is known of the
 * settlement: south of 41° and within 41° to 82° east, where exchanged it would lie in the inhabited north.
 */
export function areAxesSwapped([x, y]: Place, around: Box | null): boolean {
  if (around !== null) return !isInside([x, y], around) && isInside([y, x], around);
  return x > 41 && x < 82 && y > 19 && y < 41;
}

function isInside([x, y]: Place, [west, south, east, north]: Box): boolean {
  return x >= west && x <= east && y >= south && y <= north;
}

/** A number has a letter or a digit, and nothing that a wrong encoding leaves behind. */
export function isReadableNumber(number: string): boolean {
  return /[\p{L}\p{N}]/u.test(number) && !/[\uFFFD?\u0080-\u009F]|[ÐÑÃÂ]./u.test(number);
}

/** For the order of the list: the number of its worst warning, and how many there are. */
export function rankWarnings(warnings: readonly LandWarning[]): number {
  if (warnings.length === 0) return landWarnings.length * 10;
  const worst = Math.min(...warnings.map((one) => landWarnings.indexOf(one)));
  return worst * 10 + (landWarnings.length - warnings.length);
}
