import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';
import type { SampleNames } from './sample-data.ts';

const names = ({ knowledge }: SampleNames) => ({ article: knowledge });

/** A pending edit is visible to its author and moderators. */
const betweenTwo = { names, statuses: { resident: 404, editor: 404, company: 404 } };

export const knowledgeCases: PageCases = {
  [paths.knowledgeArticle]: { names },
  [paths.editKnowledgeArticle]: { names },
  [paths.correctKnowledge]: { names },
  [paths.knowledgeHistory]: { names },
  [paths.knowledgeRevision]: betweenTwo,
  [paths.rollBackKnowledge]: betweenTwo,
  // A moderator wrote the article.
  [paths.knowledgeCover]: { names, statuses: { resident: 403, editor: 403, company: 403 } },
};
