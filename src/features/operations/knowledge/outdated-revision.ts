import { hash } from 'node:crypto';
import type { Context } from '../../../domain/kernel/context.ts';
import { formatTimestamp } from '../../../domain/kernel/fields.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import { isOutdated } from '../../../domain/rules/knowledge-moderation.ts';
import { mergeCards } from '../../../domain/rules/revision-merge.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import type { KnowledgeArticleRow } from '../../../store/knowledge/knowledge-articles.ts';
import { findRevision, type RevisionTextRow } from '../../../store/knowledge/knowledge-revisions.ts';
import type { ArticleText } from '../../knowledge/revisions.ts';
import { showDifference, tooBusy } from './revision-shapes.ts';

type ConflictContext = Pick<Context, 'db' | 'services' | 'share' | 'signal'>;

/** Who put the current text in force, when, and what it changed against the text somebody else started from. */
export async function describeConflict(
  context: ConflictContext,
  base: (ArticleText & { id: string }) | undefined,
  current: RevisionTextRow,
) {
  return {
    current_revision_id: current.id,
    changed_by: { id: current.authorId, name: shortenName(current.authorName) },
    changed_at: formatTimestamp(current.decidedAt ?? current.createdAt),
    changed: base === undefined ? null : await showDifference(context, base, current),
  };
}

export interface ApprovalWish {
  approved_revision_id?: string | null | undefined;
  merge?: boolean | null | undefined;
  digest?: string | null | undefined;
}

/** Whether approving would put away a text that the moderator has not named. */
export function isUnseen(
  row: RevisionTextRow,
  { approvedRevisionId }: KnowledgeArticleRow,
  { approved_revision_id: named }: ApprovalWish,
): boolean {
  if (row.state !== 'waiting') return false;
  return named == null ? isOutdated(row, approvedRevisionId) : named !== approvedRevisionId;
}

/** Refuses to approve over a newer text, with what that one changed. Slow: call it before the transaction. */
export async function refuseOutdatedApproval(
  context: ConflictContext,
  row: RevisionTextRow,
  article: KnowledgeArticleRow,
): Promise<never> {
  const { base, current } = await loadSides(context, row, article);
  return refuse.invalid(
    'approved_revision_id',
    {
      en: 'Another text was approved after this one was begun, and passing this one would undo it. Compare both; then send current_revision_id as approved_revision_id to pass this text all the same, or merge true to join them.',
      ru: 'После того как этот текст начали, приняли другой, и принять этот значит его отменить. Сравните оба; затем отправьте current_revision_id в approved_revision_id, чтобы принять этот, или merge true, чтобы соединить их.',
    },
    current === undefined ? { current_revision_id: null } : await describeConflict(context, base, current),
  );
}

async function loadSides(
  { db }: ConflictContext,
  row: RevisionTextRow,
  { id, approvedRevisionId }: KnowledgeArticleRow,
) {
  const load = (revision: string | null) => (revision === null ? undefined : findRevision(db, id, revision));
  const [base, current] = await Promise.all([load(row.baseRevisionId), load(approvedRevisionId)]);
  return { base, current };
}

/**
 * The waiting text joined with what was approved since. Refused with the joined text and its digest until the call
 * names that digest, so that nobody passes a text that nobody has read. Null: nothing newer is in force.
 */
export async function requireMergedText(
  context: ConflictContext,
  row: RevisionTextRow,
  article: KnowledgeArticleRow,
  { digest }: ApprovalWish,
): Promise<ArticleText | null> {
  if (row.state !== 'waiting' || !isOutdated(row, article.approvedRevisionId)) return null;
  const { base, current } = await loadSides(context, row, article);
  const joined = base && current && (await joinTexts(context, { base, current, wanted: row }));
  if (current === undefined || joined == null)
    return refuse.invalid(
      'merge',
      {
        en: 'Both texts changed the same place, so they cannot be joined. Write the joined text yourself and send it as body, with current_revision_id as approved_revision_id.',
        ru: 'Оба текста меняют одно и то же место, соединить их нельзя. Составьте общий текст сами и отправьте его в body, а current_revision_id в approved_revision_id.',
      },
      current === undefined ? {} : await describeConflict(context, base, current),
    );
  const name = computeDigest(row.id, current.id, joined);
  if (digest === name) return joined;
  throw new Refusal({
    kind: 'invalid',
    text: digest == null ? readFirstText : changedText,
    fields: { digest: [digest == null ? readFirstText : changedText] },
    details: { current_revision_id: current.id, merged: joined, digest: name },
  });
}

const readFirstText = {
  en: 'Nothing was passed yet. Read the joined text in merged; to pass it, call again with merge true and this digest.',
  ru: 'Пока ничего не принято. Прочитайте соединённый текст в merged; чтобы принять его, вызовите ещё раз с merge true и этим digest.',
};
const changedText = {
  en: 'The joined text is another one by now. Read it in merged and send its digest.',
  ru: 'Соединённый текст теперь другой. Прочитайте его в merged и отправьте его digest.',
};

async function joinTexts(
  { services, share, signal }: ConflictContext,
  { base, current, wanted }: Record<'base' | 'current' | 'wanted', RevisionTextRow>,
): Promise<ArticleText | null> {
  const card = mergeCards(base, current, wanted);
  if (card === null) return null;
  const texts = { base: base.body, one: current.body, other: wanted.body };
  const { merged } = (await services.texts.merge(texts, { share, signal })) ?? refuse.unavailable(tooBusy);
  return merged === undefined ? null : { ...card, body: merged };
}

function computeDigest(revision: string, approved: string, { title, body, category, tags }: ArticleText) {
  const kept = JSON.stringify([revision, approved, title, body, category, tags]);
  return hash('sha256', kept, 'base64url').slice(0, 22);
}
