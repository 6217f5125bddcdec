import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { InputOf } from '../client/client.ts';
import type { Transaction } from '../db/connect.ts';
import { receiveFile } from '../operations/media/receiving.ts';
import { beds, drawScene, sun, tree } from './garden-scenes.ts';
import { type DemoPhotograph, demoPhotographs } from './photograph-list.ts';
import type { DemoPart, World } from './world.ts';

/** Drawn, not shot: sent in by the same way as everybody's photographs, some for few eyes only. */
export const photographs: DemoPart = {
  name: 'photographs',
  async load(world) {
    for (const photograph of demoPhotographs) await addPhotograph(world, photograph);
    await showInDiary(world);
    world.daysAgo(0);
  },
};

async function addPhotograph(world: World, photograph: DemoPhotograph): Promise<string> {
  const { by, daysAgo, season, shapes, caption, visibility, tags, plot } = photograph;
  world.daysAgo(daysAgo);
  const parcelId = plot === undefined ? undefined : world.plots[world.settlement.slug]?.[plot];
  const object =
    parcelId === undefined ? undefined : await findObject(world, by, parcelId, photograph.object);
  const subject =
    object !== undefined
      ? ({ subject_type: 'object', subject_id: object } as const)
      : parcelId !== undefined
        ? ({ subject_type: 'parcel', subject_id: parcelId } as const)
        : ({ subject_type: 'settlement', subject_id: world.settlement.id } as const);
  return sendPicture(
    world,
    by,
    { ...subject, caption, ...(visibility && { visibility }), ...(tags && { tags }) },
    drawScene(season, shapes),
  );
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

/** A diary entry with a photograph of its own and one of the plot named in its text. */
async function showInDiary(world: World): Promise<void> {
  const settlement = world.settlement.slug;
  const { articles } = await world.run('resident', 'list_my_articles', { status: 'published' });
  const entry = articles.find((one) => one.kind === 'diary' && one.settlement_id === world.settlement.id);
  if (entry === undefined) return;
  world.daysAgo(0);
  const own = { subject_type: 'article', subject_id: entry.id, caption: 'К записи' } as const;
  await sendPicture(
    world,
    'resident',
    own,
    drawScene('summer', [sun(700, 120), beds(300, 480, 3), tree(140, 520, 120)]),
  );
  const parcel = entry.parcel_id as string;
  const { media } = await world.run('resident', 'list_media', { settlement, parcel });
  const named = media.find((one) => one.subject.type === 'parcel');
  if (named === undefined) return;
  const { data } = await world.run('resident', 'show_article', { settlement, article: entry.id });
  await world.run('resident', 'edit_article', {
    settlement,
    article: entry.id,
    body: `${data.body}\n\n[media:${named.id}]`,
  });
}

/** Through the one-time address, as any program does it. */
export async function sendPicture(
  world: World,
  by: string,
  input: InputOf<'upload_media'>,
  svg: string,
): Promise<string> {
  const shotAt = world.now().toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  const picture = await sharp(Buffer.from(svg))
    .jpeg({ quality: 82 })
    .withExif({ IFD2: { DateTimeOriginal: shotAt } })
    .toBuffer();
  const { data } = await world.run(by, 'upload_media', { file_name: 'photo.jpg', ...input });
  const { db, services, now, newId } = world;
  const media = await receiveFile(
    {
      db,
      transact: (work) => (db as Transaction).savepoint(work),
      services,
      now,
      newId,
      count: async () => {},
    },
    data.upload_url.split('/').at(-1) ?? '',
    async () => ({ stream: Readable.from([picture]), name: '' }),
  );
  return media.id;
}
