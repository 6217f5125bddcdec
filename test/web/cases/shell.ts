import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

export const shellCases: PageCases = {
  [paths.guide]: { names: () => ({ guide: 'resident' }) },
};
