import { z } from 'zod';
import { onlyOnMcpServers, restOnly } from '../../../domain/kernel/argument-metadata.ts';
import {
  enumField,
  flag,
  id,
  opaqueCursor,
  outCursor,
  outSlug,
  pageLimit,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { findQueueAuthor } from '../../../domain/rules/knowledge-access.ts';
import { listRevisionQueue, queueStates } from '../../../store/knowledge/knowledge-revisions.ts';
import { revisionEntry, showRevision } from './revision-shapes.ts';

export const list_knowledge_queue = defineOperation({
  name: 'list_knowledge_queue',
  tag: 'Knowledge',
  route: 'GET /knowledge/queue',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'platform'],
  summary: 'Texts that wait for a moderator, oldest first; for everybody else, their own.',
  description: 'Moderators decide with approve_knowledge_revision or reject_knowledge_revision.',
  input: z.object({
    state: enumField(queueStates).default('waiting').describe('waiting (default), or your own others.'),
    mine: onlyOnMcpServers(['platform'], flag.default(false).describe('Only your own.')),
    outdated: onlyOnMcpServers(
      ['platform'],
      flag.optional().describe('Only those that are `is_outdated`, or only the others.'),
    ),
    revision: restOnly(id.optional().describe('Only this one, in whatever state it is.')),
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
    'revisions.is_new_article',
    'cursor',
  ],
  output: z.object({
    revisions: z.array(
      revisionEntry.extend({
        article_slug: outSlug,
        is_new_article: z.boolean().describe('Nothing of the article has been published yet.'),
      }),
    ),
    cursor: outCursor,
  }),
  async show({ state, mine, outdated, revision, limit, cursor }, { db, caller, cursors }) {
    const authorId = findQueueAuthor(caller, revision === undefined ? state : 'waiting', mine);
    const bound = {
      state,
      authorId,
      ...(outdated !== undefined && { outdated }),
      ...(revision && { revision }),
    };
    const position = cursors.parse('list_knowledge_queue', bound, cursor);
    const [after] = position.key;
    const rows = await listRevisionQueue(
      db,
      { state, authorId, after, revision, isOutdated: outdated },
      limit + 1,
    );
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    return {
      revisions: page.map((row) => ({
        ...showRevision(row, row.approvedRevisionId, caller),
        article_slug: row.slug,
        is_new_article: row.approvedRevisionId === null,
      })),
      cursor: next,
    };
  },
});
