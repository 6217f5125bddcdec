/** An object of a plot with its geometry as longitude and latitude. */
export interface PlacedShape {
  readonly title: string;
  readonly type: 'point' | 'line' | 'ring';
  readonly points: readonly (readonly [longitude: number, latitude: number])[];
}
