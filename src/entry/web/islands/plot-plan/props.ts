import type { PlacedShape } from '../map/placed-shape.ts';

export interface PlotPlanProps {
  /** URL of the land document; the map requests the visible cells. */
  readonly document: string;
  readonly plot: string;
  /** Whether its outline is known. */
  readonly isDrawn: boolean;
  /** Initial view as west, south, east, north; null when there is no land. */
  readonly extent: readonly [number, number, number, number] | null;
  readonly objects: readonly (PlacedShape & { readonly id: string })[];
  /** URL that measures shapes, and its form token. */
  readonly measure: string;
  readonly token: string;
  readonly words: Record<'metres' | 'toBorder' | 'outside' | 'across' | 'failed', string>;
}
