import { paths } from '../../../base/site/paths.ts';
import type { Suggest } from './suggest.ts';

/** What the field of the bar and of the search page offers while one types: the first hits of that page. */
export const everywhere: Suggest = { from: `${paths.search}?typing=1&q=`, region: 'found' };
