import { boardMetersPage } from './board-meters.tsx';
import { registerDialPhotograph } from './dial-photograph.ts';
import { registerMeterTable } from './meter-table.ts';
import { plotMetersPage } from './plot-meters.tsx';

export const metersPages = [plotMetersPage, boardMetersPage] as const;
export const metersRoutes = [registerMeterTable, registerDialPhotograph] as const;
