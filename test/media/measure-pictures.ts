/** Time and peak memory of one case in a fresh process: `node --import tsx test/media/measure-pictures.ts <case>`. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileStore } from '../../src/engines/media/file-store.ts';
import { MediaRefusal } from '../../src/engines/media/media-refusal.ts';
import { storeRenditions } from '../../src/engines/media/renditions.ts';
import { receiveUpload } from '../../src/engines/media/upload.ts';
import { noise, solid } from './sample-pictures.ts';

const makers: Record<string, () => Promise<Buffer>> = {
  'jpeg-12mp': () => noise(4000, 3000).blur(2).jpeg({ quality: 90 }).toBuffer(),
  'jpeg-60mp': () => noise(8900, 6700).blur(2).jpeg({ quality: 90 }).toBuffer(),
  'jpeg-60mp-progressive': () =>
    noise(8900, 6700).blur(2).jpeg({ quality: 90, progressive: true }).toBuffer(),
  'jpeg-60mp-turned': () =>
    noise(8900, 6700).blur(2).jpeg({ quality: 90 }).withMetadata({ orientation: 6 }).toBuffer(),
  'png-60mp-solid': () => solid(8900, 6700).png().toBuffer(),
  'png-100mp-bomb': () => solid(10_000, 10_000).png().toBuffer(),
  'webp-60mp': () => solid(8900, 6700).webp({ effort: 0 }).toBuffer(),
  'avif-12mp': () => noise(4000, 3000).blur(2).avif({ effort: 0 }).toBuffer(),
};

const [name = '', mode = '', path = ''] = process.argv.slice(2);
const peak = () => `${Math.round(process.resourceUsage().maxRSS / 1000)} MB`;

if (mode === 'make') {
  await writeFile(path, await (makers[name] as () => Promise<Buffer>)());
} else if (mode === 'run') {
  const folder = await mkdtemp(join(tmpdir(), 'measure-'));
  const store = openFileStore(folder);
  const size = (await readFile(path)).length;
  const idle = peak();
  const start = performance.now();
  try {
    const { sha256 } = await receiveUpload(store, createReadStream(path));
    const uploaded = performance.now();
    const uploadPeak = peak();
    const renditions = (await storeRenditions(store, sha256)) ?? [];
    const sizes = renditions.map((one) => `${one.name} ${Math.round(one.size / 1000)} kB`).join(', ');
    console.log(
      `${name}: ${(size / 1e6).toFixed(1)} MB; idle ${idle}; upload ${Math.round(uploaded - start)} ms, peak ${uploadPeak}; renditions ${Math.round(performance.now() - uploaded)} ms, peak ${peak()} (${sizes})`,
    );
  } catch (error) {
    if (!(error instanceof MediaRefusal)) throw error;
    console.log(
      `${name}: refused ${error.code} in ${Math.round(performance.now() - start)} ms, peak ${peak()} from ${idle}`,
    );
  }
  await rm(folder, { recursive: true });
} else {
  const names = name ? [name] : Object.keys(makers);
  for (const one of names) {
    const sample = join(
      tmpdir(),
      `sample-${createHash('sha256')
        .update(one + process.pid)
        .digest('hex')
        .slice(0, 12)}`,
    );
    const again = (step: string) =>
      execFileSync(process.execPath, ['--import', 'tsx', import.meta.filename, one, step, sample], {
        stdio: 'inherit',
      });
    try {
      again('make');
      again('run');
    } finally {
      await rm(sample, { force: true });
    }
  }
}
