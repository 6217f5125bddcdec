import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';
import sharp from 'sharp';
import { root } from './compile.mjs';

const web = join(root, 'src/entry/web');
/** The ground of logo.svg. */
const logoGround = '#2e5e43';

/**
 * Builds all browser assets into one folder: style sheets joined, islands bundled with shared chunks split off, each
 * file named by its content hash and compressed once at the highest level. The service reads the manifest. Returns the
 * paths of the scripts that went in.
 */
export async function buildAssets(folder, islands = join(web, 'islands')) {
  await rm(folder, { recursive: true, force: true });
  const inputs = [];
  await mkdir(folder, { recursive: true });
  const parts = Object.assign(
    {},
    ...(await Promise.all([bundleScripts(islands, inputs), joinSheets(), copyPlain(), drawIcons()])),
  );
  const manifest = { ...parts, ...(await bundleWorker(parts)) };
  const files = Object.fromEntries(
    Object.entries(manifest).map(([name, { file, needs }]) => [name, { file, needs }]),
  );
  await Promise.all(
    Object.values(manifest).map(({ file, body }) => writeCompressed(join(folder, file), body)),
  );
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(files, null, 2)}\n`);
  return inputs;
}

/** `islands/chart/island.tsx` becomes chart.js, `islands/enhance.ts` enhance.js; shared code becomes chunks. */
async function bundleScripts(islands, inputs) {
  const folders = (await readdir(islands)).filter((name) => existsSync(join(islands, name, 'island.tsx')));
  const entryPoints = Object.fromEntries(folders.map((name) => [name, join(islands, name, 'island.tsx')]));
  if (existsSync(join(islands, 'enhance.ts'))) entryPoints.enhance = join(islands, 'enhance.ts');
  const { outputFiles, metafile } = await build({
    entryPoints,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    absWorkingDir: root,
    outdir: '/assets',
    entryNames: '[hash]-[name]',
    chunkNames: '[hash]-[name]',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  inputs.push(...Object.keys(metafile.inputs).map((path) => join(root, path)));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, it]) => [basename(path), it]));
  return Object.fromEntries(
    outputFiles.map(({ path, contents }) => {
      const file = basename(path);
      // A shared chunk is known by its file name only.
      const name = outputs.get(file)?.entryPoint === undefined ? file : file.slice(file.indexOf('-') + 1);
      return [name, { file, needs: listNeeds(outputs, file), body: Buffer.from(contents) }];
    }),
  );
}

/** The service worker in one file; its version changes with any other file, so that browsers refresh cached pages. */
async function bundleWorker(parts) {
  const files = Object.values(parts).map(({ file }) => file);
  const version = createHash('sha256').update(files.sort().join()).digest('hex').slice(0, 16);
  const { outputFiles } = await build({
    entryPoints: [join(web, 'service-worker/worker.ts')],
    define: {
      buildVersion: JSON.stringify(version),
      notificationIcon: JSON.stringify(`/assets/${parts['icon-192.png'].file}`),
    },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'warning',
  });
  return Object.fromEntries([nameByContent('worker.js', Buffer.from(outputFiles[0].contents))]);
}

/** Transitive static imports of a script, which pages preload. */
function listNeeds(outputs, file, found = new Set()) {
  for (const { path, kind } of outputs.get(file)?.imports ?? []) {
    const need = basename(path);
    if (kind !== 'import-statement' || found.has(need)) continue;
    found.add(need);
    listNeeds(outputs, need, found);
  }
  return [...found];
}

async function joinSheets() {
  const { outputFiles } = await build({
    // The others only on the pages that name them.
    entryPoints: ['ui', 'print-paper', 'calendar'].map((name) => join(web, `styles/${name}.css`)),
    bundle: true,
    minify: true,
    outdir: '/assets',
    write: false,
    logLevel: 'warning',
  });
  return Object.fromEntries(
    outputFiles.map(({ path, contents }) => nameByContent(basename(path), Buffer.from(contents))),
  );
}

/** Copies pictures, the sprite and scripts that need no build. */
async function copyPlain() {
  const paths = (await readdir(join(web, 'assets'))).map((name) => join(web, 'assets', name));
  const files = paths.map(async (path) => nameByContent(basename(path), await readFile(path)));
  return Object.fromEntries(await Promise.all(files));
}

/** The logo for home screens. Maskable icons fill the whole square and keep the logo in the safe zone. */
async function drawIcons() {
  const logo = await readFile(join(web, 'assets/logo.svg'));
  const draw = (side) => sharp(logo, { density: (72 * side) / 48 }).resize(side, side);
  const fill = async (side, part) => {
    const input = await draw(Math.round(side * part))
      .png()
      .toBuffer();
    const ground = { width: side, height: side, channels: 3, background: logoGround };
    return sharp({ create: ground }).composite([{ input }]);
  };
  const icons = {
    'icon-192.png': draw(192),
    'icon-512.png': draw(512),
    'icon-whole-512.png': await fill(512, 0.8),
    'icon-whole-180.png': await fill(180, 1),
  };
  const drawn = Object.entries(icons).map(async ([name, image]) =>
    nameByContent(name, await image.png({ palette: true, compressionLevel: 9 }).toBuffer()),
  );
  return Object.fromEntries(await Promise.all(drawn));
}

function nameByContent(name, body) {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return [name, { file: `${hash}-${name}`, needs: [], body }];
}

async function writeCompressed(path, body) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all([
    writeFile(path, body),
    promisify(brotliCompress)(body, { params }).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(body, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
