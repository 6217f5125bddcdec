import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

/** For residents of the plot and the board; 404 for everybody else. */
const ofThePlot = { statuses: { moderator: 404, company: 404 } };

/** For the household alone. */
const ofTheHousehold = { statuses: { editor: 404, moderator: 404, company: 404 } };

export const plotCases: PageCases = {
  [paths.plot]: ofThePlot,
  [paths.plotObjects]: ofThePlot,
  [paths.plotObject]: ofThePlot,
  [paths.plotPhotos]: ofThePlot,
  [paths.plotMeters]: ofTheHousehold,
  [paths.plotFees]: ofTheHousehold,
};
