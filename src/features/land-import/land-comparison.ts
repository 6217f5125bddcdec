import { findLandWarnings, findShift } from '../../domain/rules/land-warnings.ts';
import type { Box, Position, Shape } from '../../engines/geometry/types.ts';
import type { ImportedParcel, StandingParcel } from '../../store/land/imported-parcels.ts';
import type { FeatureChange, FieldChange } from '../../store/land/land-import-features.ts';

export interface ComparedParcel {
  /** Without what the register has already. */
  row: ImportedParcel;
  change: FeatureChange;
  isChanged: boolean;
}

interface Comparison {
  /** The registered plot; null: the parcel is new. */
  standing: StandingParcel | null;
  /** Null: it has none, or it was not read. */
  standingOutline: Shape | null;
  settlementId: string | null;
  /** Undefined: nobody looks at warnings. */
  around: Box | null | undefined;
  isOutlineExpected: boolean;
  areaWritten: string;
}

/** A plot before and after the import. What the file does not say stays as it is. */
export function compareParcel(given: ImportedParcel, comparison: Comparison): ComparedParcel {
  const { standing, standingOutline, settlementId, around } = comparison;
  const isSameOutline =
    given.geometry !== null &&
    standing !== null &&
    (standing.hasSameOutline || (standingOutline !== null && isSameShape(standingOutline, given.geometry)));
  const row = isSameOutline ? { ...given, geometry: null, centre: null } : given;
  // Measured anew, the same outline has the same area; the registered one may be that of the documents.
  const areaM2 = isSameOutline && standing.areaM2 !== null ? null : given.areaM2;
  const areaWas = standing?.areaM2 ?? null;
  const areaWill = areaM2 ?? areaWas;
  const isAreaChanged = areaWill !== null && (areaWas === null || Math.abs(areaWill - areaWas) >= 0.01);
  const will = { centre: row.centre ?? standing?.centre ?? null, areaM2: areaWill };
  const fields = standing === null ? listNewFields(given) : listChangedFields(given, standing, settlementId);
  const isChanged = standing !== null && (fields.length > 0 || isAreaChanged || row.geometry !== null);
  const shift = findShift(standing, will);
  return {
    row: { ...row, areaM2: isAreaChanged ? areaM2 : null },
    isChanged,
    change: {
      warnings:
        around === undefined
          ? []
          : findLandWarnings({
              was: standing,
              will,
              plotNumber: given.number,
              around,
              isOutlineExpected: comparison.isOutlineExpected,
            }),
      fields,
      areaWritten: comparison.areaWritten || null,
      hasPeople: standing?.hasPeople ?? false,
      shiftM: shift === null ? null : Math.round(shift * 10) / 10,
      areaWas,
      areaWill,
      was: thinForPicture(standingOutline),
      will: thinForPicture(row.geometry ?? standingOutline),
    },
  };
}

function listNewFields({ address, kind }: ImportedParcel): FieldChange[] {
  return [
    ...(address === '' ? [] : [{ field: 'address' as const, from: null, to: address }]),
    ...(kind === null || kind === 'dwelling' ? [] : [{ field: 'kind' as const, from: null, to: kind }]),
  ];
}

function listChangedFields(
  row: ImportedParcel,
  standing: StandingParcel,
  settlementId: string | null,
): FieldChange[] {
  const changes: FieldChange[] = [];
  const compare = (field: FieldChange['field'], from: string | null, to: string | null) => {
    if (to !== null && to !== '' && to !== from) changes.push({ field, from: from || null, to });
  };
  compare('number', standing.number, row.number);
  if (standing.cadastralNumber === null) compare('cadastral', null, row.cadastralNumber);
  compare('address', standing.address, row.address);
  compare('kind', standing.kind, row.kind);
  if (standing.settlementId === null) compare('settlement', null, settlementId);
  return changes;
}

/** A centimetre. */
const samePlaceDegrees = 1e-7;

/** Whether the corners are the same ones in the same order, wherever a ring begins and whichever way it goes. */
export function isSameShape(a: Shape, b: Shape): boolean {
  const [one, other] = [listRings(a), listRings(b)];
  return one.length === other.length && one.every((ring, at) => isSameRing(ring, other[at] ?? []));
}

function listRings(shape: Shape): Position[][] {
  const parts = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
  return parts.flat().map((ring) => {
    const [first, last] = [ring[0], ring.at(-1)];
    return ring.length > 1 && first && last && isSamePlace(first, last) ? ring.slice(0, -1) : ring;
  });
}

const isSamePlace = (a: Position, b: Position) =>
  Math.abs(a[0] - b[0]) < samePlaceDegrees && Math.abs(a[1] - b[1]) < samePlaceDegrees;

function isSameRing(a: readonly Position[], b: readonly Position[]): boolean {
  const [first] = a;
  if (first === undefined || a.length !== b.length) return false;
  const start = b.findIndex((point) => isSamePlace(first, point));
  if (start === -1) return false;
  const follows = (step: 1 | -1) =>
    a.every((point, at) => isSamePlace(point, b[(start + step * at + b.length * 2) % b.length] as Position));
  return follows(1) || follows(-1);
}

/** More do not show in a picture, and a page draws a hundred of them. */
const maxShownPoints = 200;

function thinForPicture(shape: Shape | null): Shape | null {
  if (shape === null) return null;
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
  const count = polygons.flat().reduce((sum, ring) => sum + ring.length, 0);
  if (count <= maxShownPoints) return shape;
  const step = Math.ceil(count / maxShownPoints);
  // A ring keeps its first point, which is its last one too, and enough others to be an area.
  const thinned = polygons.map((rings) =>
    rings.map((ring) => {
      const ownStep = Math.max(1, Math.min(step, Math.floor((ring.length - 1) / 3)));
      return ring.filter((_, at) => at % ownStep === 0 || at === ring.length - 1);
    }),
  );
  return { type: 'MultiPolygon', coordinates: thinned };
}
