import type { Position } from './types.ts';

/**
 * Compact JSON of a settlement's land for maps, see docs/land-document.md. Packing and unpacking are in one file to
 * stay in sync; it also runs in browsers.
 */
export const landFormat = 'settlements-land/1';

export interface LandDocument {
  settlement: { id: string; slug: string; name: string; dwellingSetbackM: number; otherSetbackM: number };
  /** Longitude and latitude; the last point does not repeat the first. Null until a boundary was set. */
  boundary: Position[] | null;
  /** In the order of their identifiers. */
  plots: LandParcel[];
  buildings: LandBuilding[];
}

/** Parts, each a border and its holes; empty: the outline is not known. */
export type LandOutline = Position[][][];

export interface LandParcel {
  id: string;
  number: string;
  listing: string | null;
  outline: LandOutline;
}

export interface LandBuilding {
  /** Index of its plot in `plots`. */
  plot: number;
  purpose: string;
  /** To the centimetre; null: not known. */
  setbackM: number | null;
  outline: LandOutline;
}

/** For maps that load their land cell by cell. */
export const emptyLand: LandDocument = {
  settlement: { id: '', slug: '', name: '', dwellingSetbackM: 0, otherSetbackM: 0 },
  boundary: null,
  plots: [],
  buildings: [],
};

export interface PackedLand {
  format: typeof landFormat;
  settlement: LandDocument['settlement'];
  boundary: number[] | null;
  plots: {
    /** Delta-encoded: the first in full, then differences; a string where a number would not be exact. */
    ids: (string | number)[];
    /** Whole numbers as the difference from the previous whole number; all others as strings. */
    numbers: (string | number)[];
    /** Distinct names, and per plot the index into them from 1; 0: none. */
    listings: string[];
    listing: number[];
    shapes: number[];
    points: number[];
  };
  buildings: {
    /** Difference of the plot index from that of the previous building. */
    plots: number[];
    purposes: string[];
    purpose: number[];
    /** Centimetres; -1: not known. */
    setbacks: number[];
    shapes: number[];
    points: number[];
  };
}

/** 1e-7 of a degree is a centimetre. */
const scale = 1e7;

export function packLand(land: LandDocument): PackedLand {
  const listings = [...new Set(land.plots.flatMap(({ listing }) => listing ?? []))].sort();
  const purposes = [...new Set(land.buildings.map(({ purpose }) => purpose))].sort();
  return {
    format: landFormat,
    settlement: land.settlement,
    boundary: land.boundary && packOutlines([[[land.boundary]]]).points,
    plots: {
      ids: packIds(land.plots.map(({ id }) => id)),
      numbers: packNumbers(land.plots.map(({ number }) => number)),
      listings,
      listing: land.plots.map(({ listing }) => (listing === null ? 0 : listings.indexOf(listing) + 1)),
      ...packOutlines(land.plots.map(({ outline }) => outline)),
    },
    buildings: {
      plots: land.buildings.map(({ plot }, index) => plot - (land.buildings[index - 1]?.plot ?? 0)),
      purposes,
      purpose: land.buildings.map(({ purpose }) => purposes.indexOf(purpose)),
      setbacks: land.buildings.map(({ setbackM }) => (setbackM === null ? -1 : Math.round(setbackM * 100))),
      ...packOutlines(land.buildings.map(({ outline }) => outline)),
    },
  };
}

export function unpackLand({ format, settlement, boundary, plots, buildings }: PackedLand): LandDocument {
  if (format !== landFormat) throw new Error(`Not a ${landFormat} document.`);
  const ids = unpackIds(plots.ids);
  const numbers = unpackNumbers(plots.numbers);
  const parcelOutlines = unpackOutlines(plots.shapes, plots.points);
  const buildingOutlines = unpackOutlines(buildings.shapes, buildings.points);
  let plot = 0;
  return {
    settlement,
    boundary: boundary && (unpackOutlines([boundary.length / 2], boundary)[0]?.[0]?.[0] ?? []),
    plots: ids.map((id, index) => ({
      id,
      number: numbers[index] as string,
      listing: plots.listings[(plots.listing[index] ?? 0) - 1] ?? null,
      outline: parcelOutlines[index] as LandOutline,
    })),
    buildings: buildings.plots.map((step, index) => {
      plot += step;
      const setback = buildings.setbacks[index] ?? -1;
      return {
        plot,
        purpose: buildings.purposes[buildings.purpose[index] ?? 0] ?? 'unknown',
        setbackM: setback < 0 ? null : setback / 100,
        outline: buildingOutlines[index] as LandOutline,
      };
    }),
  };
}

function packIds(ids: readonly string[]): (string | number)[] {
  let last = 0n;
  return ids.map((id, index) => {
    const step = BigInt(id) - last;
    last = BigInt(id);
    return index > 0 && step >= 0n && step <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(step) : String(step);
  });
}

function unpackIds(steps: readonly (string | number)[]): string[] {
  let last = 0n;
  return steps.map((step) => {
    last += BigInt(step);
    return String(last);
  });
}

/** Only numbers that survive a round trip; "007" and "1e3" stay strings. */
const isWhole = (number: string) => /^(0|[1-9]\d{0,8})$/.test(number);

function packNumbers(numbers: readonly string[]): (string | number)[] {
  let last = 0;
  return numbers.map((number) => {
    if (!isWhole(number)) return number;
    const step = Number(number) - last;
    last = Number(number);
    return step;
  });
}

function unpackNumbers(steps: readonly (string | number)[]): string[] {
  let last = 0;
  return steps.map((step) => {
    if (typeof step === 'string') return step;
    last += step;
    return String(last);
  });
}

/**
 * Shapes: the number of points of an outline with one ring; 0 for none; else minus the number of parts, then per part
 * the number of rings and per ring the number of points. Points are differences from the previous point, the first of
 * a ring from the first of the previous ring.
 */
function packOutlines(outlines: readonly LandOutline[]): { shapes: number[]; points: number[] } {
  const shapes: number[] = [];
  const points: number[] = [];
  // Plain loops: this runs over a hundred thousand points on the main thread.
  let startX = 0;
  let startY = 0;
  for (const outline of outlines) {
    const only = outline.length === 1 && outline[0]?.length === 1 ? outline[0][0] : undefined;
    if (outline.length === 0) shapes.push(0);
    else if (only !== undefined && only.length > 0) shapes.push(only.length);
    else {
      shapes.push(-outline.length);
      for (const part of outline) shapes.push(part.length, ...part.map((ring) => ring.length));
    }
    for (const part of outline) {
      for (const ring of part) {
        let lastX = startX;
        let lastY = startY;
        for (let index = 0; index < ring.length; index += 1) {
          const point = ring[index] as Position;
          const x = Math.round(point[0] * scale);
          const y = Math.round(point[1] * scale);
          points.push(x - lastX, y - lastY);
          lastX = x;
          lastY = y;
          if (index === 0) {
            startX = x;
            startY = y;
          }
        }
      }
    }
  }
  return { shapes, points };
}

function unpackOutlines(shapes: readonly number[], points: readonly number[]): LandOutline[] {
  const outlines: LandOutline[] = [];
  let [startX, startY, at, next] = [0, 0, 0, 0];
  const readRing = (length: number): Position[] => {
    let [x, y] = [startX, startY];
    return Array.from({ length }, (_, index): Position => {
      x += points[at++] ?? 0;
      y += points[at++] ?? 0;
      if (index === 0) [startX, startY] = [x, y];
      return [x / scale, y / scale];
    });
  };
  while (next < shapes.length) {
    const size = shapes[next++] as number;
    if (size > 0) outlines.push([[readRing(size)]]);
    else
      outlines.push(
        Array.from({ length: -size }, () =>
          Array.from({ length: shapes[next++] as number }, () => shapes[next++] as number).map(readRing),
        ),
      );
  }
  return outlines;
}
