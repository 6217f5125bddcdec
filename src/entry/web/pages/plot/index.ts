import { plotObjectPage } from './object.tsx';
import { plotObjectsPage } from './objects.tsx';
import { plotPhotosPage } from './photos.tsx';
import { plotPlanPage } from './plan.tsx';
import { plotPage } from './plot.tsx';

export const plotPages = [plotPlanPage, plotPage, plotObjectsPage, plotObjectPage, plotPhotosPage] as const;
