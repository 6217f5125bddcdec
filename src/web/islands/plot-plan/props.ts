import type { PlacedShape } from '../map/placed-shape.ts';

export interface PlotPlanProps {
  readonly document: string;
  /** The plot the plan is about. */
  readonly plot: string;
  readonly objects: readonly (PlacedShape & { readonly id: string })[];
  /** Where shapes are measured, and the token for it. */
  readonly measure: string;
  readonly token: string;
  readonly words: Record<'toBorder' | 'outside' | 'across' | 'failed', string>;
}
