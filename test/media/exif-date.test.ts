import assert from 'node:assert/strict';
import { it } from 'node:test';
import exifr from 'exifr';
import fc from 'fast-check';
import sharp from 'sharp';
import { readTakenAt } from '../../src/engines/media/exif-date.ts';
import { photographWithPlace, solid } from './sample-pictures.ts';

async function exifOf(ifd2: Record<string, string>): Promise<Buffer | undefined> {
  const bytes = await solid(8, 8).jpeg().withExif({ IFD2: ifd2 }).toBuffer();
  return (await sharp(bytes).metadata()).exif;
}

it('the EXIF date has the camera’s time and zone, like an independent reader', async () => {
  const photograph = await photographWithPlace(64, 64);
  const { exif } = await sharp(photograph).metadata();
  assert.deepEqual(readTakenAt(exif), { local: '2024-05-06T07:08:09', offset: '+03:00' });
  const theirs = await exifr.parse(photograph, {
    reviveValues: false,
    pick: ['DateTimeOriginal', 'OffsetTimeOriginal'],
  });
  assert.deepEqual(theirs, { DateTimeOriginal: '2024:05:06 07:08:09', OffsetTimeOriginal: '+03:00' });
});

it('the EXIF date falls back to the time of digitizing, and has no zone without an offset', async () => {
  assert.deepEqual(readTakenAt(await exifOf({ DateTimeDigitized: '2001:02:03 04:05:06' })), {
    local: '2001-02-03T04:05:06',
    offset: null,
  });
});

it('impossible EXIF dates are ignored', async () => {
  for (const text of [
    '0000:00:00 00:00:00',
    '2023:02:29 10:00:00',
    '2023:13:01 10:00:00',
    '2023:01:01 25:00:00',
    'yesterday',
  ]) {
    assert.equal(readTakenAt(await exifOf({ DateTimeOriginal: text })), undefined, text);
  }
});

it('EXIF dates are read in both byte orders', () => {
  assert.deepEqual(readTakenAt(forgeExif(false)), { local: '2020-01-02T03:04:05', offset: null });
  assert.deepEqual(readTakenAt(forgeExif(true)), { local: '2020-01-02T03:04:05', offset: null });
});

it('reading EXIF neither allocates memory for a forged count nor loops on an endless directory', () => {
  const forged = forgeExif(false, { type: 5, count: 33_000_000 });
  const before = process.memoryUsage().rss;
  assert.equal(readTakenAt(forged), undefined);
  assert.ok(process.memoryUsage().rss - before < 50_000_000);
  assert.equal(readTakenAt(Buffer.alloc(2_000_000)), undefined);
});

it('reading EXIF never throws on damaged data', () => {
  const good = forgeExif(true);
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, value, length) => {
      const bad = Buffer.from(good);
      bad[at] = value;
      readTakenAt(bad);
      readTakenAt(bad.subarray(0, length));
    }),
    { numRuns: 500 },
  );
});

function forgeExif(isBig: boolean, forged = { type: 2, count: 20 }): Buffer {
  const bytes = Buffer.alloc(120);
  const u16 = (value: number, at: number) =>
    isBig ? bytes.writeUInt16BE(value, at) : bytes.writeUInt16LE(value, at);
  const u32 = (value: number, at: number) =>
    isBig ? bytes.writeUInt32BE(value, at) : bytes.writeUInt32LE(value, at);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    u16(tag, at);
    u16(type, at + 2);
    u32(count, at + 4);
    u32(value, at + 8);
  };
  bytes.write(isBig ? 'MM\0*' : 'II*\0', 0, 'latin1');
  u32(8, 4);
  u16(1, 8);
  entry(10, 0x8769, 4, 1, 40);
  u16(1, 40);
  entry(42, 0x9003, forged.type, forged.count, 80);
  bytes.write('2020:01:02 03:04:05\0', 80, 'latin1');
  return bytes;
}
