import type { Permission } from '../kernel/refusal.ts';

export const objectKinds = [
  'tree',
  'shrub',
  'bed',
  'lawn',
  'greenhouse',
  'well',
  'borehole',
  'septic',
  'building',
  'bathhouse',
  'garage',
  'fence',
  'gate',
  'path',
  'pond',
  'compost',
  'lighting',
  'utility',
  'other',
] as const;
export type ObjectKind = (typeof objectKinds)[number];

/** Stored geometry of an object: a point, a line or an outline. */
export interface ObjectGeometry {
  type: 'point' | 'line' | 'ring';
  points: { latitude: number; longitude: number }[];
}

/** Position of its marker on the map: on the line itself, in the middle of an outline. */
export function findMarkerPoint({
  type,
  points,
}: ObjectGeometry): { latitude: number; longitude: number } | null {
  if (type !== 'ring') return points[Math.floor(points.length / 2)] ?? null;
  // To 1e-7 of a degree, as all coordinates.
  const between = (values: readonly number[]) =>
    Math.round((Math.min(...values) + Math.max(...values)) * 5e6) / 1e7;
  if (points.length === 0) return null;
  return {
    latitude: between(points.map(({ latitude }) => latitude)),
    longitude: between(points.map(({ longitude }) => longitude)),
  };
}

/** Objects are visible to members of the plot and to the board. */
export function maySeeObjects(parcel: { isMember: boolean; readsAsBoard: boolean }): boolean {
  return parcel.isMember || parcel.readsAsBoard;
}

export function mayEditObjects(parcel: { isMember: boolean }): Permission {
  return (
    parcel.isMember || {
      en: 'Only confirmed members of the plot may change what is on it.',
      ru: 'Менять объекты на участке могут только его подтверждённые жители.',
    }
  );
}

/** Mistyped coordinates lie far from the plot; a gate or a ditch may lie just outside it. */
export const maxDistanceFromParcelM = 300;
export const maxParcelObjects = 2000;
