import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import {
  type BlobStore,
  isHash,
  type ListedBlob,
  requireHash,
  requireListLimit,
  requireRange,
} from './blob-store.ts';
import { parseS3Listing } from './s3-listing.ts';
import type { S3Location } from './s3-location.ts';
import { emptyPayloadSha256, encodeS3, encodeS3Query, signS3Request } from './s3-signature.ts';
import { sweepSpool, withSpooled } from './spool.ts';

const maxReplyBytes = 4 * 1024 * 1024;
/** Shorter than any grace an orphan sweeper leaves, so a skipped write cannot lose a blob. */
const trustExistingMs = 60 * 60 * 1000;

/** Names the operation and the provider's code, never the request: its headers are signed. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  readonly status: number | undefined;

  constructor(method: string, status: number | undefined, code: string, options?: ErrorOptions) {
    super(`S3 ${method} failed: ${status ?? 'no reply'} ${code}`, options);
    this.status = status;
  }
}

type S3Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: { sha256: string; size: number; open: () => Readable };
};

/**
 * The object's name is its hash, so an upload is first received into a local folder: one signed PUT follows, which S3
 * checks against the hash and which appears whole or not at all.
 */
export function openS3Store(
  location: S3Location,
  spoolFolder: string,
  options?: { retryDelayMs?: number },
): BlobStore {
  const { origin, host, basePath, prefix, region, credentials } = location;
  const pool = new Pool(origin, {
    connections: 16,
    headersTimeout: 30_000,
    bodyTimeout: 60_000,
    connectTimeout: 10_000,
  });
  const retryDelayMs = options?.retryDelayMs ?? 200;
  const keyOf = (sha256: string) =>
    `${prefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${requireHash(sha256)}`;

  async function send(call: S3Call): Promise<Dispatcher.ResponseData> {
    // The bucket itself goes without a slash behind it, as the common clients write it and servers check it.
    const path =
      call.key === undefined ? basePath || '/' : `${basePath}/${call.key.split('/').map(encodeS3).join('/')}`;
    const query = call.query ?? {};
    const headers = signS3Request(
      {
        method: call.method,
        host,
        path,
        query,
        headers: call.headers ?? {},
        payloadSha256: call.body?.sha256 ?? emptyPayloadSha256,
      },
      credentials,
      region,
      new Date(),
    );
    if (call.body) headers['content-length'] = String(call.body.size);
    const queryText = encodeS3Query(query);
    return pool.request({
      method: call.method,
      path: queryText ? `${path}?${queryText}` : path,
      headers,
      body: call.body?.open() ?? null,
    });
  }

  /** Every call here may be repeated safely, so a dropped line or a busy provider is tried again. */
  async function call(request: S3Call, accepted: readonly number[]): Promise<Dispatcher.ResponseData> {
    for (let attempt = 1; ; attempt += 1) {
      let failure: S3Failure;
      try {
        const reply = await send(request);
        if (accepted.includes(reply.statusCode)) return reply;
        const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(await readText(reply.body))?.[1] ?? '';
        failure = new S3Failure(request.method, reply.statusCode, code);
      } catch (error) {
        failure = new S3Failure(request.method, undefined, (error as { code?: string }).code ?? '', {
          cause: error,
        });
      }
      const isPassing = failure.status === undefined || failure.status >= 500 || failure.status === 429;
      if (!isPassing || attempt === 3) throw failure;
      await sleep(retryDelayMs * attempt ** 2);
    }
  }

  async function look(sha256: string): Promise<{ size: number; touchedAt: Date } | undefined> {
    const reply = await call({ method: 'HEAD', key: keyOf(sha256) }, [200, 404]);
    await reply.body.dump();
    if (reply.statusCode === 404) return undefined;
    const { 'content-length': size, 'last-modified': modified } = reply.headers;
    return { size: Number(size), touchedAt: new Date(String(modified)) };
  }

  return {
    put: (source, limits) =>
      withSpooled(source, spoolFolder, limits, async ({ path, sha256, size }) => {
        const existing = await look(sha256);
        const isFresh =
          existing?.size === size && Date.now() - existing.touchedAt.getTime() < trustExistingMs;
        if (!isFresh) {
          const body = { sha256, size, open: () => createReadStream(path) };
          const headers = { 'content-type': 'application/octet-stream' };
          const reply = await call({ method: 'PUT', key: keyOf(sha256), headers, body }, [200]);
          await reply.body.dump();
        }
        return { sha256, size };
      }),

    async open(sha256, range) {
      const headers: Record<string, string> = {};
      if (range) {
        requireRange(range, Number.MAX_SAFE_INTEGER);
        headers.range = `bytes=${range.start}-${range.end}`;
      }
      const reply = await call(
        { method: 'GET', key: keyOf(sha256), headers },
        range ? [206, 404, 416] : [200, 404],
      );
      if (reply.statusCode === 200 || reply.statusCode === 206) return reply.body;
      await reply.body.dump();
      if (reply.statusCode === 416) throw new RangeError('range outside the blob');
      return undefined;
    },

    size: async (sha256) => (await look(sha256))?.size,

    async remove(sha256, condition) {
      const existing = await look(sha256);
      if (!existing || (condition && existing.touchedAt >= condition.untouchedSince)) return false;
      const reply = await call({ method: 'DELETE', key: keyOf(sha256) }, [204, 200, 404]);
      await reply.body.dump();
      return true;
    },

    async list(after, limit) {
      const wanted = requireListLimit(limit);
      const found: ListedBlob[] = [];
      let startAfter = after === undefined ? undefined : keyOf(after);
      while (found.length < wanted) {
        const query: Record<string, string> = { 'list-type': '2', 'max-keys': String(wanted), prefix };
        if (startAfter) query['start-after'] = startAfter;
        const page = parseS3Listing(await readText((await call({ method: 'GET', query }, [200])).body));
        found.push(...page.items.filter(({ key, sha256 }) => isHash(sha256) && key === keyOf(sha256)));
        if (!page.isTruncated || page.lastKey === undefined) break;
        startAfter = page.lastKey;
      }
      return found.slice(0, wanted).map(({ sha256, size, touchedAt }) => ({ sha256, size, touchedAt }));
    },

    sweepIncoming: (olderThan) => sweepSpool(spoolFolder, olderThan),
    close: () => pool.close(),
  };
}

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxReplyBytes) throw new RangeError('the reply of the S3 server is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
