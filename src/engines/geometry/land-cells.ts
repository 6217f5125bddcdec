import type { Extent } from './extent.ts';
import { findBlocks } from './land-blocks.ts';
import { type LandDocument, type PackedLand, packLand, unpackLand } from './land-document.ts';
import { computeLandExtents } from './land-extents.ts';

/** A map tile in degrees, on one global grid: level 0 has the largest, each further level halves the side. */
export interface Cell {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

const level0Degrees = 0.64;
export const maxCellLevel = 10;

export const sizeOfCell = ({ level }: Pick<Cell, 'level'>) => level0Degrees / 2 ** level;

/** Parses `level/x/y` of a URL; null if there is no such cell. */
export function parseCell(text: string): Cell | null {
  const [, level, x, y] = (/^(\d{1,2})\/(0|-?[1-9]\d{0,6})\/(0|-?[1-9]\d{0,6})$/.exec(text) ?? []).map(
    Number,
  );
  if (level === undefined || x === undefined || y === undefined || level > maxCellLevel) return null;
  const [west, south, east, north] = extentOfCell({ level, x, y });
  return east > -180 && west < 180 && north > -90 && south < 90 ? { level, x, y } : null;
}

export function extentOfCell(cell: Cell): Extent {
  const size = sizeOfCell(cell);
  return [cell.x * size, cell.y * size, (cell.x + 1) * size, (cell.y + 1) * size];
}

/** The part of a settlement's land that lies in a cell. */
export interface CellLand {
  /** With all plots that intersect the cell and their buildings; with none if there are too many. */
  readonly land: LandDocument;
  /** Number of omitted plots; 0 if all are included. */
  readonly leftOut: number;
  /** Rectangles that contain plots, if plots were omitted. */
  readonly blocks: readonly Extent[];
}

export function clipLandToCell(land: LandDocument, cell: Cell, mostParcels: number): CellLand {
  const within = extentOfCell(cell);
  const extents = computeLandExtents(land);
  const places = extents.within(within);
  if (places.length > mostParcels) {
    const found = places.map((place) => extents.at(place)).filter((each) => each !== null);
    return {
      land: { ...land, plots: [], buildings: [] },
      leftOut: places.length,
      blocks: findBlocks(found, within, 64),
    };
  }
  const moved = new Map(places.map((place, index) => [place, index]));
  return {
    land: {
      ...land,
      plots: places.flatMap((place) => land.plots[place] ?? []),
      buildings: land.buildings.flatMap((building) => {
        const plot = moved.get(building.plot);
        return plot === undefined ? [] : [{ ...building, plot }];
      }),
    },
    leftOut: 0,
    blocks: [],
  };
}

/** The land document with two further fields. */
export type PackedCell = PackedLand & {
  leftOut: number;
  /** West, south, east, north of each, in 1e-7 of a degree. */
  blocks: number[];
};

const scale = 1e7;

export function packCell({ land, leftOut, blocks }: CellLand): PackedCell {
  return { ...packLand(land), leftOut, blocks: blocks.flat().map((value) => Math.round(value * scale)) };
}

export function unpackCell(packed: PackedCell): CellLand {
  const blocks: Extent[] = [];
  for (let at = 0; at + 3 < packed.blocks.length; at += 4)
    blocks.push(packed.blocks.slice(at, at + 4).map((value) => value / scale) as unknown as Extent);
  return { land: unpackLand(packed), leftOut: packed.leftOut, blocks };
}
