import { z } from 'zod';
import { id } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import { passRevision } from '../../knowledge/deciding.ts';
import { mayModerateKnowledge, maySeeRevision } from '../../rules/knowledge-access.ts';
import { mayDecide } from '../../rules/knowledge-moderation.ts';
import { lockKnowledgeArticle } from '../../store/knowledge/knowledge-articles.ts';
import { findRevision } from '../../store/knowledge/knowledge-revisions.ts';
import { revisionEntry, showRevision } from './revision-shapes.ts';
import { articleReference, revisionReference } from './shapes.ts';

export const approve_knowledge_revision = defineOperation({
  name: 'approve_knowledge_revision',
  tag: 'Knowledge',
  route: 'POST /knowledge/articles/{article}/revisions/{revision}/approve',
  success: 201,
  scope: 'mcp:write',
  audiences: ['platform'],
  summary: 'As a moderator, pass a waiting text: from now on everybody reads it. Safe to repeat.',
  description:
    'Take the revision from list_knowledge_queue and read it with show_knowledge_revision first. Other waiting edits ' +
    'of the article become `is_outdated`: they rest on an older text, and approving one of them would undo this. Send ' +
    '`approved_revision_id` (what you compared with) to be refused when another was approved meanwhile. Its writer is told.',
  idempotent: true,
  input: z.object({
    article: articleReference,
    revision: revisionReference,
    approved_revision_id: id
      .nullish()
      .describe(
        'The approved revision you compared with, the `against_revision_id` of show_knowledge_revision.',
      ),
  }),
  output: z.object({ data: revisionEntry }),
  async handle({ article, revision, approved_revision_id: compared }, context) {
    const { db, caller } = context;
    const found = (await lockKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    const row = await findRevision(db, found.id, revision);
    if (row === undefined || !maySeeRevision(caller, found, row)) return refuse.notFound('revision');
    permit(mayModerateKnowledge(caller));
    const decidable = mayDecide(row.state, 'approved');
    if (decidable === null) return { data: showRevision(row, found.approvedRevisionId) };
    if (decidable !== true) refuse.invalid('revision', decidable);
    if (compared != null && compared !== found.approvedRevisionId) {
      refuse.invalid(
        'approved_revision_id',
        {
          en: 'Another text was approved meanwhile. Compare with it and decide again.',
          ru: 'Тем временем принят другой текст. Сравните с ним и решите заново.',
        },
        { current_revision_id: found.approvedRevisionId },
      );
    }
    await passRevision(context, found, row);
    const passed = (await findRevision(db, found.id, row.id)) ?? refuse.notFound('revision');
    return { data: showRevision(passed, passed.id) };
  },
});
