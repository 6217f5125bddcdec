import type { Text } from '../../base/i18n/text.ts';
import type { Requester } from '../../base/threads/fair-share.ts';

/** Longitude first, as in GeoJSON and in the database; the wire says {latitude, longitude}. */
export type Position = [number, number];
export interface Polygon {
  type: 'Polygon';
  coordinates: Position[][];
}
export interface MultiPolygon {
  type: 'MultiPolygon';
  coordinates: Position[][][];
}
export type Shape = Polygon | MultiPolygon;

/**
 * A shape as the database packs it: how many parts; for each how many rings; for each how many corners, the last not
 * repeating the first, and their coordinates.
 */
export type Outline = Float64Array;

/** West, south, east, north. */
export type Box = readonly [number, number, number, number];

export interface WirePoint {
  latitude: number;
  longitude: number;
}

/** A stranger's outline that was read before: `dropped` says that parts of it enclosed nothing. */
export type ReadOutline = { shape: Outline; dropped: boolean } | { reason: Text };

/** `geometry` is whatever a stranger's file holds there. */
export type Feature = { geometry: unknown } | { outline: ReadOutline };

export type PreparedParcel =
  | { ok: true; geometry: Shape; areaM2: number; centre: Position; repaired: Text | null }
  | { ok: false; reason: Text };

export type PreparedBuilding =
  | {
      ok: true;
      geometry: Shape;
      areaM2: number;
      /** The parcel it covers most; null where it stands on none of those given. */
      parcel: string | null;
      setbackM: number | null;
      repaired: Text | null;
    }
  | { ok: false; reason: Text };

export interface Parcel {
  id: string;
  geometry: Shape;
}

export interface Candidate extends Parcel {
  centre: Position;
}

/** A candidate in either form. */
export interface BoundaryCandidate {
  id: string;
  geometry: Shape | Outline;
  centre: Position;
}

/**
 * `candidates` must hold every parcel of the cadastre whose centre lies in the box around all selected and listed
 * parcels, not only the selected ones: the outline keeps clear of strangers it is told about.
 */
export interface BoundaryInput {
  ring?: readonly Position[] | null;
  parcels?: readonly string[];
  exclude?: readonly string[];
  snap?: boolean;
  candidates: readonly BoundaryCandidate[];
  /** Where the settlement is known to be; a ring far from it is refused as a likely slip. */
  settlementBox?: Box | null;
}

export interface ShapedBoundary {
  /** Open: the last point does not repeat the first. */
  ring: Position[];
  parcels: string[];
  exclude: string[];
  snap: boolean;
  members: string[];
}

export type Drawn =
  | { kind: 'point'; points: readonly Position[] }
  | { kind: 'line'; points: readonly Position[] }
  | { kind: 'ring'; points: readonly Position[] };

export interface Measured {
  kind: Drawn['kind'];
  lengthM: number | null;
  perimeterM: number | null;
  areaM2: number | null;
  /** Least distance to any border of the plot, 0 where the shape meets one; null without a plot. */
  setbackM: number | null;
  /** Clear inside the plot, clear outside, or `across` where it meets a border; null without a plot. */
  within: 'inside' | 'across' | 'outside' | null;
}

export interface Geometry {
  prepareParcels(features: readonly Feature[], requester?: Requester): Promise<PreparedParcel[]>;
  prepareBuildings(
    features: readonly Feature[],
    parcels: readonly Parcel[],
    requester?: Requester,
  ): Promise<PreparedBuilding[]>;
  shapeBoundary(input: BoundaryInput, requester?: Requester): Promise<ShapedBoundary>;
  measure(shapes: readonly Drawn[], parcel?: Shape | null, requester?: Requester): Promise<Measured[]>;
  selectInside(
    ring: readonly Position[],
    centres: readonly { id: string; centre: Position }[],
    requester?: Requester,
  ): Promise<string[]>;
  close(): Promise<void>;
}

export interface GeometryOptions {
  /** How many calls may wait behind the running one. */
  queueLimit?: number;
  /** A call that runs longer is given up and its worker replaced. */
  timeLimitMs?: number;
  /** A worker that has grown beyond this is replaced before the next call. */
  memoryLimitBytes?: number;
}
