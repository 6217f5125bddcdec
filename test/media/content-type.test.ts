import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { detectMediaType } from '../../src/engines/media/content-type.ts';
import { createServingHeaders } from '../../src/engines/media/serving-headers.ts';
import { forgeIsoMedia, forgePdf, solid } from './sample-pictures.ts';

it('each accepted media type is detected by its bytes', async () => {
  const small = solid(8, 8);
  assert.equal(detectMediaType(await small.clone().jpeg().toBuffer()), 'image/jpeg');
  assert.equal(detectMediaType(await small.clone().png().toBuffer()), 'image/png');
  assert.equal(detectMediaType(await small.clone().webp().toBuffer()), 'image/webp');
  assert.equal(detectMediaType(await small.clone().webp({ lossless: true }).toBuffer()), 'image/webp');
  assert.equal(detectMediaType(await small.clone().avif().toBuffer()), 'image/avif');
  assert.equal(detectMediaType(forgePdf()), 'application/pdf');
  assert.equal(detectMediaType(forgeIsoMedia('heic', 'mif1')), 'image/heic');
  assert.equal(detectMediaType(forgeIsoMedia('mif1', 'heic')), 'image/heic');
  assert.equal(detectMediaType(forgeIsoMedia('mif1', 'miaf', 'avif')), 'image/avif');
});

it('no media type is detected in other files, also with a valid signature at a later offset', async () => {
  const small = solid(8, 8);
  const png = await small.clone().png().toBuffer();
  const others: Record<string, Buffer> = {
    gif: await small.clone().gif().toBuffer(),
    tiff: await small.clone().tiff().toBuffer(),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    shifted: Buffer.concat([Buffer.from('<html>'), png]),
    'shifted pdf': Buffer.concat([Buffer.from('PK\x03\x04'), forgePdf()]),
    'pdf of the future': Buffer.from('%PDF-x.y and more'),
    film: forgeIsoMedia('isom', 'mp42', 'avif'),
    'unknown still': forgeIsoMedia('mif1', 'jpeg'),
    zip: Buffer.from('PK\x03\x04 and the rest of it'),
    wave: Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt '),
    short: png.subarray(0, 8),
    empty: Buffer.alloc(0),
  };
  for (const [name, bytes] of Object.entries(others)) assert.equal(detectMediaType(bytes), undefined, name);
});

it('detecting a media type never throws on arbitrary bytes', () => {
  const isoMedia = fc
    .uint8Array({ maxLength: 64 })
    .map((tail) => Buffer.concat([Buffer.from('\0\0\0\x20ftyp'), tail]));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 64 }), isoMedia), (bytes) => {
      detectMediaType(Buffer.from(bytes));
    }),
    { numRuns: 300 },
  );
});

it('media are served with headers that prevent execution, a PDF only as a download', () => {
  const picture = createServingHeaders({ type: 'image/webp', name: '../фото.html' });
  assert.equal(picture['x-content-type-options'], 'nosniff');
  assert.match(picture['content-security-policy'] ?? '', /default-src 'none'; sandbox/);
  assert.match(picture['content-disposition'] ?? '', /^inline; filename="____\.html\.webp"/);
  const pdf = createServingHeaders({ type: 'application/pdf', name: 'смета.pdf' });
  assert.match(pdf['content-disposition'] ?? '', /^attachment; /);
});
