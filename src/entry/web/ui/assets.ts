import { existsSync, readFileSync } from 'node:fs';

export type Asset = {
  readonly name: string;
  /** URL with a content hash, so browsers may cache it forever. */
  readonly path: string;
  readonly contentType: string;
  readonly hash: string;
  readonly body: Buffer;
  /** Compressed at build time. */
  readonly encoded: { readonly br: Buffer; readonly gzip: Buffer };
  /** URLs of the chunks this script imports statically. */
  readonly needs: readonly string[];
};

/** Plain files, present in every build; bundled ones are found by `findAssetByName`. */
type PlainAssetName = 'ui.css' | 'logo.svg' | 'village.svg' | 'copy.js' | 'reference-search.js';
export type AssetName = PlainAssetName | (string & Record<never, never>);

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};

type Manifest = Readonly<Record<string, { readonly file: string; readonly needs: readonly string[] }>>;

/** Beside the compiled code; tools that run the sources take what `npm run build` made last. */
function findAssetsFolder(): URL | undefined {
  const beside = new URL('../built/', import.meta.url);
  if (existsSync(new URL('manifest.json', beside))) return beside;
  // Without them every page would be a 500 for as long as the process lives.
  if (!import.meta.url.endsWith('.ts')) throw new Error(`This build lacks ${beside.pathname}: npm run build`);
  const builds = new URL('../../../../dist/', import.meta.url);
  const current = new URL('current', builds);
  return existsSync(current)
    ? new URL(`${readFileSync(current, 'utf8').trim()}/entry/web/built/`, builds)
    : undefined;
}

function loadAssets(): Record<string, Asset> {
  const assetsFolder = findAssetsFolder();
  if (assetsFolder === undefined) return {};
  const manifest: Manifest = JSON.parse(readFileSync(new URL('manifest.json', assetsFolder), 'utf8'));
  return Object.fromEntries(
    Object.entries(manifest).map(([name, { file, needs }]) => [
      name,
      {
        name,
        path: `/assets/${file}`,
        contentType: contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
        hash: file.slice(0, file.indexOf('-')),
        body: readFileSync(new URL(file, assetsFolder)),
        encoded: {
          br: readFileSync(new URL(`${file}.br`, assetsFolder)),
          gzip: readFileSync(new URL(`${file}.gz`, assetsFolder)),
        },
        needs: needs.map((need) => `/assets/${need}`),
      },
    ]),
  );
}

export const assets = Object.freeze(loadAssets()) as Readonly<
  Record<PlainAssetName, Asset> & Record<string, Asset | undefined>
>;

const byPath = new Map(Object.values(assets).map((asset) => [asset?.path, asset]));

/** Exact match only: a URL with an old hash is not found. */
export function findAssetByPath(path: string): Asset | undefined {
  return byPath.get(path);
}

export function findAssetByName(name: AssetName): Asset {
  const asset = assets[name];
  if (asset === undefined) throw new Error(`${name} was not built: npm run build`);
  return asset;
}
