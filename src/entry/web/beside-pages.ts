import { registerDataFile } from './pages/account/data-file.ts';
import { registerResidentsTable } from './pages/board/register-table.ts';
import { registerBoundaryLand } from './pages/boundary/boundary-land.ts';
import { registerGallery } from './pages/gallery/gallery.tsx';
import { registerJournalFeed } from './pages/journal/feed.ts';
import { registerDiagramCheck } from './pages/knowledge/check-diagrams.ts';
import { registerMapRoutes } from './pages/map/map-routes.ts';
import { registerCalendarFeed } from './pages/tasks/calendar-feed.ts';
import { registerEvents } from './server/events.ts';
import { registerFormToken } from './server/form-token.ts';
import { registerPhotographs } from './server/photographs.ts';
import type { RouteBesidePages } from './server/register.ts';

/** What is served beside pages, to the same visitors: feeds, and what their scripts ask for. */
export const listBesidePages = ({ gallery }: { gallery: boolean }): readonly RouteBesidePages[] => [
  registerJournalFeed,
  registerCalendarFeed,
  registerPhotographs,
  registerEvents,
  registerFormToken,
  registerDataFile,
  registerMapRoutes,
  registerDiagramCheck,
  registerBoundaryLand,
  registerResidentsTable,
  ...(gallery ? [registerGallery] : []),
];
