import { paths } from '../../../base/site/paths.ts';
import { usePage } from './page-context.ts';
import { parsePath } from './view.ts';

/** Pages where the board decides, which its auditor does not open. */
const boardsAlone = [
  paths.board,
  paths.boardDesk,
  paths.newPerson,
  paths.importResidents,
  paths.endPerson,
  paths.plotCodes,
  paths.newPlots,
  paths.landColumns,
  paths.articleRecipients,
].map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));

/** False for an auditor, who is not led to what would be refused. */
export function useMayOpen(href: string): boolean {
  const { isReadOnly } = usePage();
  return !isReadOnly || !boardsAlone.some((page) => page.test(parsePath(href).pathname));
}
