import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Noise, so that no format compresses it well. */
export function noise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  });
}

export function solid(width: number, height: number, colour = '#2a6') {
  return sharp({
    create: { width, height, channels: 3, background: colour },
    limitInputPixels: false,
  });
}

/** Left half red, right half blue: shows the orientation. */
export function halves(width: number, height: number) {
  const half = { width: width / 2, height, channels: 3 as const, background: 'blue' };
  return solid(width, height, 'red').composite([{ input: { create: half }, left: width / 2, top: 0 }]);
}

export const placedExif = {
  IFD0: { Make: 'SecretCamera', Copyright: 'SecretOwner' },
  IFD2: { DateTimeOriginal: '2024:05:06 07:08:09', OffsetTimeOriginal: '+03:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '55/1 45/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '37/1 37/1 0/1',
  },
};

export function photographWithPlace(width = 800, height = 600) {
  return noise(width, height).jpeg().withExif(placedExif).toBuffer();
}

/** A PNG built by hand, for headers that no encoder would write. */
export function forgePng(width: number, height: number, extra: [name: string, data: Buffer][] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Math.min(height, 100);
  const pixels = Buffer.alloc(rows * (1 + 3 * Math.min(width, 100)));
  const chunks: [string, Buffer][] = [
    ['IHDR', header],
    ...extra,
    ['IDAT', deflateSync(pixels)],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...chunks.map(([name, data]) => encodeChunk(name, data)),
  ]);
}

function encodeChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

export function forgePdf(filler = 0): Buffer {
  return Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${'%'.padEnd(filler, 'x')}\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  );
}

export function forgeIsoMedia(major: string, ...compatible: string[]): Buffer {
  const box = Buffer.alloc(16 + 4 * compatible.length);
  box.writeUInt32BE(box.length, 0);
  box.write(`ftyp${major}`, 4, 'latin1');
  compatible.forEach((brand, index) => {
    box.write(brand, 16 + 4 * index, 'latin1');
  });
  return Buffer.concat([box, Buffer.alloc(64)]);
}
