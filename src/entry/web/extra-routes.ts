import { accountRoutes } from './pages/account/index.ts';
import { boardRoutes } from './pages/board/index.ts';
import { boundaryRoutes } from './pages/boundary/index.ts';
import { calendarRoutes } from './pages/calendar/index.ts';
import { registerGallery } from './pages/gallery/gallery.tsx';
import { journalRoutes } from './pages/journal/index.ts';
import { knowledgeRoutes } from './pages/knowledge/index.ts';
import { mapRoutes } from './pages/map/index.ts';
import { metersRoutes } from './pages/meters/index.ts';
import { tasksRoutes } from './pages/tasks/index.ts';
import { villageRoutes } from './pages/village/index.ts';
import { registerEventStream } from './server/event-stream.ts';
import { registerFormToken } from './server/form-token.ts';
import { registerPhotographUploads } from './server/photograph-uploads.ts';
import type { ExtraRoute } from './server/register-pages.ts';

/** Routes that are not pages, with the same session: feeds, and requests of page scripts. */
export const listExtraRoutes = ({ gallery }: { gallery: boolean }): readonly ExtraRoute[] => [
  ...calendarRoutes,
  ...journalRoutes,
  ...tasksRoutes,
  registerPhotographUploads,
  registerEventStream,
  registerFormToken,
  ...accountRoutes,
  ...mapRoutes,
  ...knowledgeRoutes,
  ...boundaryRoutes,
  ...boardRoutes,
  ...metersRoutes,
  ...villageRoutes,
  ...(gallery ? [registerGallery] : []),
];
