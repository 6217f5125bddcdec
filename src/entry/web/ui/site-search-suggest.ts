import { paths } from '../../../base/site/paths.ts';
import type { SuggestSource } from './suggest.ts';

/** Suggestions of the site search: the first results of the search page. */
export const siteSearchSuggest: SuggestSource = { from: `${paths.search}?typing=1&q=`, region: 'found' };
