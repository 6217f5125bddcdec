import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

export const signInCases: PageCases = {
  [paths.authorize]: { query: (actors) => actors.authorizeUrl().slice(paths.authorize.length) },
  [paths.login]: { status: 303 },
  [paths.confirm]: { status: 422 },
  [paths.reset]: { status: 422 },
  [paths.restore]: { status: 422 },
};
