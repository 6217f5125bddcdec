import { boardFeesPage } from './board-fees.tsx';
import { plotFeesPage } from './plot-fees.tsx';

export const feesPages = [plotFeesPage, boardFeesPage] as const;
