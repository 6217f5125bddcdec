import { editKnowledgeArticlePage, newKnowledgeArticlePage } from './article-form.tsx';
import { registerDiagramCheck } from './check-diagrams.ts';
import { correctKnowledgePage } from './correct-paragraph.tsx';
import { knowledgeHistoryPage } from './history.tsx';
import { knowledgeArticlePage } from './knowledge-article.tsx';
import { knowledgePage } from './knowledge-list.tsx';
import { myEditsPage } from './my-edits.tsx';
import { passagePage } from './passage.tsx';
import { knowledgeRevisionPage } from './revision.tsx';
import { rollBackKnowledgePage } from './roll-back.tsx';

export const knowledgePages = [
  knowledgePage,
  newKnowledgeArticlePage,
  knowledgeArticlePage,
  editKnowledgeArticlePage,
  correctKnowledgePage,
  knowledgeHistoryPage,
  knowledgeRevisionPage,
  rollBackKnowledgePage,
  myEditsPage,
  passagePage,
] as const;

/** Routes of this area that are no pages. */
export const knowledgeRoutes = [registerDiagramCheck] as const;
