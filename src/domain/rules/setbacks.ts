/** Metres that buildings have to keep from the border of their plot, as a settlement sets them. */
export interface RequiredSetbacks {
  dwellingM: number;
  otherM: number;
}

export function requiredSetbackM(purpose: string, { dwellingM, otherM }: RequiredSetbacks): number {
  return purpose === 'dwelling' ? dwellingM : otherM;
}

/** Null: how far it stands is not known. */
export function keepsSetback(setbackM: number | null, requiredM: number): boolean | null {
  return setbackM === null ? null : setbackM >= requiredM;
}
