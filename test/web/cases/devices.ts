import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

/** A private device of the resident: 404 for everybody else. */
const ofTheResident = { editor: 404, moderator: 404, company: 404 };

export const devicesCases: PageCases = {
  [paths.sensor]: { statuses: ofTheResident },
  [paths.deviceConnection]: { statuses: ofTheResident },
  [paths.connectDevice]: { query: () => '?kind=mqtt' },
};
