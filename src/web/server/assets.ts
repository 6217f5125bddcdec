import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export type Asset = {
  readonly name: string;
  /** The address it is served at; it changes with the content, so a browser may keep it for ever. */
  readonly path: string;
  readonly contentType: string;
  readonly hash: string;
  readonly body: Buffer;
};

const files = {
  'site.css': ['../styles/site.css', 'text/css; charset=utf-8'],
  'logo.svg': ['../assets/logo.svg', 'image/svg+xml'],
  'village.svg': ['../assets/village.svg', 'image/svg+xml'],
  'copy.js': ['../assets/copy.js', 'text/javascript; charset=utf-8'],
  'reference-search.js': ['../assets/reference-search.js', 'text/javascript; charset=utf-8'],
} as const;

export type AssetName = keyof typeof files;

function loadAsset(name: AssetName): Asset {
  const [file, contentType] = files[name];
  const body = readFileSync(new URL(file, import.meta.url));
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { name, path: `/assets/${hash}-${name}`, contentType, hash, body };
}

export const assets = Object.freeze(
  Object.fromEntries((Object.keys(files) as AssetName[]).map((name) => [name, loadAsset(name)])),
) as Readonly<Record<AssetName, Asset>>;

const byPath = new Map(Object.values(assets).map((asset) => [asset.path, asset]));

/** The asset at a requested path, exactly: a hash that is not today's finds nothing. */
export function findAsset(path: string): Asset | undefined {
  return byPath.get(path);
}
