import { type DemoPhotograph, demoPhotographs } from './photograph-list.ts';
import { uploadPicture } from './pictures.ts';
import { englishSlug } from './settlement-list.ts';
import type { DemoPart, World } from './world.ts';

/** Generated drawings, uploaded like any photograph, some with restricted visibility. */
export const photographs: DemoPart = {
  name: 'photographs',
  async load(world) {
    const inOrder = [...demoPhotographs].sort((a, b) => world.daysSince(b.on) - world.daysSince(a.on));
    for (const photograph of inOrder) await addPhotograph(world, photograph);
    await referenceInDiary(world);
  },
};

async function addPhotograph(world: World, photograph: DemoPhotograph): Promise<string> {
  const { by, on, picture, caption, visibility, tags, plot, isEnglish } = photograph;
  world.daysAgo(world.daysSince(on));
  const slug = isEnglish ? englishSlug : world.settlement.slug;
  const parcelId = plot === undefined ? undefined : world.plots[slug]?.[plot];
  const object =
    parcelId === undefined ? undefined : await findObject(world, by, parcelId, photograph.object);
  const subject =
    object !== undefined
      ? ({ subject_type: 'object', subject_id: object } as const)
      : parcelId !== undefined
        ? ({ subject_type: 'parcel', subject_id: parcelId } as const)
        : ({ subject_type: 'settlement', subject_id: await findSettlementId(world, slug) } as const);
  const input = { ...subject, caption, ...(visibility && { visibility }), ...(tags && { tags }) };
  return uploadPicture(world, by, input, picture);
}

async function findSettlementId(world: World, settlement: string): Promise<string> {
  return (await world.run('moderator', 'show_settlement', { settlement })).data.id;
}

async function findObject(
  world: World,
  by: string,
  parcel: string,
  title: string | undefined,
): Promise<string | undefined> {
  if (title === undefined) return undefined;
  const { objects } = await world.run(by, 'list_parcel_objects', { parcel });
  return objects.find((one) => one.title.startsWith(title))?.id;
}

/** The entry about garlic has its own photograph, and places one of the plot in its text. */
async function referenceInDiary(world: World): Promise<void> {
  const settlement = world.settlement.slug;
  world.daysAgo(0);
  const { articles } = await world.run('resident', 'list_my_articles', { status: 'published' });
  const entry = articles.find(({ title }) => title.startsWith('Чеснок'));
  const { media } = await world.run('resident', 'list_media', { settlement, parcel: '7' });
  const named = media.find(({ caption }) => caption === 'Двор и грядки в июне');
  if (entry === undefined || named === undefined) return;
  const { data } = await world.run('resident', 'show_article', { settlement, article: entry.id });
  await world.run('resident', 'edit_article', {
    settlement,
    article: entry.id,
    body: `${data.body}\n\nВесь огород в тот же день:\n\n[media:${named.id}]`,
  });
}
