/** `npm run docs:pictures` draws the pictures of the README from the demonstration: docs/pictures, each below 150 KB. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './compile.mjs';

const pictures = {
  today: '/today',
  map: '/settlements/berezovaya-roshcha/map',
  article: '/knowledge/a-private-well-and-its-pump-avoiding-the-usual-failures',
};
/** What a phone shows at once. */
const screen = { width: 360, height: 740 };
const maxBytes = 150_000;

const look = 'en-360-light';
const { status } = spawnSync(
  process.execPath,
  [
    'scripts/run.mjs',
    '--build',
    'scripts/screenshots.ts',
    ...Object.values(pictures),
    '--as',
    'resident',
    '--look',
    look,
  ],
  { cwd: root, stdio: 'inherit' },
);
if (status !== 0) process.exit(status ?? 1);
await mkdir(join(root, 'docs/pictures'), { recursive: true });
for (const [name, address] of Object.entries(pictures)) {
  const shot = join(root, 'screenshots/pages', look, `resident${address.replaceAll('/', '-')}.png`);
  if (!existsSync(shot)) throw new Error(`No picture was taken of ${address}.`);
  const { width = 0, height = 0 } = await sharp(shot).metadata();
  const scale = width / screen.width;
  const file = join(root, `docs/pictures/${name}.webp`);
  await sharp(shot)
    .extract({ left: 0, top: 0, width, height: Math.min(height, Math.round(screen.height * scale)) })
    .resize({ width: screen.width * Math.min(2, scale) })
    .webp({ quality: 80 })
    .toFile(file);
  const { size } = await stat(file);
  if (size > maxBytes) throw new Error(`${file} has ${size} bytes.`);
  console.log(`${file}: ${Math.round(size / 1000)} KB`);
}
