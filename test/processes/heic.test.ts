import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { convertToSrgb } from '../../src/engines/media/display-p3.ts';
import { decodeHeic } from '../../src/engines/media/heic.ts';
import { probePicture } from '../../src/engines/media/picture.ts';
import { createRenditions } from '../../src/engines/media/renditions.ts';
import { refusedWith } from '../media/blob-store-contract.ts';
import { forgeHeic, type HeicParts, quarters } from '../media/forge-heic.ts';
import { solid } from '../media/sample-pictures.ts';

const limits = { maxPixels: 60_000_000, isDisplayP3: false };

/** The colours in the middle of the four quarters, by name. */
async function coloursOf(bytes: Buffer): Promise<string> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    const [r = 0, g = 0, b = 0] = data.subarray(start, start + 3);
    if (r > 150 && g > 150) return 'yellow';
    return r > 120 ? 'red' : g > 100 ? 'green' : b > 120 ? 'blue' : `${r},${g},${b}`;
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].join(' ');
}
const originalOf = async (bytes: Buffer) => {
  const made = await createRenditions(bytes, 'image/heic');
  const original = made.find(({ name }) => name === 'original');
  assert.ok(original);
  return original;
};

describe('HEIC', () => {
  it('is read by its contents: size, time and a preview', async () => {
    const picture = await probePicture(quarters, 'image/heic');
    assert.deepEqual([picture.width, picture.height, picture.orientation], [128, 96, 1]);
    assert.deepEqual(picture.takenAt, { local: '2024-05-06T07:08:09', offset: '+03:00' });
    assert.match(picture.preview, /^data:image\/webp;base64,/);
    const avif = await solid(20, 20).avif({ effort: 0 }).toBuffer();
    avif.write('heic', 8, 'latin1');
    await assert.rejects(probePicture(avif, 'image/heic'), { name: 'MediaRefusal' });
    const disguised = Buffer.from(quarters);
    disguised.write('avif', 8, 'latin1');
    await assert.rejects(probePicture(disguised, 'image/avif'), { name: 'MediaRefusal' });
  });

  it('is served in formats every browser shows, without its location', async () => {
    assert.ok(quarters.includes('II*\0'), 'the sample has EXIF');
    const made = await createRenditions(quarters, 'image/heic');
    assert.deepEqual(
      made.map(({ name, type }) => [name, type]),
      [
        ['thumb', 'image/webp'],
        ['medium', 'image/webp'],
        ['large', 'image/webp'],
        ['original', 'image/jpeg'],
      ],
    );
    for (const { bytes, width, height } of made) {
      const { exif, xmp, icc } = await sharp(bytes).metadata();
      assert.deepEqual([exif, xmp, icc, width, height], [undefined, undefined, undefined, 128, 96]);
      assert.equal(await coloursOf(bytes), 'red green blue yellow');
    }
  });

  it('is rotated and mirrored once, whatever its EXIF says', async () => {
    const turned = await solid(8, 8).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { exif: block } = await sharp(turned).metadata();
    const exif = block?.subarray(block.indexOf('II*\0'));
    assert.ok(exif);
    const cases: [HeicParts, string, [number, number]][] = [
      [{}, 'red green blue yellow', [128, 96]],
      [{ turn: 1 }, 'green yellow red blue', [96, 128]],
      [{ turn: 2 }, 'yellow blue green red', [128, 96]],
      [{ turn: 3, exif }, 'blue red yellow green', [96, 128]],
      [{ mirror: 1, exif }, 'green red yellow blue', [128, 96]],
      [{ mirror: 0 }, 'blue yellow red green', [128, 96]],
      [{ exif }, 'red green blue yellow', [128, 96]],
    ];
    for (const [parts, colours, [width, height]] of cases) {
      const bytes = forgeHeic(parts);
      const probed = await probePicture(bytes, 'image/heic');
      const original = await originalOf(bytes);
      const said = JSON.stringify({ ...parts, exif: parts.exif !== undefined });
      assert.equal(await coloursOf(original.bytes), colours, said);
      assert.deepEqual([probed.width, probed.height], [width, height], said);
      assert.deepEqual([original.width, original.height], [width, height], said);
    }
  });

  it('is read in tiles, as phones write it', async () => {
    const bytes = forgeHeic({ grid: [3, 2] });
    const { width, height } = await probePicture(bytes, 'image/heic');
    assert.deepEqual([width, height], [384, 192]);
    const original = await originalOf(bytes);
    const corner = await sharp(original.bytes)
      .extract({ left: 256, top: 96, width: 128, height: 96 })
      .toBuffer();
    assert.equal(await coloursOf(corner), 'red green blue yellow');
  });

  it('is read with as many tiles as phones write, and refused as too complex with more', async () => {
    const { width, height } = await probePicture(forgeHeic({ grid: [16, 15] }), 'image/heic');
    assert.deepEqual([width, height], [2048, 1440]);
    for (const side of [16, 31, 64])
      await assert.rejects(
        probePicture(forgeHeic({ grid: [side, side] }), 'image/heic'),
        refusedWith('too_complex'),
        `${side * side} tiles`,
      );
  });

  it('is refused before decoding with too many declared pixels, and after with a wrong declared size', async () => {
    for (const parts of [
      { claim: [60_000, 60_000] },
      { grid: [2, 2], claim: [65_000, 65_000] },
    ] satisfies HeicParts[]) {
      await assert.rejects(
        probePicture(forgeHeic(parts as HeicParts), 'image/heic'),
        refusedWith('too_many_pixels'),
      );
      // Also without the check of the header.
      await assert.rejects(decodeHeic(forgeHeic(parts as HeicParts), limits), (error: Error) =>
        ['too_many_pixels', 'damaged'].includes((error as { code?: string }).code ?? ''),
      );
    }
    await assert.rejects(
      probePicture(quarters, 'image/heic', { maxPixels: 12_287 }),
      refusedWith('too_many_pixels'),
    );
    await probePicture(quarters, 'image/heic', { maxPixels: 12_288 });
    await assert.rejects(
      createRenditions(forgeHeic({ grid: [2, 2], claim: [5000, 5000] }), 'image/heic'),
      refusedWith('damaged'),
    );
  });

  it('is refused when truncated or corrupted, and the next one is still read', async () => {
    for (const part of [0.1, 0.45, 0.6, 0.9]) {
      const cut = quarters.subarray(0, Math.floor(quarters.length * part));
      await assert.rejects(probePicture(cut, 'image/heic'), refusedWith('damaged'), String(part));
    }
    const garbled = Buffer.from(quarters);
    garbled.fill(0xff, garbled.indexOf('mdat') + 4);
    await assert.rejects(probePicture(garbled, 'image/heic'), refusedWith('damaged'));
    await probePicture(quarters, 'image/heic');
  });

  it('is limited in time and memory from outside, and ends when the client disconnects', async () => {
    await assert.rejects(decodeHeic(quarters, { ...limits, timeLimitMs: 1 }), refusedWith('timed_out'));
    await assert.rejects(
      decodeHeic(forgeHeic({ grid: [16, 16] }), { ...limits, maxHeapBytes: 18_000_000 }),
      refusedWith('damaged'),
    );
    const gone = new AbortController();
    const decoding = decodeHeic(quarters, { ...limits, signal: gone.signal });
    gone.abort();
    await assert.rejects(decoding, refusedWith('interrupted'));
    await assert.rejects(
      decodeHeic(quarters, { ...limits, signal: gone.signal }),
      refusedWith('interrupted'),
    );
    const { width, height, data } = await decodeHeic(forgeHeic({ grid: [16, 16] }), limits);
    assert.deepEqual([width, height, data.length], [2048, 1536, 2048 * 1536 * 4]);
  });

  it('is converted from Display P3 to sRGB', () => {
    const pixels = Uint8Array.from([255, 255, 255, 255, 0, 0, 0, 128, 128, 128, 128, 255, 234, 51, 35, 255]);
    convertToSrgb(pixels);
    assert.deepEqual([...pixels.subarray(0, 8)], [255, 255, 255, 255, 0, 0, 0, 128]);
    assert.deepEqual([...pixels.subarray(8, 12)], [128, 128, 128, 255], 'grey stays grey');
    const [r = 0, g = 0, b = 0] = pixels.subarray(12);
    // The red of sRGB in Display P3.
    assert.ok(r >= 254 && g <= 3 && b <= 3, `${r},${g},${b}`);
  });
});
