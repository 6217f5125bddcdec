import { accountRoutes } from './pages/account/index.ts';
import { boardRoutes } from './pages/board/index.ts';
import { boundaryRoutes } from './pages/boundary/index.ts';
import { registerGallery } from './pages/gallery/gallery.tsx';
import { journalRoutes } from './pages/journal/index.ts';
import { knowledgeRoutes } from './pages/knowledge/index.ts';
import { mapRoutes } from './pages/map/index.ts';
import { tasksRoutes } from './pages/tasks/index.ts';
import { registerEvents } from './server/events.ts';
import { registerFormToken } from './server/form-token.ts';
import { registerPhotographs } from './server/photographs.ts';
import type { RouteBesidePages } from './server/register.ts';

/** What is served beside pages, to the same visitors: feeds, and what their scripts ask for. */
export const listBesidePages = ({ gallery }: { gallery: boolean }): readonly RouteBesidePages[] => [
  ...journalRoutes,
  ...tasksRoutes,
  registerPhotographs,
  registerEvents,
  registerFormToken,
  ...accountRoutes,
  ...mapRoutes,
  ...knowledgeRoutes,
  ...boundaryRoutes,
  ...boardRoutes,
  ...(gallery ? [registerGallery] : []),
];
