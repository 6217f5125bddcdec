import { paths } from '../../../src/base/site/paths.ts';
import type { Cases } from './case.ts';

/** The device is the resident's and private: to everybody else there is none. */
const ofTheResident = { editor: 404, moderator: 404, company: 404 };

export const devicesCases: Cases = {
  [paths.sensor]: { statuses: ofTheResident },
  [paths.deviceConnection]: { statuses: ofTheResident },
  [paths.connectDevice]: { query: () => '?kind=mqtt' },
};
