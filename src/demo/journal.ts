import type { ArticleKind } from '../rules/article-publication.ts';
import type { Visibility } from '../rules/settlement-role.ts';
import { diaryArticles } from './diary-texts.ts';
import { boardArticles } from './journal-texts.ts';
import { englishArticles, otherArticles, tverArticles } from './neighbouring-texts.ts';
import { type PictureName, sendPicture } from './pictures.ts';
import { englishSlug, tverSlug } from './settlement-list.ts';
import type { DemoPart, World } from './world.ts';

export type DemoArticle = {
  by: string;
  kind: ArticleKind;
  /** The diary's plot, by its number. */
  plot?: string;
  title: string;
  body: string;
  visibility: Visibility;
  tags: readonly string[];
  isDraft?: boolean;
  /** What belongs to the entry, with captions. */
  pictures?: readonly (readonly [PictureName, string])[];
} & (
  | { /** The last such day of a year that is over, as '05-01'. */ on: string }
  | { /** Days before the demonstration was loaded. */ daysAgo: number }
);

/** A year in diaries and in the settlements' own articles: every kind, every visibility, drafts, tags, and things the texts name. */
export const journal: DemoPart = {
  name: 'journal',
  async load(world) {
    for (const [settlement, articles] of [
      [world.settlement.slug, [...boardArticles, ...diaryArticles]],
      [world.otherSettlement.slug, otherArticles],
      [tverSlug, tverArticles],
      [englishSlug, englishArticles],
    ] as const)
      for (const article of articles) await loadArticle(world, settlement, article);
  },
};

async function loadArticle(world: World, settlement: string, article: DemoArticle): Promise<void> {
  const { by, plot, isDraft, body, kind, title, visibility, tags } = article;
  if ('on' in article) world.onDay(article.on);
  else world.daysAgo(article.daysAgo);
  const parcelId = plot === undefined ? undefined : world.plots[settlement]?.[plot];
  const object =
    parcelId === undefined || !body.includes('{object}')
      ? undefined
      : await findObject(world, by, parcelId, tags);
  const { data } = await world.run(by, 'write_article', {
    settlement,
    kind,
    title,
    visibility,
    tags: [...tags],
    ...(parcelId !== undefined && { parcel_id: parcelId }),
    body: body.replaceAll('{object}', object === undefined ? '' : `[object:${object}]`),
  });
  for (const [picture, caption] of article.pictures ?? [])
    await sendPicture(world, by, { subject_type: 'article', subject_id: data.id, caption }, picture);
  if (!isDraft) await world.run(by, 'publish_article', { settlement, article: data.id });
}

/** Something that has to do with what the entry is about, else anything there. */
async function findObject(
  world: World,
  by: string,
  parcel: string,
  tags: readonly string[],
): Promise<string | undefined> {
  const { objects } = await world.run(by, 'list_parcel_objects', { parcel });
  return (objects.find((one) => one.tags?.some((tag) => tags.includes(tag))) ?? objects[0])?.id;
}
