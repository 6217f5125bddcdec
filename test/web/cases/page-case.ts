import type { OAuthTestClient } from '../../oauth/oauth-test-client.ts';
import type { SampleNames } from './sample-data.ts';

export const viewers = ['resident', 'editor', 'moderator', 'company'] as const;
export type Viewer = (typeof viewers)[number];

/** Parameters to open a page, and the expected status by viewer; 200 by default. */
export interface PageCase {
  /** Path parameters that differ from the default, such as a plot by its number. */
  names?: (each: SampleNames) => Record<string, string>;
  query?: (actors: OAuthTestClient, each: SampleNames) => string;
  status?: number;
  /** Exceptions by viewer: a page of the board is refused to a resident. */
  statuses?: Partial<Record<Viewer, number>>;
}

/** Keyed by page path. */
export type PageCases = Readonly<Record<string, PageCase>>;
