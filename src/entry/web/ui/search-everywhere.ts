import { paths } from '../../../base/site/paths.ts';
import type { Suggest } from './suggest.ts';

/** Suggestions of the site search: the first results of the search page. */
export const everywhere: Suggest = { from: `${paths.search}?typing=1&q=`, region: 'found' };
