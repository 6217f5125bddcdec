import type { Actors } from '../../oauth/actors.ts';
import type { Names } from './one-of-each.ts';

export const viewers = ['resident', 'editor', 'moderator', 'company'] as const;
export type Viewer = (typeof viewers)[number];

/** Parameters to open a page, and the expected status by viewer; 200 by default. */
export interface Case {
  /** Path parameters that differ from the default, such as a plot by its number. */
  names?: (each: Names) => Record<string, string>;
  query?: (actors: Actors) => string;
  status?: number;
  /** Exceptions by viewer: a page of the board is refused to a resident. */
  statuses?: Partial<Record<Viewer, number>>;
}

/** Keyed by page path. */
export type Cases = Readonly<Record<string, Case>>;
