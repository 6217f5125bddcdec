import { type DemoArticle, demoArticles, otherDemoArticles } from './journal-texts.ts';
import type { DemoPart, World } from './world.ts';

/** Diaries and the settlement's own articles: every kind, every visibility, drafts, tags, and things the texts name. */
export const journal: DemoPart = {
  name: 'journal',
  async load(world) {
    for (const article of demoArticles) await loadArticle(world, world.settlement.slug, article);
    for (const article of otherDemoArticles) await loadArticle(world, world.otherSettlement.slug, article);
    world.daysAgo(0);
  },
};

async function loadArticle(world: World, settlement: string, article: DemoArticle): Promise<void> {
  const { by, daysAgo, plot, isDraft, body, ...text } = article;
  world.daysAgo(daysAgo);
  const parcelId = plot === undefined ? undefined : world.plots[settlement]?.[plot];
  const object = parcelId === undefined ? undefined : await findObject(world, by, parcelId);
  const { data } = await world.run(by, 'write_article', {
    settlement,
    ...text,
    tags: [...text.tags],
    ...(parcelId !== undefined && { parcel_id: parcelId }),
    body: body.replaceAll('{object}', object === undefined ? '' : `[object:${object}]`),
  });
  if (!isDraft) await world.run(by, 'publish_article', { settlement, article: data.id });
}

async function findObject(world: World, by: string, parcel: string): Promise<string | undefined> {
  const { objects } = await world.run(by, 'list_parcel_objects', { parcel });
  return objects[0]?.id;
}
