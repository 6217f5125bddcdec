import { z } from 'zod';
import { id, outText, restOnly } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { maySeeRevision } from '../../../domain/rules/knowledge-access.ts';
import { findKnowledgeArticle } from '../../../store/knowledge/knowledge-articles.ts';
import { findRevision } from '../../../store/knowledge/knowledge-revisions.ts';
import { difference, revisionEntry, showDifference, showRevision } from './revision-shapes.ts';
import { articleReference, revisionReference } from './shapes.ts';

export const show_knowledge_revision = defineOperation({
  name: 'show_knowledge_revision',
  tag: 'Knowledge',
  route: 'GET /knowledge/articles/{article}/revisions/{revision}',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'platform'],
  summary: 'One revision of an article: its text, and word by word what it changes.',
  description: 'A waiting one: against the text in force.',
  input: z.object({
    article: articleReference,
    revision: revisionReference,
    against: restOnly(id.optional().describe('Another revision to compare with.')),
  }),
  output: z.object({ data: revisionEntry.extend({ body: outText, diff: difference }) }),
  async handle({ article, revision, against }, context) {
    const { db, caller } = context;
    const found = (await findKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    const find = async (wanted: string) => {
      const row = await findRevision(db, found.id, wanted);
      return row && maySeeRevision(caller, found, row) ? row : undefined;
    };
    const row = (await find(revision)) ?? refuse.notFound('revision');
    const isDecidedOn = row.state === 'waiting' && found.approvedRevisionId !== null;
    const other = against ?? (isDecidedOn ? found.approvedRevisionId : row.baseRevisionId);
    const seen = other === null ? undefined : await find(other);
    if (against !== undefined && seen === undefined) refuse.notFound('revision');
    // The submitted text before a moderator's correction is visible only to its author and moderators: others get the
    // difference from the revision before it.
    const handedIn = seen === undefined && other !== null && row.correctedBy !== null;
    const earlier = handedIn ? (await findRevision(db, found.id, other))?.baseRevisionId : undefined;
    const before = earlier == null ? seen : await find(earlier);
    return {
      data: {
        ...showRevision(row, found.approvedRevisionId, caller),
        body: row.body,
        diff: await showDifference(context, before, row),
      },
    };
  },
});
