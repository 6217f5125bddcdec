import type { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import type { SignedInCaller } from '../../../domain/kernel/caller.ts';
import type { Context } from '../../../domain/kernel/context.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import {
  checkCover,
  chooseArticleDay,
  decideSubjects,
  type SubjectMove,
} from '../../../domain/rules/article-photographs.ts';
import { type ArticleChange, mayChangeArticle } from '../../../domain/rules/article-publication.ts';
import type { BoardHiding } from '../../../domain/rules/board-hiding.ts';
import { checkMentionCount, findMentions, type Mention, mentionKey } from '../../../domain/rules/mentions.ts';
import type { SettlementRole } from '../../../domain/rules/settlement-role.ts';
import { isParcelMember, type WholeArticleRow } from '../../../store/journal/articles.ts';
import { findMentioned, type MentionedRow } from '../../../store/journal/mentions.ts';
import type { SettlementWithRole } from '../../../store/land/settlements.ts';
import type { ArticleToShow } from '../../../store/messaging/article-to-show.ts';
import { findBoardHiding } from '../../../store/system/board-hidings.ts';
import type { Reader } from '../../../store/visibility/visibility.ts';
import { type hiddenReply, showHiding } from '../shapes/hiding.ts';
import type { illustrationFields } from './shapes.ts';

type Fields = typeof illustrationFields;
export interface Illustration {
  cover_media_id?: z.output<Fields['cover_media_id']>;
  photo_subjects?: z.output<Fields['photo_subjects']>;
}

export interface ResolvedMentions {
  /** Everything mentioned that the writer may see, unordered: for the reply. */
  things: MentionedRow[];
  /** Mentions of the text itself, in reading order: for the index. */
  mentions: Mention[];
  aboutOnShown: string;
  moves: SubjectMove[];
}

const notYourParcel: Text = {
  en: "Only the plot's members and the board may say what its photographs show.",
  ru: 'Что на фотографиях участка, решают его жители и правление.',
};

export function toReader(settlement: SettlementWithRole, caller: { accountId: string | null }): Reader {
  return {
    settlementId: settlement.id,
    accountId: caller.accountId,
    settlementRole: settlement.settlementRole,
  };
}

export interface WriterRights {
  isEditor: boolean;
  isParcelMember: boolean;
  accountId: string;
  hiding: BoardHiding | null;
  isHiddenByBoard: boolean;
}

/** A user's present rights to an article, whatever they were when it was written. */
export async function findWriterRights(
  db: Context['db'],
  article: { id: string; parcelId: string | null },
  settlementRole: SettlementRole,
  accountId: string,
): Promise<WriterRights> {
  const { parcelId } = article;
  const isMember = parcelId !== null && (await isParcelMember(db, parcelId, accountId));
  const hiding = parcelId === null ? null : await findBoardHiding(db, { type: 'article', id: article.id });
  const { isEditor } = settlementRole;
  return { isEditor, isParcelMember: isMember, accountId, hiding, isHiddenByBoard: hiding !== null };
}

interface ArticleRights {
  may_edit: boolean;
  may_remove: boolean;
  may_hide: boolean;
  hidden?: z.input<typeof hiddenReply>;
}

/** What the reader may do with the article. */
export function decideArticleRights(
  { settlementRole: { isEditor } }: SettlementWithRole,
  { accountId }: { accountId: string | null },
  article: ArticleToShow,
): ArticleRights {
  if (accountId === null) return { may_edit: false, may_remove: false, may_hide: false };
  const { isParcelMember, hiding } = article;
  const who = { isEditor, isParcelMember, accountId, isHiddenByBoard: hiding !== null };
  const may = (change: ArticleChange) => mayChangeArticle(article, who, change) === true;
  const mayHide = may('hide');
  return {
    may_edit: may('edit'),
    may_remove: may('remove'),
    may_hide: mayHide,
    ...(mayHide && showHiding(hiding && { ...hiding, at: new Date(hiding.at) })),
  };
}

/** Whether the reader of a diary entry may write to its author, by the rules of send_message. */
export function mayAnswerAuthor(
  { settlementRole }: SettlementWithRole,
  { accountId }: { accountId: string | null },
  { kind, status, authorId, isAuthorReachable }: ArticleToShow,
): boolean {
  const isNeighbour = settlementRole.isResident && accountId !== authorId && isAuthorReachable;
  return isNeighbour && kind === 'diary' && status === 'published';
}

/** Mentioned things and the cover, as far as this reader may see them. */
export async function listVisibleMentions(
  db: Context['db'],
  view: Reader,
  article: WholeArticleRow,
): Promise<MentionedRow[]> {
  const cover: Mention[] = article.coverMediaId === null ? [] : [{ type: 'media', id: article.coverMediaId }];
  return findMentioned(db, view, [...findMentions(article.body), ...cover]);
}

/** Resolves mentions, cover and photograph subjects of an article about to be saved, in one query. */
export async function resolveMentions(
  db: Context['db'],
  settlement: SettlementWithRole,
  caller: SignedInCaller,
  article: Pick<WholeArticleRow, 'id' | 'parcelId' | 'body' | 'aboutOn' | 'createdAt'> & {
    isMember?: boolean;
  },
  illustration: Illustration,
): Promise<ResolvedMentions> {
  const tokens = findMentions(article.body);
  const isCountGood = checkMentionCount(tokens);
  if (isCountGood !== true) refuse.invalid('body', isCountGood);
  const wishes = illustration.photo_subjects ?? [];
  const mentions: Mention[] = wishes.flatMap(({ media, object }) => [
    { type: 'media' as const, id: media },
    ...(object === null ? [] : [{ type: 'object' as const, id: object }]),
  ]);
  if (illustration.cover_media_id != null) mentions.push({ type: 'media', id: illustration.cover_media_id });
  const things = await findMentioned(db, toReader(settlement, caller), [...tokens, ...mentions]);
  const byKey = new Map(things.map((thing) => [mentionKey(thing), thing]));

  if (illustration.cover_media_id != null) {
    const cover = checkCover(article.parcelId, byKey.get(`media:${illustration.cover_media_id}`));
    if (cover !== true) refuse.invalid('cover_media_id', cover);
  }
  const named = tokens.flatMap((token) => byKey.get(mentionKey(token)) ?? []);
  const of = (type: MentionedRow['type']) => things.filter((thing) => thing.type === type);
  const namedPhotographs = named.filter((thing) => thing.type === 'media');
  const { moves, faults } = decideSubjects({
    articleId: article.id,
    parcelId: article.parcelId,
    wishes,
    photographs: new Map(of('media').map((thing) => [thing.id, thing])),
    objects: new Map(of('object').map((thing) => [thing.id, thing])),
    namedPhotographs,
    namedObjects: named.filter((thing) => thing.type === 'object').map((thing) => thing.id),
  });
  if (Object.keys(faults).length > 0) refuse.invalidFields(faults);
  const mayMove = moves.length > 0 && (await mayReassignPhotographs(db, settlement, caller, article));
  if (wishes.length > 0) permit(mayMove || notYourParcel);
  return {
    things,
    mentions: named.map(({ type, id }) => ({ type, id })),
    aboutOnShown: chooseArticleDay(article.aboutOn, namedPhotographs, article.createdAt, settlement.timeZone),
    moves: mayMove ? moves : [],
  };
}

/** A former member of the plot may not reassign its photographs. */
async function mayReassignPhotographs(
  db: Context['db'],
  { settlementRole }: SettlementWithRole,
  { accountId }: SignedInCaller,
  { parcelId, isMember }: { parcelId: string | null; isMember?: boolean },
): Promise<boolean> {
  if (settlementRole.isEditor || isMember === true) return true;
  return parcelId !== null && isParcelMember(db, parcelId, accountId);
}
