import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Transaction } from '../../base/db/connect.ts';
import { handleUpload } from '../../features/operations/media/upload.ts';
import type { InputOf } from '../client/client.ts';
import type { World } from './world.ts';

/** Files in ./pictures, in `src` and in `dist`; `npm run demo:pictures` generates them. */
export const pictureNames = [
  'appleHarvest',
  'appleInBloom',
  'bathhouse',
  'birdFeeder',
  'cottage',
  'crackedPlinth',
  'currants',
  'firstSnow',
  'flagDay',
  'flowerPath',
  'fuseBoard',
  'garlicBed',
  'greenhouse',
  'hives',
  'houseInSnow',
  'lakeMorning',
  'lampOut',
  'lampPath',
  'laneFlooded',
  'newFence',
  'newRoof',
  'pondFrozen',
  'pondInSummer',
  'pumpRoom',
  'roadCleared',
  'roadWashedOut',
  'rosesCovered',
  'sapling',
  'streetInAutumn',
  'streetInSpring',
  'wellCleaned',
  'willows',
  'windowSeedlings',
  'yard',
] as const;
export type PictureName = (typeof pictureNames)[number];

export const readPicture = (name: PictureName) =>
  readFile(new URL(`./pictures/${name}.jpg`, import.meta.url));

/** Uploads through the one-time URL like any client; the capture time is the world's current time. */
export async function uploadPicture(
  world: World,
  by: string,
  input: InputOf<'upload_media'>,
  name: PictureName,
): Promise<string> {
  const picture = setCaptureDate(await readPicture(name), world.now());
  return uploadFile(world, by, { file_name: `${name}.jpg`, ...input }, picture);
}

/** The same of any file. */
export async function uploadFile(
  world: World,
  by: string,
  input: InputOf<'upload_media'>,
  file: Buffer,
): Promise<string> {
  const { data } = await world.run(by, 'upload_media', input);
  const { db, services, now, newId } = world;
  const media = await handleUpload(
    {
      db,
      transact: (work) => (db as Transaction).savepoint(work),
      services,
      now,
      newId,
      count: async () => {},
    },
    data.upload_url.split('/').at(-1) ?? '',
    async () => ({ stream: Readable.from([file]), name: '' }),
  );
  return media.id;
}

/** Inserts an Exif block (APP1) with DateTimeOriginal after the SOI marker, without re-encoding. */
export function setCaptureDate(jpeg: Buffer, at: Date): Buffer {
  const exif = Buffer.alloc(74);
  exif.writeUInt16BE(0xffe1, 0);
  exif.writeUInt16BE(exif.length - 2, 2);
  exif.write('Exif\0\0II*\0', 4, 'latin1');
  const directory = (at: number, tag: number, type: number, count: number, value: number) => {
    exif.writeUInt16LE(1, at);
    exif.writeUInt16LE(tag, at + 2);
    exif.writeUInt16LE(type, at + 4);
    exif.writeUInt32LE(count, at + 6);
    exif.writeUInt32LE(value, at + 10);
  };
  // Offsets are relative to the TIFF header at byte 10.
  exif.writeUInt32LE(8, 14);
  directory(18, 0x8769, 4, 1, 26);
  directory(36, 0x9003, 2, 20, 44);
  exif.write(`${at.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ')}\0`, 54, 'latin1');
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}
