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

/** An object on the plan as it is stored: a place, a line, or an outline. */
export interface DrawnObject {
  type: 'point' | 'line' | 'ring';
  points: { latitude: number; longitude: number }[];
}

/** Where a mark for it stands: on the line itself, in the middle of an outline. */
export function middleOf({ type, points }: DrawnObject): { latitude: number; longitude: number } | null {
  if (type !== 'ring') return points[Math.floor(points.length / 2)] ?? null;
  // To 1e-7 of a degree, as all places are.
  const between = (values: readonly number[]) =>
    Math.round((Math.min(...values) + Math.max(...values)) * 5e6) / 1e7;
  if (points.length === 0) return null;
  return {
    latitude: between(points.map(({ latitude }) => latitude)),
    longitude: between(points.map(({ longitude }) => longitude)),
  };
}

/** What stands in a garden is the business of those who live there, and of the board. */
export function seesObjects(parcel: { isMember: boolean; isEditor: boolean }): boolean {
  return parcel.isMember || parcel.isEditor;
}

export function mayKeepObjects(parcel: { isMember: boolean }): Permission {
  return (
    parcel.isMember || {
      en: 'Only confirmed members of the plot may change what is on it.',
      ru: 'Менять объекты на участке могут только его подтверждённые жители.',
    }
  );
}

/** A slip of coordinates puts a tree far from its garden; a gate or a ditch may well lie just outside. */
export const farthestFromParcelM = 300;
export const mostObjects = 2000;
