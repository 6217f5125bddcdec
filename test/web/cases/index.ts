import { fillPath } from '../../../src/base/site/paths.ts';
import type { Page } from '../../../src/entry/web/page/page.ts';
import type { OAuthTestClient } from '../../oauth/oauth-test-client.ts';
import { boardCases } from './board.ts';
import { companyCases } from './company.ts';
import { devicesCases } from './devices.ts';
import { directoryCases } from './directory.ts';
import { journalCases } from './journal.ts';
import { knowledgeCases } from './knowledge.ts';
import { mapCases } from './map.ts';
import { messagesCases } from './messages.ts';
import { moderationCases } from './moderation.ts';
import type { PageCase, PageCases, Viewer } from './page-case.ts';
import { plotCases } from './plot.ts';
import type { SampleNames } from './sample-data.ts';
import { shellCases } from './shell.ts';
import { signInCases } from './sign-in.ts';
import { tasksCases } from './tasks.ts';
import { villageCases } from './village.ts';

const cases: PageCases = {
  ...boardCases,
  ...companyCases,
  ...devicesCases,
  ...directoryCases,
  ...journalCases,
  ...knowledgeCases,
  ...mapCases,
  ...messagesCases,
  ...moderationCases,
  ...plotCases,
  ...shellCases,
  ...signInCases,
  ...tasksCases,
  ...villageCases,
};

export const caseOf = ({ path }: Pick<Page, 'path'>): PageCase => cases[path] ?? {};

export function pageAddress(page: Pick<Page, 'path'>, names: SampleNames, actors: OAuthTestClient): string {
  const { names: own, query } = caseOf(page);
  return (
    fillPath(page.path, { ...names, ...own?.(names) } as Record<never, string>) +
    (query?.(actors, names) ?? '')
  );
}

export function expectedStatus(page: Pick<Page, 'path'>, viewer?: Viewer): number {
  const { status = 200, statuses } = caseOf(page);
  return (viewer && statuses?.[viewer]) ?? status;
}
