import { z } from 'zod';
import { id, nonBlank } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { mayModerateKnowledge, maySeeRevision } from '../../../domain/rules/knowledge-access.ts';
import { checkDecision } from '../../../domain/rules/knowledge-moderation.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { findKnowledgeArticle, lockKnowledgeArticle } from '../../../store/knowledge/knowledge-articles.ts';
import { findCorrection, findRevision } from '../../../store/knowledge/knowledge-revisions.ts';
import { cleanTitle, parseBodyForIndex } from '../../knowledge/article-text.ts';
import { approveCorrectedRevision, approveRevision } from '../../knowledge/revision-approval.ts';
import { requireIndexed } from '../../knowledge/revisions.ts';
import { refuseStaleState, revisionEntry, seenState, showRevision } from './revision-shapes.ts';
import { articleReference, revisionReference } from './shapes.ts';

const alreadyApproved = {
  en: 'This revision has been approved already. Correct what everybody reads with edit_knowledge_article.',
  ru: 'Эта версия уже принята. Исправить опубликованный текст можно через edit_knowledge_article.',
};

export const approve_knowledge_revision = defineOperation({
  name: 'approve_knowledge_revision',
  tag: 'Knowledge',
  route: 'POST /knowledge/articles/{article}/revisions/{revision}/approve',
  success: 201,
  scope: 'mcp:write',
  audiences: ['platform'],
  offeredTo: ['moderator'],
  summary: 'As a moderator, pass a waiting text: from now on everybody reads it. Safe to repeat.',
  description:
    'Take the revision from list_knowledge_queue and read it with show_knowledge_revision first. Other waiting edits ' +
    'of the article become `is_outdated`: they rest on an older text, and approving one of them would undo this. Send ' +
    '`approved_revision_id` (what you compared with) to be refused when another was approved meanwhile. To correct the text in passing it send `title` or `body`: the text handed in stays in the history, and the ' +
    'passed one keeps its author and says in `corrected_by` who corrected it. Its writer is told.',
  idempotent: true,
  body: 'text',
  input: z.object({
    article: articleReference,
    revision: revisionReference,
    approved_revision_id: id
      .nullish()
      .describe(
        'The approved revision you compared with, the `against_revision_id` of show_knowledge_revision.',
      ),
    seen_state: seenState,
    title: nonBlank(200).nullish().describe('Your correction of the title.'),
    body: nonBlank(300_000).nullish().describe('Your correction of the text: the whole of it.'),
  }),
  output: z.object({ data: revisionEntry }),
  async confirmationQuestion({ article, revision, title, body }, { db, caller }) {
    const found = (await findKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    const row = await findRevision(db, found.id, revision);
    if (row === undefined || !maySeeRevision(caller, found, row)) return refuse.notFound('revision');
    permit(mayModerateKnowledge(caller));
    if (row.state === 'approved') return null;
    const name = quoteUserText(title == null ? row.title : cleanTitle(title));
    const isCorrected = title != null || body != null;
    return {
      en: `Pass ${name}${isCorrected ? ' with your correction' : ''}? From now on everybody reads this text in the knowledge base, also without an account.`,
      ru: `Принять ${name}${isCorrected ? ' с вашим исправлением' : ''}? Теперь этот текст в базе знаний прочтут все, в том числе без учётной записи.`,
    };
  },
  async prepare({ article, revision, title, body }, context) {
    const { db, caller } = context;
    if (!caller.isModerator) return undefined;
    const found = (await findKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    const row = await findRevision(db, found.id, revision);
    return row && parseBodyForIndex(context, applyCorrection(row, title, body));
  },
  async handle(input, context, read) {
    const { article, revision, approved_revision_id: compared, seen_state, title, body } = input;
    const { db, caller } = context;
    const found = (await lockKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    const row = await findRevision(db, found.id, revision);
    if (row === undefined || !maySeeRevision(caller, found, row)) return refuse.notFound('revision');
    permit(mayModerateKnowledge(caller));
    refuseStaleState(row.state, seen_state);
    const wanted = applyCorrection(row, title, body);
    const isCorrected = wanted.title !== row.title || wanted.body !== row.body;
    const before = row.state === 'replaced' ? await findCorrection(db, found.id, row.id) : undefined;
    if (before !== undefined && before.title === wanted.title && before.body === wanted.body)
      return { data: showRevision(before, found.approvedRevisionId, caller) };
    const decidable = checkDecision(row.state, 'approved');
    if (decidable === null && !isCorrected)
      return { data: showRevision(row, found.approvedRevisionId, caller) };
    if (decidable !== true) return refuse.invalid('revision', decidable ?? alreadyApproved);
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
    const passedId = isCorrected
      ? await approveCorrectedRevision(context, found, row, requireIndexed(read, wanted))
      : await approveRevision(context, found, row, read).then(() => row.id);
    const passed = (await findRevision(db, found.id, passedId)) ?? refuse.notFound('revision');
    return { data: showRevision(passed, passed.id, caller) };
  },
});

/** The submitted text with the moderator's corrections, if any. */
function applyCorrection(
  row: { readonly title: string; readonly body: string },
  title: string | null | undefined,
  body: string | null | undefined,
) {
  return { title: title == null ? row.title : cleanTitle(title), body: body ?? row.body };
}
