import { z } from 'zod';
import { opaqueCursor, outCursor, pageLimit } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { maySeeWholeHistory } from '../../../domain/rules/knowledge-access.ts';
import { findKnowledgeArticle } from '../../../store/knowledge/knowledge-articles.ts';
import { listRevisions } from '../../../store/knowledge/knowledge-revisions.ts';
import { revisionEntry, showRevision } from './revision-shapes.ts';
import { articleReference } from './shapes.ts';

export const list_knowledge_revisions = defineOperation({
  name: 'list_knowledge_revisions',
  tag: 'Knowledge',
  route: 'GET /knowledge/articles/{article}/revisions',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'platform'],
  summary: 'The history of an article with its writers’ notes, newest first.',
  input: z.object({
    article: articleReference,
    detail,
    limit: pageLimit(30, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'revisions.id',
    'revisions.article_id',
    'revisions.author_name',
    'revisions.state',
    'revisions.is_outdated',
    'revisions.title',
    'revisions.note',
    'revisions.reject_reason',
    'revisions.created_at',
    'revisions.is_current',
    'cursor',
  ],
  output: z.object({ revisions: z.array(revisionEntry), cursor: outCursor }),
  async show({ article, limit, cursor }, { db, caller, cursors }) {
    const found = (await findKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    const bound = { article: found.id };
    const position = cursors.parse('list_knowledge_revisions', bound, cursor);
    const [after] = position.key;
    const seenBy = maySeeWholeHistory(caller, found) ? null : caller.accountId;
    const rows = await listRevisions(db, found.id, seenBy, after, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    return {
      revisions: page.map((row) => showRevision(row, found.approvedRevisionId, caller)),
      cursor: next,
    };
  },
});
