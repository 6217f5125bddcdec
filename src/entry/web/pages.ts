import { accountPages } from './pages/account/index.ts';
import { boardPages } from './pages/board/index.ts';
import { boundaryPages } from './pages/boundary/index.ts';
import { calendarPages } from './pages/calendar/index.ts';
import { companyPages } from './pages/company/index.ts';
import { developersPages } from './pages/developers/index.ts';
import { devicesPages } from './pages/devices/index.ts';
import { directoryPages } from './pages/directory/index.ts';
import { feesPages } from './pages/fees/index.ts';
import { helpPages } from './pages/help/index.ts';
import { journalPages } from './pages/journal/index.ts';
import { knowledgePages } from './pages/knowledge/index.ts';
import { landImportPages } from './pages/land-import/index.ts';
import { mapPages } from './pages/map/index.ts';
import { messagesPages } from './pages/messages/index.ts';
import { metersPages } from './pages/meters/index.ts';
import { moderationPages } from './pages/moderation/index.ts';
import { morePages } from './pages/more/index.ts';
import { notificationsPages } from './pages/notifications/index.ts';
import { offlinePages } from './pages/offline/index.ts';
import { operatorPages } from './pages/operator/index.ts';
import { platformPages } from './pages/platform/index.ts';
import { plotPages } from './pages/plot/index.ts';
import { sanctionPages } from './pages/sanctions/index.ts';
import { searchPages } from './pages/search/index.ts';
import { setupPages } from './pages/setup/index.ts';
import { signInPages } from './pages/sign-in/index.ts';
import { tasksPages } from './pages/tasks/index.ts';
import { todayPages } from './pages/today/index.ts';
import { villagePages } from './pages/village/index.ts';

/** Every page there is. */
export const pages = [
  ...accountPages,
  ...boardPages,
  ...boundaryPages,
  ...calendarPages,
  ...companyPages,
  ...developersPages,
  ...devicesPages,
  ...directoryPages,
  ...feesPages,
  ...helpPages,
  ...journalPages,
  ...knowledgePages,
  ...landImportPages,
  ...mapPages,
  ...messagesPages,
  ...metersPages,
  ...moderationPages,
  ...morePages,
  ...notificationsPages,
  ...offlinePages,
  ...operatorPages,
  ...platformPages,
  ...plotPages,
  ...sanctionPages,
  ...searchPages,
  ...setupPages,
  ...signInPages,
  ...tasksPages,
  ...todayPages,
  ...villagePages,
] as const;
