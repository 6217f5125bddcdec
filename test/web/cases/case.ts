import type { Actors } from '../../oauth/actors.ts';
import type { Names } from './one-of-each.ts';

export const viewers = ['resident', 'editor', 'moderator', 'company'] as const;
export type Viewer = (typeof viewers)[number];

/** What a page needs to be opened, and what is answered to whom; 200 for everybody when nothing is said. */
export interface Case {
  /** Names that mean something else in this address, such as a plot by its number. */
  names?: (each: Names) => Record<string, string>;
  query?: (actors: Actors) => string;
  status?: number;
  /** For some of them: a page of the board is refused to a resident. */
  statuses?: Partial<Record<Viewer, number>>;
}

/** By the path of the page. */
export type Cases = Readonly<Record<string, Case>>;
