import { boundaryPage } from './boundary.tsx';
import { registerBoundaryLand } from './boundary-land.ts';

export const boundaryPages = [boundaryPage] as const;

/** Routes of this area that are no pages. */
export const boundaryRoutes = [registerBoundaryLand] as const;
