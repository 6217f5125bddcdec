import type { PlacedShape } from './placed-shape.ts';

type Place = readonly [longitude: number, latitude: number];

/** What the page tells its map. Words come along, because scripts bring none. */
export interface MapIslandProps {
  /** The address of the land document. */
  readonly document: string;
  /** There is too much of it to load at once: the map asks for what is in sight. */
  readonly isByCell: boolean;
  /** Where a plot is shown; `{plot}` is its number. */
  readonly plotAddress: string;
  readonly own: readonly string[];
  readonly chosen: string | null;
  /** What the picture of the server shows, west, south, east, north: the map begins with the same. */
  readonly extent: readonly [number, number, number, number] | null;
  readonly objects: readonly PlacedShape[];
  /** What carries the chosen tag: plots and where their mark stands, if they have one, and things where they are. */
  readonly tagged: {
    readonly plots: readonly { readonly id: string; readonly at: Place | null }[];
    readonly things: readonly { readonly title: string; readonly at: Place }[];
  } | null;
  readonly tiles: { readonly url: string; readonly attribution: string } | null;
  /** Null: nobody is signed in, and only members of the service may have it measured. */
  readonly measure: { readonly address: string; readonly token: string } | null;
  readonly words: Record<
    | 'plot'
    | 'sale'
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
