import { z } from 'zod';
import { nonBlank } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { refuseDecided } from '../../../domain/rules/earlier-decision.ts';
import { mayModerateKnowledge } from '../../../domain/rules/knowledge-access.ts';
import { afterReject, checkDecision } from '../../../domain/rules/knowledge-moderation.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { saveArticleStatus } from '../../../store/knowledge/knowledge-changes.ts';
import { decideRevision } from '../../../store/knowledge/knowledge-revisions.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { notifyDecision } from '../../knowledge/revision-approval.ts';
import { loadRevision, showDecidedRevision, toDecided } from './loaded-article.ts';
import { findRevisionDecision, refuseStaleState, revisionEntry, seenState } from './revision-shapes.ts';
import { articleReference, revisionReference } from './shapes.ts';

export const reject_knowledge_revision = defineOperation({
  name: 'reject_knowledge_revision',
  tag: 'Knowledge',
  route: 'POST /knowledge/articles/{article}/revisions/{revision}/reject',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'platform',
  audiences: ['platform'],
  offeredTo: ['moderator'],
  summary: 'As a moderator, return a waiting text to its writer with the reason.',
  description:
    'The reason reaches the writer as a notification, so say what would make the text acceptable. A rejected edit ' +
    'leaves the published text as it is; a rejected first text goes back to its author as a draft. Refused when ' +
    'somebody has decided it, with who, when and why in `decision`.',
  idempotent: true,
  input: z.object({
    article: articleReference,
    revision: revisionReference,
    reason: nonBlank(1000).describe('Why, and what would be accepted. The writer reads it.'),
    seen_state: seenState,
  }),
  output: z.object({ data: revisionEntry }),
  shortReply: ['data.id', 'data.article_id', 'data.state', 'data.is_current'],
  head: ['article', 'revision'],
  async load(at, context, lock) {
    const { article, revision } = await loadRevision(at, context, lock);
    const earlier = await findRevisionDecision(context.db, revision);
    return { found: article, row: revision, earlier, decidable: checkDecision(revision.state, 'rejected') };
  },
  permit({ row, earlier, decidable }, caller, input) {
    permit(mayModerateKnowledge(caller));
    refuseStaleState(row.state, input?.seen_state, earlier);
    if (decidable === true || input === undefined) return;
    const isRepeat = row.decidedBy === caller.accountId && row.rejectReason === input.reason;
    if (decidable === null && isRepeat) return;
    if (earlier) refuseDecided('revision', earlier, decidable ?? undefined);
    if (decidable !== null) refuse.invalid('revision', decidable);
  },
  async question(input, _context, { row, decidable }) {
    const [title, reason] = [quoteUserText(row.title), quoteUserText(input.reason)];
    return decidable === null
      ? null
      : {
          en: `Return ${title} to its writer? They will be told the reason: ${reason}.`,
          ru: `Вернуть ${title} автору? Он увидит причину: ${reason}.`,
        };
  },
  async write(input, context, { found, row, decidable }) {
    const { db, caller } = context;
    const decided = toDecided(found, row.id, found.approvedRevisionId);
    if (decidable === null) return decided;
    const { reason } = input;
    const decision = { state: 'rejected', reason, by: caller.accountId, at: context.now() } as const;
    await decideRevision(db, row.id, decision);
    await recordDecision(context, {
      action: 'reject_knowledge_revision',
      subject: { type: 'knowledge_revision', id: row.id },
      settlementId: null,
      before: { state: row.state },
      after: { article: found.id, slug: found.slug, state: 'rejected', reason },
    });
    const status = afterReject(found.status);
    if (status === 'draft') await saveArticleStatus(db, found.id, status, context.now());
    await notifyDecision(context, found, row, reason);
    return decided;
  },
  show: showDecidedRevision,
});
