import type { LandDocument } from './land-document.ts';

/** What is found by looking through all of a land: once for each state of it, which is another document. */
export function oncePerLand<Found extends object>(
  find: (land: LandDocument) => Found,
): (land: LandDocument) => Found {
  const known = new WeakMap<LandDocument, Found>();
  return (land) => {
    const found = known.get(land) ?? find(land);
    known.set(land, found);
    return found;
  };
}
