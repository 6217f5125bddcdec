import type { LandDocument } from './land-document.ts';

/** Caches a result per land document; each change of the land makes a new document object. */
export function memoizeByLand<Found extends object>(
  find: (land: LandDocument) => Found,
): (land: LandDocument) => Found {
  const known = new WeakMap<LandDocument, Found>();
  return (land) => {
    const found = known.get(land) ?? find(land);
    known.set(land, found);
    return found;
  };
}
