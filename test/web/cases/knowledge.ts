import { paths } from '../../../src/site/paths.ts';
import type { Cases } from './case.ts';

export const knowledgeCases: Cases = {
  [paths.knowledgeArticle]: { names: ({ knowledge }) => ({ article: knowledge }) },
};
