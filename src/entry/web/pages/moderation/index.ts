import { knowledgeCoverPage } from './cover.tsx';
import { moderationTextPage } from './text.tsx';
import { moderationTextsPage } from './texts.tsx';

export const moderationPages = [knowledgeCoverPage, moderationTextsPage, moderationTextPage] as const;
