import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import { createDeflate } from 'node:zlib';
import { probePicture } from '../../src/engines/media/picture.ts';
import { refusedWith } from './blob-store-contract.ts';
import { forgePng, solid } from './sample-pictures.ts';

// In a separate file: the peak is per process, and only a new one shows that it did not rise.
const peakMegabytes = () => process.resourceUsage().maxRSS / 1000;

it('reading a picture allocates no memory for a declared size, compressed blocks or a solid 100-megapixel image', async () => {
  const zeros = Array.from<Buffer>({ length: 400 }).fill(Buffer.alloc(1_000_000));
  const swelling = await buffer(Readable.from(zeros).pipe(createDeflate()));
  assert.ok(swelling.length < 1_000_000);
  const blocks = ['iCCP', 'zTXt'].map(
    (name) => [name, Buffer.concat([Buffer.from('name\0\0'), swelling])] as [string, Buffer],
  );
  const giant = await solid(10_000, 10_000).png().toBuffer();
  await probePicture(await solid(100, 100).png().toBuffer(), 'image/png');

  const before = peakMegabytes();
  const { width } = await probePicture(forgePng(10, 10, blocks), 'image/png');
  assert.equal(width, 10);
  await assert.rejects(probePicture(forgePng(100_000, 100_000), 'image/png'), refusedWith('too_many_pixels'));
  await assert.rejects(probePicture(giant, 'image/png'), refusedWith('too_many_pixels'));
  assert.ok(peakMegabytes() - before < 100, `${before} → ${peakMegabytes()} MB`);
});
