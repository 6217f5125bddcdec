import assert from 'node:assert/strict';
import { it } from 'node:test';
import exifr from 'exifr';
import sharp from 'sharp';
import { probePicture } from '../../src/engines/media/picture.ts';
import { createRenditions } from '../../src/engines/media/renditions.ts';
import { refusedWith } from './blob-store-contract.ts';
import {
  forgeIsoMedia,
  forgePng,
  halves,
  noise,
  photographWithPlace,
  placedExif,
  solid,
} from './sample-pictures.ts';

it('a picture of each format gives size, orientation, time and a preview of a few hundred bytes', async () => {
  const base = noise(300, 200);
  const all = {
    'image/jpeg': await base.clone().jpeg().toBuffer(),
    'image/png': await base.clone().png().toBuffer(),
    'image/webp': await base.clone().webp().toBuffer(),
    'image/avif': await base.clone().avif({ effort: 0 }).toBuffer(),
  } as const;
  for (const [type, bytes] of Object.entries(all)) {
    const probe = await probePicture(bytes, type as keyof typeof all);
    assert.deepEqual([probe.width, probe.height, probe.orientation], [300, 200, 1], type);
    assert.ok(probe.preview.length < 600, type);
    const [head, data = ''] = probe.preview.split(',');
    assert.equal(head, 'data:image/webp;base64');
    assert.equal((await sharp(Buffer.from(data, 'base64')).metadata()).width, 16);
  }
});

it('a picture tells when it was taken, never where', async () => {
  const probe = await probePicture(await photographWithPlace(), 'image/jpeg');
  assert.deepEqual(probe.takenAt, { local: '2024-05-06T07:08:09', offset: '+03:00' });
  assert.doesNotMatch(JSON.stringify(probe), /gps|latitude|secret/i);
});

it('every rendition of a picture is upright, within its size, and free of metadata', async () => {
  const turned = await halves(3000, 1000)
    .jpeg()
    .withExif(placedExif)
    .withMetadata({ orientation: 6 })
    .toBuffer();
  assert.ok(await exifr.gps(turned), 'the source must carry a place, or this proves nothing');
  const probe = await probePicture(turned, 'image/jpeg');
  assert.deepEqual([probe.width, probe.height, probe.orientation], [1000, 3000, 6]);

  const renditions = await createRenditions(turned, 'image/jpeg');
  const sizes = renditions.map(({ name, type, width, height }) => [name, type, width, height]);
  assert.deepEqual(sizes, [
    ['thumb', 'image/webp', 107, 320],
    ['medium', 'image/webp', 342, 1024],
    ['large', 'image/webp', 683, 2048],
    ['original', 'image/jpeg', 1000, 3000],
  ]);
  for (const { name, bytes, width, height } of renditions) {
    const { exif, xmp, iptc, icc, orientation, ...header } = await sharp(bytes).metadata();
    assert.deepEqual([header.width, header.height], [width, height]);
    assert.deepEqual(
      [exif, xmp, iptc, icc, orientation],
      [undefined, undefined, undefined, undefined, undefined],
      name,
    );
    for (const trace of ['Secret', 'GPS', 'Exif', '2024:05'])
      assert.equal(bytes.includes(trace), false, `${name}: ${trace}`);
    // Turned clockwise by 90°, the red left half is on top.
    const { data } = await sharp(bytes)
      .resize(1, 2, { fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.ok((data[0] ?? 0) > 150 && (data[2] ?? 0) < 100, `${name}: red on top`);
    assert.ok((data[3] ?? 0) < 100 && (data[5] ?? 0) > 150, `${name}: blue below`);
  }
});

it('renditions of PNG, WebP and AVIF have no XMP or other metadata', async () => {
  const packet = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><SecretPlace>55.75,37.61</SecretPlace></x:xmpmeta>';
  const base = () => solid(400, 300).withExif(placedExif).withXmp(packet);
  const all = [
    ['image/png', await base().png().toBuffer()],
    ['image/webp', await base().webp().toBuffer()],
    ['image/avif', await base().avif({ effort: 0 }).toBuffer()],
  ] as const;
  for (const [type, bytes] of all) {
    const carried = await sharp(bytes).metadata();
    assert.ok(
      carried.xmp?.includes('SecretPlace') && carried.exif,
      `${type} must carry both, or this proves nothing`,
    );
    for (const rendition of await createRenditions(bytes, type)) {
      const { exif, xmp } = await sharp(rendition.bytes).metadata();
      assert.deepEqual([exif, xmp], [undefined, undefined], `${type} ${rendition.name}`);
      assert.equal(rendition.bytes.includes('Secret'), false, `${type} ${rendition.name}`);
    }
  }
});

it('renditions do not enlarge small pictures, keep transparency, and convert AVIF to a format for every browser', async () => {
  const clear = sharp({
    create: { width: 50, height: 40, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
  });
  const fromPng = await createRenditions(await clear.clone().png().toBuffer(), 'image/png');
  assert.ok(fromPng.every(({ width, height }) => width === 50 && height === 40));
  for (const { bytes } of fromPng) assert.equal((await sharp(bytes).metadata()).hasAlpha, true);
  const fromAvif = await createRenditions(await clear.clone().avif({ effort: 0 }).toBuffer(), 'image/avif');
  assert.equal(fromAvif.at(-1)?.type, 'image/png');
  const opaque = await createRenditions(await solid(50, 40).avif({ effort: 0 }).toBuffer(), 'image/avif');
  assert.equal(opaque.at(-1)?.type, 'image/jpeg');
});

it('16-bit, grey, CMYK and animated pictures are read', async () => {
  const grey = await solid(90, 60).greyscale().jpeg().toBuffer();
  const deep = await solid(90, 60).toColourspace('rgb16').png().toBuffer();
  const print = await solid(90, 60).toColourspace('cmyk').jpeg().toBuffer();
  const frames = [await solid(90, 60, 'red').png().toBuffer(), await solid(90, 60, 'blue').png().toBuffer()];
  const film = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  assert.equal((await sharp(film).metadata()).pages, 2);
  const sources = [
    ['image/jpeg', grey],
    ['image/png', deep],
    ['image/jpeg', print],
    ['image/webp', film],
  ] as const;
  for (const [type, bytes] of sources) {
    for (const rendition of await createRenditions(bytes, type)) {
      assert.deepEqual([rendition.width, rendition.height], [90, 60]);
      const header = await sharp(rendition.bytes).metadata();
      assert.deepEqual([header.pages ?? 1, header.depth], [1, 'uchar']);
    }
  }
});

it('a picture whose header declares 100,000 × 100,000 pixels is refused without decoding it', async () => {
  const bomb = forgePng(100_000, 100_000);
  assert.ok(bomb.length < 1000);
  await assert.rejects(probePicture(bomb, 'image/png'), refusedWith('too_many_pixels'));
  await assert.rejects(createRenditions(bomb, 'image/png'), refusedWith('too_many_pixels'));
});

it('a solid picture of 100 megapixels in a small file is refused', async () => {
  const bomb = await solid(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer();
  assert.ok(bomb.length < 1_000_000);
  await assert.rejects(probePicture(bomb, 'image/png'), refusedWith('too_many_pixels'));
});

it('the number of pixels of a picture is limited exactly, its sides are not', async () => {
  const bytes = await solid(300, 200).png().toBuffer();
  await probePicture(bytes, 'image/png', { maxPixels: 60_000 });
  await assert.rejects(
    probePicture(bytes, 'image/png', { maxPixels: 59_999 }),
    refusedWith('too_many_pixels'),
  );
});

it('an AVIF whose header understates its size is refused', async () => {
  const bytes = await solid(2000, 2000).avif({ effort: 0 }).toBuffer();
  const at = bytes.indexOf('ispe');
  bytes.writeUInt32BE(10, at + 8);
  bytes.writeUInt32BE(10, at + 12);
  await assert.rejects(probePicture(bytes, 'image/avif', { maxPixels: 1000 }), refusedWith('damaged'));
});

it('truncated and corrupted pictures of every format are refused', async () => {
  const base = noise(400, 300);
  const all = [
    ['image/jpeg', await base.clone().jpeg().toBuffer()],
    ['image/jpeg', await base.clone().jpeg({ progressive: true }).toBuffer()],
    ['image/png', await base.clone().png().toBuffer()],
    ['image/webp', await base.clone().webp().toBuffer()],
    ['image/avif', await base.clone().avif({ effort: 0 }).toBuffer()],
  ] as const;
  for (const [type, bytes] of all) {
    for (const part of [0.1, 0.5, 0.9]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * part));
      await assert.rejects(probePicture(cut, type), refusedWith('damaged'), `${type} ${part}`);
    }
    await assert.rejects(
      probePicture(Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(5000, 7)]), type),
      refusedWith('damaged'),
    );
  }
});

it('a picture whose decoded type differs from its signature is refused', async () => {
  const png = await solid(10, 10).png().toBuffer();
  await assert.rejects(probePicture(png, 'image/jpeg'), refusedWith('wrong_type'));
  await assert.rejects(probePicture(forgeIsoMedia('heic', 'mif1'), 'image/heic'), refusedWith('damaged'));
});
