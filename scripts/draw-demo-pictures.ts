/** `npm run demo:pictures`: redraws the photographs of the demo data. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { scenes } from './demo-pictures/scenes.ts';

const folder = fileURLToPath(new URL('../src/entry/demo/pictures/', import.meta.url));
await mkdir(folder, { recursive: true });
let bytes = 0;
for (const [name, draw] of Object.entries(scenes)) {
  const picture = sharp(Buffer.from(draw())).jpeg({ quality: 72, mozjpeg: true });
  bytes += (await picture.toFile(`${folder}${name}.jpg`)).size;
}
console.log(`${Object.keys(scenes).length} pictures, ${bytes} bytes`);
