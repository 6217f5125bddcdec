import type { PlacedShape } from '../map/placed-shape.ts';

export interface PlotPlanProps {
  /** The address of the land document, of which the map asks for what is in sight. */
  readonly document: string;
  /** The plot the plan is about. */
  readonly plot: string;
  /** Its outline is known. */
  readonly isDrawn: boolean;
  /** What is shown first, west, south, east, north; null: there is no land. */
  readonly extent: readonly [number, number, number, number] | null;
  readonly objects: readonly (PlacedShape & { readonly id: string })[];
  /** Where shapes are measured, and the token for it. */
  readonly measure: string;
  readonly token: string;
  readonly words: Record<'toBorder' | 'outside' | 'across' | 'failed', string>;
}
