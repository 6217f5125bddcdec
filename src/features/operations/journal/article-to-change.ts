import type { z } from 'zod';
import type { SignedInCaller } from '../../../domain/kernel/caller.ts';
import type { Context, SignedInContext } from '../../../domain/kernel/context.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { maySeeArticle } from '../../../domain/rules/article-publication.ts';
import { findArticle, lockArticle, type WholeArticleRow } from '../../../store/journal/articles.ts';
import type { SettlementWithRole } from '../../../store/land/settlements.ts';
import { type ArticleToShow, findArticleToShow } from '../../../store/messaging/article-to-show.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { findWriterRights, listVisibleMentions, toReader, type WriterRights } from './article-mentions.ts';
import { showWrittenArticle, type writtenArticle } from './shapes.ts';

/** The fields of the address that `loadArticleToChange` needs. */
export const articleHead = ['settlement', 'article'] as const;

export interface ArticleAddress {
  readonly settlement: string;
  readonly article: string;
}

export interface ArticleToChange {
  settlement: SettlementWithRole;
  article: WholeArticleRow;
  who: WriterRights;
}

/** An article that the caller sees, with the caller's rights to it. */
export async function loadArticleToChange(
  at: ArticleAddress,
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
  lock: boolean,
): Promise<ArticleToChange> {
  const settlement = await loadSettlement(at.settlement, { db, caller });
  const find = lock ? lockArticle : findArticle;
  const article = (await find(db, settlement.id, at.article)) ?? refuse.notFound('article');
  if (!maySeeArticle(article, settlement.settlementRole, caller.accountId)) refuse.notFound('article');
  const who = await findWriterRights(db, article, settlement.settlementRole, caller.accountId);
  return { settlement, article, who };
}

/** An article as this reader sees it, with its settlement. */
export async function loadArticleToShow(
  at: ArticleAddress,
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  { told = false }: { told?: boolean } = {},
): Promise<{ settlement: SettlementWithRole; article: ArticleToShow }> {
  const settlement = await loadSettlement(at.settlement, { db, caller });
  const { settlementRole } = settlement;
  const view = { accountId: caller.accountId, told: told && settlementRole.readsAsBoard };
  const article =
    (await findArticleToShow(db, settlement.id, at.article, view)) ?? refuse.notFound('article');
  if (!maySeeArticle(article, settlementRole, caller.accountId)) refuse.notFound('article');
  return { settlement, article };
}

/** What writing and publishing answer: the article as it stands. */
export async function showWrittenArticleAsItStands(
  { settlement, article }: { settlement: SettlementWithRole; article: ArticleToShow },
  { db, caller, language }: Pick<Context<SignedInCaller>, 'db' | 'caller' | 'language'>,
): Promise<z.input<typeof writtenArticle>> {
  const named = await listVisibleMentions(db, toReader(settlement, caller), article);
  return showWrittenArticle(article, article.tags, named, language);
}
