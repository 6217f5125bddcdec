import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** s3rver has no types; these are the parts used here. */
interface Rver {
  store: RverStore;
  run(): Promise<{ address: string; port: number }>;
  close(): Promise<void>;
}
interface RverObject {
  bucket: string;
  key: string;
  content: unknown;
  metadata: Record<string, string>;
}
interface RverStore {
  getResourcePath(bucket: string, key: string, resource: string): string;
  putContent(path: string, content: unknown): Promise<[size: number, md5: string]>;
  putObject(object: RverObject): Promise<{ size: number; md5: string }>;
  deleteObject(bucket: string, key: string): Promise<void>;
  listObjects(bucket: string, options: object): Promise<unknown>;
}
type RverClass = new (options: {
  address: string;
  port: number;
  silent: boolean;
  directory: string;
  allowMismatchedSignatures: boolean;
  configureBuckets: { name: string }[];
}) => Rver;
const require = createRequire(import.meta.url);
const S3rver = require('@20minutes/s3rver') as RverClass;

/**
 * Its continuation token is encrypted with DES, which OpenSSL has removed: every truncated listing ended in a 500.
 * This replaces the cipher, only for CommonJS modules and only for that name.
 */
function replaceCipher(): void {
  const crypto = require('node:crypto') as Record<string, (...given: unknown[]) => unknown>;
  const twice = (bytes: Buffer) => Buffer.concat([bytes, bytes]);
  for (const name of ['createCipheriv', 'createDecipheriv']) {
    const original = crypto[name] as (...given: unknown[]) => unknown;
    crypto[name] = (cipher, key, iv, ...rest) =>
      cipher === 'des'
        ? original('aes-128-cbc', twice(key as Buffer), twice(iv as Buffer))
        : original(cipher, key, iv, ...rest);
  }
}
replaceCipher();

/**
 * It writes objects and their metadata in place, so that concurrent lists and reads find partial files and get a 500,
 * and it removes folders that others are about to write into. This makes writes atomic, as with S3.
 */
function makeStoreAtomic(store: RverStore, parts: string): void {
  const place = async (path: string, from: string) => {
    await mkdir(dirname(path), { recursive: true });
    await rename(from, path);
  };
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const part = join(parts, randomBytes(12).toString('hex'));
    const [size, md5] = await store.putContent(part, content);
    await writeFile(`${part}.md5`, md5);
    await writeFile(`${part}.json`, JSON.stringify({ 'content-type': metadata['content-type'] }));
    const path = store.getResourcePath(bucket, key, 'object');
    await place(store.getResourcePath(bucket, key, 'metadata.json'), `${part}.json`);
    await place(`${path}.md5`, `${part}.md5`);
    await place(path, part);
    return { size, md5 };
  };
  store.deleteObject = async (bucket, key) => {
    for (const resource of ['object', 'object.md5', 'metadata.json'])
      await unlink(store.getResourcePath(bucket, key, resource)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
  };
  // A file may disappear while the folder is listed.
  const list = store.listObjects.bind(store);
  store.listObjects = async (bucket, options) => {
    for (let tries = 1; ; tries += 1)
      try {
        return await list(bucket, options);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 100) throw error;
      }
  };
}

export const s3Keys = { id: 'S3RVER', secret: 'S3RVER' };
export const s3Bucket = 'village-media';

export interface S3Server {
  endpoint: string;
  /** The MEDIA_URL an operator would configure. */
  address(folder?: string, keys?: { id: string; secret: string }): string;
  close(): Promise<void>;
}

/** A third-party S3-compatible server on its own port, with one bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'settlements-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: false,
    configureBuckets: [{ name: s3Bucket }],
  });
  const parts = await mkdtemp(join(tmpdir(), 'settlements-s3-parts-'));
  makeStoreAtomic(server.store, parts);
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    address: (folder = '', keys = s3Keys) =>
      `s3://${keys.id}:${keys.secret}@${s3Bucket}/${folder}?endpoint=${endpoint}`,
    async close() {
      await server.close();
      for (const folder of [directory, parts]) await rm(folder, { recursive: true, force: true });
    },
  };
}
