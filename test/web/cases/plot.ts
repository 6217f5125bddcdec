import { paths } from '../../../src/base/site/paths.ts';
import type { Cases } from './case.ts';

/** For the members of the plot and the board; to everybody else there is no such plot. */
const ofThePlot = { statuses: { moderator: 404, company: 404 } };

export const plotCases: Cases = {
  [paths.plot]: ofThePlot,
  [paths.plotObjects]: ofThePlot,
  [paths.plotObject]: ofThePlot,
  [paths.plotPhotos]: ofThePlot,
};
