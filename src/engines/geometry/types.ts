import type { Text } from '../../base/i18n/text.ts';
import type { Requester } from '../../base/threads/fair-share.ts';

/** Longitude first, as in GeoJSON and in the database; the API has {latitude, longitude}. */
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
 * A shape in the database's format: number of parts; per part the number of rings; per ring the number of corners
 * (the last does not repeat the first) and their coordinates.
 */
export type Outline = Float64Array;

/** West, south, east, north. */
export type Box = readonly [number, number, number, number];

export interface WirePoint {
  latitude: number;
  longitude: number;
}

/** An outline read from an untrusted file; `dropped`: degenerate parts were removed. */
export type ReadOutline = { shape: Outline; dropped: boolean } | { reason: Text };

/** `geometry` is unvalidated input. */
export type Feature = { geometry: unknown } | { outline: ReadOutline };

export type PreparedParcel =
  | { ok: true; geometry: Shape; areaM2: number; centre: Position; repaired: Text | null }
  | { ok: false; reason: Text };

export type PreparedBuilding =
  | {
      ok: true;
      geometry: Shape;
      areaM2: number;
      /** The parcel it overlaps most; null if it overlaps none. */
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

export interface BoundaryCandidate {
  id: string;
  geometry: Shape | Outline;
  centre: Position;
}

/**
 * `candidates` must contain every parcel whose centre lies in the box around all selected and listed parcels, not
 * only the selected ones: the outline avoids the centres of the others.
 */
export interface BoundaryInput {
  ring?: readonly Position[] | null;
  parcels?: readonly string[];
  exclude?: readonly string[];
  snap?: boolean;
  candidates: readonly BoundaryCandidate[];
  /** Location of the settlement; a ring far from it is refused as a likely mistake. */
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

export type DrawnShape =
  | { kind: 'point'; points: readonly Position[] }
  | { kind: 'line'; points: readonly Position[] }
  | { kind: 'ring'; points: readonly Position[] };

export interface ShapeMeasurement {
  kind: DrawnShape['kind'];
  lengthM: number | null;
  perimeterM: number | null;
  areaM2: number | null;
  /** Least distance to any border of the plot, 0 where the shape meets one; null without a plot. */
  setbackM: number | null;
  /** `across` where it meets a border; null without a plot. */
  within: 'inside' | 'across' | 'outside' | null;
}

export interface Geometry {
  prepareParcels(features: readonly Feature[], requester?: Requester): Promise<PreparedParcel[]>;
  prepareBuildings(
    features: readonly Feature[],
    parcels: readonly Parcel[],
    requester?: Requester,
  ): Promise<PreparedBuilding[]>;
  /** For each wanted parcel the others that cover land of it; those without are absent. */
  findOverlaps(
    parcels: readonly Parcel[],
    wanted: ReadonlySet<string>,
    requester?: Requester,
  ): Promise<Map<string, string[]>>;
  shapeBoundary(input: BoundaryInput, requester?: Requester): Promise<ShapedBoundary>;
  /** Square metres inside the first ring and outside the second. */
  measureLoss(
    before: readonly Position[],
    after: readonly Position[],
    requester?: Requester,
  ): Promise<number>;
  measure(
    shapes: readonly DrawnShape[],
    parcel?: Shape | null,
    requester?: Requester,
  ): Promise<ShapeMeasurement[]>;
  selectInside(
    ring: readonly Position[],
    centres: readonly { id: string; centre: Position }[],
    requester?: Requester,
  ): Promise<string[]>;
  close(): Promise<void>;
}

export interface GeometryOptions {
  /** Maximum number of queued calls. */
  queueLimit?: number;
  /** A call that runs longer fails, and its worker thread is replaced. */
  timeLimitMs?: number;
  /** A worker thread whose memory exceeds this is replaced before the next call. */
  memoryLimitBytes?: number;
}
