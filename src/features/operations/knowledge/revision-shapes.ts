import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import type { Requester } from '../../../base/threads/fair-share.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import {
  enumField,
  formatTimestamp,
  outEnum,
  outId,
  outText,
  outTimestamp,
  outWord,
} from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { type EarlierDecision, refuseDecided, toDecider } from '../../../domain/rules/earlier-decision.ts';
import { type KnowledgeCategory, knowledgeCategories } from '../../../domain/rules/knowledge-categories.ts';
import {
  isOutdated,
  type RevisionState,
  revisionStates,
} from '../../../domain/rules/knowledge-moderation.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import type { TextReader } from '../../../engines/search/text-reader.ts';
import { findCorrection, type RevisionRow } from '../../../store/knowledge/knowledge-revisions.ts';

export const revisionEntry = z.object({
  id: outId,
  article_id: outId,
  author_user_id: outId,
  author_name: outText.describe(
    'In full for moderators and the author, for others the first name and a letter.',
  ),
  state: outEnum(revisionStates).describe(
    'draft: not handed in; waiting: for a moderator; approved: is or was what everybody reads; rejected: returned ' +
      'with a reason; replaced: a newer one took its place before it was decided.',
  ),
  is_current: z.boolean().describe('Whether this is what everybody reads now.'),
  is_outdated: z
    .boolean()
    .describe('It waits, and another text was approved after it was begun: approving it undoes that one.'),
  base_revision_id: outId.nullable().describe('The revision it was written against; null: the first one.'),
  title: outText,
  excerpt: outText,
  category: outEnum(knowledgeCategories).nullable(),
  tags: z.array(outText),
  note: outText.describe('What changed and why, in the words of its author; may be empty.'),
  corrected_by: z
    .object({ id: outId, name: outText })
    .nullable()
    .describe(
      'The moderator who corrected the text in passing it; the author’s own is the base revision. Null: nobody.',
    ),
  reject_reason: outText.nullable().describe('Why it was returned; null: it was not.'),
  created_at: outTimestamp,
  decided_at: outTimestamp.nullable().describe('Null: not decided.'),
  decided_by: z
    .object({ id: outId, name: outText })
    .nullable()
    .describe('The moderator who decided, as other moderators see it; null for everybody else.'),
});

export function showRevision(
  row: RevisionRow,
  approvedRevisionId: string | null,
  viewer: Pick<Caller, 'accountId' | 'isModerator'>,
): z.input<typeof revisionEntry> {
  const inFull = viewer.isModerator || viewer.accountId === row.authorId;
  return {
    id: row.id,
    article_id: row.articleId,
    author_user_id: row.authorId,
    author_name: inFull ? row.authorName : shortenName(row.authorName),
    state: row.state,
    is_current: row.id === approvedRevisionId,
    is_outdated: isOutdated(row, approvedRevisionId),
    base_revision_id: row.baseRevisionId,
    title: row.title,
    excerpt: row.excerpt,
    category: row.category as KnowledgeCategory | null,
    tags: row.tags,
    note: row.note,
    corrected_by: toDecider(row.correctedBy, row.correctedByName),
    reject_reason: row.rejectReason,
    created_at: formatTimestamp(row.createdAt),
    decided_at: formatTimestamp(row.decidedAt),
    decided_by: viewer.isModerator ? toDecider(row.decidedBy, row.decidedByName) : null,
  };
}

export const seenState = enumField(revisionStates)
  .nullish()
  .describe('The state you saw: refused when it has been decided or replaced since.');

/** Optimistic locking: refuses when another moderator has decided meanwhile. */
export function refuseStaleState(
  state: RevisionState,
  seen: RevisionState | null | undefined,
  decision: EarlierDecision | undefined,
): void {
  if (seen == null || seen === state) return;
  if (decision) refuseDecided('seen_state', decision);
  refuse.invalid('seen_state', {
    en: 'This text is not what you saw any more. Look at it again.',
    ru: 'С этим текстом уже не то, что вы видели. Посмотрите ещё раз.',
  });
}

/** What moderators decided about a revision, for moderators; undefined: nothing yet. */
export async function findRevisionDecision(db: Db, row: RevisionRow): Promise<EarlierDecision | undefined> {
  const { state, decidedBy, decidedByName, decidedAt: at, rejectReason: reason } = row;
  if (state === 'draft' || state === 'waiting') return undefined;
  if (state !== 'replaced') {
    const outcome = state === 'approved' ? 'approved' : 'returned';
    return { outcome, by: toDecider(decidedBy, decidedByName), at, reason };
  }
  const corrected = await findCorrection(db, row.articleId, row.id);
  if (corrected === undefined) return { outcome: 'replaced', by: null, at: null, reason: null };
  const { correctedBy, correctedByName, createdAt } = corrected;
  return { outcome: 'corrected', by: toDecider(correctedBy, correctedByName), at: createdAt, reason: null };
}

const differencePart = z.object({
  kind: z.enum(['same', 'added', 'removed', 'skipped']),
  text: outText.describe('Empty for a long unchanged stretch that was skipped.'),
  characters: z.int(),
});

export const difference = z.object({
  against_revision_id: outId
    .nullable()
    .describe('What it is compared with; null: with nothing, it is the first.'),
  title: z.array(differencePart).describe('Word by word; empty when the title stayed.'),
  body: z.array(differencePart).describe('Word by word; empty when the body stayed.'),
  category: z
    .object({ before: outWord.nullable(), after: outWord.nullable() })
    .nullable()
    .describe('Null when it stayed.'),
  tags: z
    .object({ added: z.array(outText), removed: z.array(outText) })
    .nullable()
    .describe('Null when they stayed.'),
});

export interface ComparedText {
  title: string;
  body: string;
  category: string | null;
  tags: readonly string[];
}

export const tooBusy = {
  en: 'Too many long texts are being compared just now. Try again in a few seconds.',
  ru: 'Сейчас сравнивается слишком много длинных текстов. Попробуйте через несколько секунд.',
};

type ComparisonContext = { readonly services: { readonly texts: TextReader } } & Requester;

export async function showDifference(
  { services: { texts }, share, signal }: ComparisonContext,
  before: (ComparedText & { id: string }) | undefined,
  after: ComparedText,
): Promise<z.input<typeof difference>> {
  const compare = async (one: string, other: string) =>
    one === other
      ? []
      : ((await texts.compare(one, other, { share, signal })) ?? refuse.unavailable(tooBusy));
  const old: ComparedText = before ?? { title: '', body: '', category: null, tags: [] };
  const added = after.tags.filter((tag) => !old.tags.includes(tag));
  const removed = old.tags.filter((tag) => !after.tags.includes(tag));
  return {
    against_revision_id: before?.id ?? null,
    title: await compare(old.title, after.title),
    body: await compare(old.body, after.body),
    category: old.category === after.category ? null : { before: old.category, after: after.category },
    tags: added.length + removed.length === 0 ? null : { added, removed },
  };
}
