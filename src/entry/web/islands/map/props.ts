import type { PlacedShape } from './placed-shape.ts';

type Place = readonly [longitude: number, latitude: number];

/** Props of the map island. They include the texts, because scripts contain none. */
export interface MapIslandProps {
  /** URL of the land document. */
  readonly document: string;
  /** Too large to load at once: the map requests the visible cells. */
  readonly isByCell: boolean;
  /** URL of a plot page; `{plot}` is replaced by its number. */
  readonly plotAddress: string;
  /** URL of a message to who lives on a plot, likewise; null for those who may not write to them. */
  readonly writeAddress: string | null;
  readonly own: readonly string[];
  readonly chosen: string | null;
  /** West, south, east, north of the server-rendered plan: the map starts with the same view. */
  readonly extent: readonly [number, number, number, number] | null;
  readonly objects: readonly PlacedShape[];
  /** Plots and objects with the chosen tag, and where their marks are. */
  readonly tagged: {
    readonly plots: readonly { readonly id: string; readonly at: Place | null }[];
    readonly things: readonly { readonly title: string; readonly at: Place }[];
  } | null;
  readonly tiles: { readonly url: string; readonly attribution: string } | null;
  /** Null when signed out: measuring needs an account. */
  readonly measure: { readonly address: string; readonly token: string } | null;
  readonly words: Record<
    | 'plot'
    | 'sale'
    | 'open'
    | 'write'
    | 'close'
    | 'areaUnit'
    | 'areaUnitM2'
    | 'metres'
    | 'squareMetres'
    | 'here'
    | 'hereFailed'
    | 'measureHow'
    | 'measureFailed'
    | 'area'
    | 'length'
    | 'around',
    string
  >;
}
