/** Something of a plot with its place: longitude and latitude. */
export interface PlacedShape {
  readonly title: string;
  readonly type: 'point' | 'line' | 'ring';
  readonly points: readonly (readonly [longitude: number, latitude: number])[];
}
