/**
 * `npm run docs:pictures` draws the pictures of the README and of the guides, in both languages, from the demonstration,
 * at the size of a phone: docs/pictures and docs/guides/LANGUAGE/pictures.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { root } from './compile.mjs';

const village = '/settlements/berezovaya-roshcha';
/** As who sees what; `npm run screenshots` reads the same. */
const readmePictures = {
  today: 'resident:/today',
  map: `resident:${village}/map`,
  article: 'resident:/knowledge/a-private-well-and-its-pump-avoiding-the-usual-failures',
};
const guidePictures = {
  village: `visitor:${village}`,
  today: 'resident:/today',
  messages: 'resident:/messages',
  people: `editor:${village}/board/people`,
  board: `editor:${village}/board`,
  announce: `editor:${village}/announce`,
  calendar: `resident:${village}/calendar`,
  moderation: 'moderator:/platform',
  company: 'company:/companies/new',
  operator: 'moderator:/operator',
  backups: 'moderator:/setup/backups',
};
/** What a phone shows at once. */
const readmeScreen = { width: 360, height: 740, maxBytes: 150_000 };
/** As pages/help/guide-files.ts says. */
const guideScreen = { width: 360, height: 640, maxBytes: 60_000 };

const drawn = [
  ...Object.entries(readmePictures).map(([name, from]) => ({
    from,
    look: 'en-360-light',
    file: `docs/pictures/${name}.webp`,
    screen: readmeScreen,
  })),
  ...['en', 'ru'].flatMap((language) =>
    Object.entries(guidePictures).map(([name, from]) => ({
      from,
      look: `${language}-360-light`,
      file: `docs/guides/${language}/pictures/${name}.webp`,
      screen: guideScreen,
    })),
  ),
];

const addresses = [...new Set(drawn.map(({ from }) => from))];
const { status } = spawnSync(
  process.execPath,
  ['scripts/run.mjs', '--build', 'scripts/screenshots.ts', ...addresses, '--look', '360-light'],
  { cwd: root, stdio: 'inherit' },
);
if (status !== 0) process.exit(status ?? 1);
let bytes = 0;
for (const { from, look, file, screen } of drawn) {
  const [walker, address] = from.split(':');
  const shot = join(root, 'screenshots/pages', look, `${walker}${address.replaceAll('/', '-')}.png`);
  if (!existsSync(shot)) throw new Error(`No picture was taken of ${from}.`);
  await mkdir(dirname(join(root, file)), { recursive: true });
  const { height } = await sharp(shot).metadata();
  await sharp(shot)
    .extract({ left: 0, top: 0, width: screen.width, height: Math.min(height, screen.height) })
    .extend({ bottom: Math.max(0, screen.height - height), extendWith: 'copy' })
    .webp({ quality: 80 })
    .toFile(join(root, file));
  const { size } = await stat(join(root, file));
  if (size > screen.maxBytes) throw new Error(`${file} has ${size} bytes.`);
  bytes += size;
}
console.log(`${drawn.length} pictures, ${Math.round(bytes / 1000)} KB`);
