/** Required distances of buildings from the border of their plot, set by the settlement. */
export interface RequiredSetbacks {
  dwellingM: number;
  otherM: number;
}

export function requiredSetbackM(purpose: string, { dwellingM, otherM }: RequiredSetbacks): number {
  return purpose === 'dwelling' ? dwellingM : otherM;
}

/** Null: the distance is unknown. */
export function keepsSetback(setbackM: number | null, requiredM: number): boolean | null {
  return setbackM === null ? null : setbackM >= requiredM;
}
