import { mapPage } from './map.tsx';
import { registerMapRoutes } from './map-routes.ts';

export const mapPages = [mapPage] as const;

/** Routes of this area that are no pages. */
export const mapRoutes = [registerMapRoutes] as const;
