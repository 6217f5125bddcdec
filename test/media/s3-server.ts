import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** s3rver is written in JavaScript; these are the parts of it used here. */
interface Rver {
  run(): Promise<{ address: string; port: number }>;
  close(): Promise<void>;
}
type RverClass = new (options: {
  address: string;
  port: number;
  silent: boolean;
  directory: string;
  allowMismatchedSignatures: boolean;
  configureBuckets: { name: string }[];
}) => Rver;
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as RverClass;

/** The only account it knows. */
export const s3Keys = { id: 'S3RVER', secret: 'S3RVER' };
export const s3Bucket = 'village-media';

export interface S3Server {
  endpoint: string;
  /** The address an operator would configure. */
  address(folder?: string, keys?: { id: string; secret: string }): string;
  close(): Promise<void>;
}

/** An S3-compatible server that knows nothing of this project, on a port of its own, with one bucket. */
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
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    address: (folder = '', keys = s3Keys) =>
      `s3://${keys.id}:${keys.secret}@${s3Bucket}/${folder}?endpoint=${endpoint}`,
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
