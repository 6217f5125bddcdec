import { diaryArticles } from './diary-texts.ts';
import type { DemoArticle } from './journal-article.ts';
import { boardArticles } from './journal-texts.ts';
import { englishArticles, otherArticles, tverArticles } from './other-settlement-texts.ts';
import { uploadPicture } from './pictures.ts';
import { englishSlug, tverSlug } from './settlement-list.ts';
import type { DemoPart, World } from './world.ts';

/** A year of diaries and articles: every kind and visibility, drafts, tags, references to objects. */
export const journal: DemoPart = {
  name: 'journal',
  async load(world) {
    for (const [settlement, articles] of [
      [world.settlement.slug, [...boardArticles, ...diaryArticles]],
      [world.otherSettlement.slug, otherArticles],
      [tverSlug, tverArticles],
      [englishSlug, englishArticles],
    ] as const)
      for (const article of [...articles].sort((a, b) => ageOf(world, b) - ageOf(world, a)))
        await loadArticle(world, settlement, article);
  },
};

const ageOf = (world: World, article: DemoArticle) =>
  'on' in article ? world.daysSince(article.on) : article.daysAgo;

async function loadArticle(world: World, settlement: string, article: DemoArticle): Promise<void> {
  const { by, plot, isDraft, body, kind, title, visibility, tags } = article;
  world.daysAgo(ageOf(world, article));
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
    await uploadPicture(world, by, { subject_type: 'article', subject_id: data.id, caption }, picture);
  if (!isDraft) await world.run(by, 'publish_article', { settlement, article: data.id });
}

/** An object that shares a tag with the entry, else any object of the plot. */
async function findObject(
  world: World,
  by: string,
  parcel: string,
  tags: readonly string[],
): Promise<string | undefined> {
  const { objects } = await world.run(by, 'list_parcel_objects', { parcel });
  return (objects.find((one) => one.tags?.some((tag) => tags.includes(tag))) ?? objects[0])?.id;
}
