import { knowledgeCoverPage } from './article-cover.tsx';
import { moderationTextsPage } from './revision-queue.tsx';
import { moderationTextPage } from './revision-review.tsx';

export const moderationPages = [knowledgeCoverPage, moderationTextsPage, moderationTextPage] as const;
