import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { id, name, nonBlank, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { StalePreparation } from '../../../domain/kernel/preparation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { refuseDecided } from '../../../domain/rules/earlier-decision.ts';
import { mayModerateKnowledge } from '../../../domain/rules/knowledge-access.ts';
import { checkDecision, isOutdated } from '../../../domain/rules/knowledge-moderation.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import type { KnowledgeArticleRow } from '../../../store/knowledge/knowledge-articles.ts';
import { findCorrection, type RevisionTextRow } from '../../../store/knowledge/knowledge-revisions.ts';
import { cleanTitle, parseBodyForIndex } from '../../knowledge/article-text.ts';
import { approveCorrectedRevision, approveRevision } from '../../knowledge/revision-approval.ts';
import { type ArticleText, isSameText, requireIndexed } from '../../knowledge/revisions.ts';
import { loadRevision, showDecidedRevision, toDecided } from './loaded-article.ts';
import {
  type ApprovalWish,
  isUnseen,
  refuseOutdatedApproval,
  requireMergedText,
} from './outdated-revision.ts';
import { findRevisionDecision, refuseStaleState, revisionEntry, seenState } from './revision-shapes.ts';
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
  writesIn: 'platform',
  audiences: ['platform'],
  offeredTo: ['moderator'],
  summary: 'As a moderator, pass a waiting text: from now on everybody reads it. Safe to repeat.',
  description:
    'Take the revision from list_knowledge_queue and read it with show_knowledge_revision first. Refused when another ' +
    'text was approved after this one was begun (`is_outdated`), with what that one changed: passing it would undo that. Then either ' +
    'name what is in force in `approved_revision_id`, or join both with `merge`. To correct the text in passing it ' +
    'send `title` or `body`: the text handed in stays in the history, and the passed one keeps its author and says ' +
    'in `corrected_by` who corrected it. Its writer is told.',
  idempotent: true,
  body: 'text',
  input: z.object({
    article: articleReference,
    revision: revisionReference,
    approved_revision_id: id
      .nullish()
      .describe('The text in force that you compared with; this one takes its place.'),
    merge: stateDefault(
      false,
      z
        .boolean()
        .nullish()
        .describe('True: join it with the newer text. Refused first, with the joined text and its `digest`.'),
    ),
    digest: text(40).nullish().describe('Of the joined text you read.'),
    seen_state: seenState,
    title: name(200).nullish().describe('Your own title.'),
    body: nonBlank(300_000).nullish().describe('Your own text, the whole of it.'),
  }),
  output: z.object({ data: revisionEntry }),
  shortReply: ['data.id', 'data.article_id', 'data.state', 'data.is_current'],
  head: ['article', 'revision'],
  load: loadRevision,
  permit(_subject, caller) {
    permit(mayModerateKnowledge(caller));
  },
  async question(input, context, { article: found, revision: row }) {
    if (row.state !== 'waiting') return null;
    const wanted = await requireApprovable(context, row, found, input);
    const name = quoteUserText(wanted.title);
    const isCorrected = !isSameText(wanted, row);
    const undone = !input.merge && isOutdated(row, found.approvedRevisionId);
    return {
      en: `Pass ${name}${isCorrected ? (input.merge ? ', joined with the newer text' : ' with your correction') : ''}? From now on everybody reads this text in the knowledge base, also without an account.${undone ? ' It takes the place of a newer text that was approved after it was begun.' : ''}`,
      ru: `Принять ${name}${isCorrected ? (input.merge ? ' вместе с более новым текстом' : ' с вашим исправлением') : ''}? Теперь этот текст в базе знаний прочтут все, в том числе без учётной записи.${undone ? ' Он заменит более новый текст, принятый после того, как этот начали.' : ''}`,
    };
  },
  async prepare(input, context, { article: found, revision: row }) {
    const wanted = await requireApprovable(context, row, found, input);
    return {
      wanted,
      read: await parseBodyForIndex(context, wanted),
      approvedRevisionId: found.approvedRevisionId,
    };
  },
  async write({ seen_state }, context, { article: found, revision: row }, prepared) {
    const { db } = context;
    const earlier = await findRevisionDecision(db, row);
    refuseStaleState(row.state, seen_state, earlier);
    // What was compared or joined before the transaction has to be what is in force now.
    if (prepared.approvedRevisionId !== found.approvedRevisionId) throw new StalePreparation();
    const { wanted, read } = prepared;
    const isCorrected = !isSameText(wanted, row);
    const before = row.state === 'replaced' ? await findCorrection(db, found.id, row.id) : undefined;
    if (before !== undefined && before.title === wanted.title && before.body === wanted.body)
      return toDecided(found, before.id, found.approvedRevisionId);
    const decidable = checkDecision(row.state, 'approved');
    if (decidable === null && !isCorrected) return toDecided(found, row.id, found.approvedRevisionId);
    if (decidable !== true) {
      const hint = decidable ?? alreadyApproved;
      return earlier ? refuseDecided('revision', earlier, hint) : refuse.invalid('revision', hint);
    }
    const passedId = isCorrected
      ? await approveCorrectedRevision(context, found, { ...row, ...wanted }, requireIndexed(read, wanted))
      : await approveRevision(context, found, row, read).then(() => row.id);
    return toDecided(found, passedId, passedId);
  },
  show: showDecidedRevision,
});

/** The text to pass: as handed in, corrected, or joined with a newer one; refused where it would undo an unseen one. */
async function requireApprovable(
  context: SignedInContext,
  row: RevisionTextRow,
  article: KnowledgeArticleRow,
  wish: ApprovalWish & { title?: string | null | undefined; body?: string | null | undefined },
): Promise<ArticleText> {
  const { title, body, merge, digest } = wish;
  if (merge && (title != null || body != null))
    refuse.invalid('merge', {
      en: 'Send either merge, or your own title and body.',
      ru: 'Отправьте либо merge, либо свои title и body.',
    });
  if (digest != null && !merge)
    refuse.invalid('digest', {
      en: 'A digest goes with merge true.',
      ru: 'digest отправляют вместе с merge true.',
    });
  // A repeat after the joined text was passed.
  if (merge && row.state === 'replaced') return (await findCorrection(context.db, article.id, row.id)) ?? row;
  const merged = merge ? await requireMergedText(context, row, article, wish) : null;
  if (merged !== null) return merged;
  if (isUnseen(row, article, wish)) return refuseOutdatedApproval(context, row, article);
  const { category, tags } = row;
  return { title: title == null ? row.title : cleanTitle(title), body: body ?? row.body, category, tags };
}
