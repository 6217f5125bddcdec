import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import { id, outText } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { maySeeRevision } from '../../../domain/rules/knowledge-access.ts';
import { findKnowledgeArticle } from '../../../store/knowledge/knowledge-articles.ts';
import {
  findComparedRevisions,
  findRevision,
  type RevisionTextRow,
} from '../../../store/knowledge/knowledge-revisions.ts';
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
  async show({ article, revision, against }, context) {
    const { db, caller } = context;
    const found = (await findKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    const show = (wanted: RevisionTextRow | undefined) =>
      wanted && maySeeRevision(caller, found, wanted) ? wanted : undefined;
    const compared = await findComparedRevisions(db, found, revision, against);
    const row = show(compared.revision) ?? refuse.notFound('revision');
    context.services.notificationReads.record(
      caller.accountId,
      fillPath(paths.moderationText, { revision: row.id }),
    );
    const seen = show(compared.other);
    if (against !== undefined && seen === undefined) refuse.notFound('revision');
    // The submitted text before a moderator's correction is visible only to its author and moderators: others get the
    // difference from the revision before it.
    const handedIn = seen === undefined && row.correctedBy !== null ? compared.other : undefined;
    const earlier = handedIn?.baseRevisionId;
    const before = earlier == null ? seen : show(await findRevision(db, found.id, earlier));
    return {
      data: {
        ...showRevision(row, found.approvedRevisionId, caller),
        body: row.body,
        diff: await showDifference(context, before, row),
      },
    };
  },
});
