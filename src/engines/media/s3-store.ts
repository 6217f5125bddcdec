import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import {
  type BlobStore,
  isHash,
  type ListedBlob,
  requireHash,
  requireListLimit,
  requireRange,
  StoreFailure,
} from './blob-store.ts';
import { parseS3Listing } from './s3-listing.ts';
import type { S3Location } from './s3-location.ts';
import { emptyPayloadSha256, encodeS3, encodeS3Query, signS3Request } from './s3-signature.ts';
import { receiveFile, removeStaleFiles, withReceivedFile } from './upload-buffer.ts';

const maxReplyBytes = 4 * 1024 * 1024;
/** Shorter than the grace period of any orphan sweep, so a skipped write cannot lose a blob. */
const skipWriteWithinMs = 60 * 60 * 1000;

/** Attempts per call, and how long after the first one another may start: a user is waiting. */
const maxAttempts = 4;
const retryWindowMs = 10_000;

/** Names the operation and the provider's error code, never the request: its headers are signed. */
export class S3Failure extends StoreFailure {
  override readonly name = 'S3Failure';
  readonly status: number | undefined;

  constructor(method: string, status: number | undefined, code: string, options?: ErrorOptions) {
    super(`S3 ${method} failed: ${status ?? 'no reply'} ${code}`, options);
    this.status = status;
  }

  /** A lost connection, a rate limit or a server error: a retry may succeed. */
  get isTransient(): boolean {
    return this.status === undefined || this.status >= 500 || this.status === 429;
  }
}

export type S3Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'POST';
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: { sha256: string; size: number; open: () => Readable };
};

export interface S3CallOptions {
  retryDelayMs?: number;
  answerWithinMs?: number;
  now?: () => number;
}

/** Signed requests to one bucket, each attempted once or, if it is idempotent, several times. */
export function createS3Calls(location: S3Location, options?: S3CallOptions) {
  const { origin, host, basePath, region, credentials } = location;
  const { answerWithinMs: headersTimeout = 30_000 } = options ?? {};
  const limits = { connections: 16, headersTimeout, bodyTimeout: 60_000, connectTimeout: 10_000 };
  const opening = import('../../base/packages/undici.ts').then(({ Pool }) => new Pool(origin, limits));
  const retryDelayMs = options?.retryDelayMs ?? 200;
  const now = options?.now ?? (() => performance.now());

  async function send(call: S3Call): Promise<Dispatcher.ResponseData> {
    // The bucket is requested without a trailing slash, as common clients do and servers verify.
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
    const pool = await opening;
    return pool.request({
      method: call.method,
      path: queryText ? `${path}?${queryText}` : path,
      headers,
      body: call.body?.open() ?? null,
    });
  }

  /** One attempt, including reading the response: the connection may drop in the middle of a listing. */
  async function call<Result>(
    request: S3Call,
    accepted: readonly number[],
    take: (reply: Dispatcher.ResponseData) => Promise<Result> | Result,
  ): Promise<Result> {
    let refused: S3Failure | undefined;
    try {
      const reply = await send(request);
      if (accepted.includes(reply.statusCode)) return await take(reply);
      const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(await readText(reply.body))?.[1] ?? '';
      refused = new S3Failure(request.method, reply.statusCode, code);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      const code = (error as { code?: string }).code ?? '';
      throw new S3Failure(request.method, undefined, code, { cause: error });
    }
    throw refused;
  }

  /**
   * Retries idempotent calls: reads, and writes of the same bytes under their hash. Not removals: when a response is
   * lost, the blob may have been written again before the retry.
   */
  async function repeat<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const began = now();
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        const isPassing = error instanceof S3Failure && error.isTransient;
        if (!isPassing || tries === maxAttempts || now() - began > retryWindowMs) throw error;
      }
      // Jitter, so that instances do not retry at the same time.
      await sleep(retryDelayMs * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }

  return { call, repeat, close: async () => (await opening).close() };
}

/**
 * The object's name is its hash, so an upload is first received into a local folder. One signed PUT follows, which S3
 * checks against the hash and applies atomically.
 */
export function openS3Store(location: S3Location, spoolFolder: string, options?: S3CallOptions): BlobStore {
  const { prefix } = location;
  const { call, repeat, close } = createS3Calls(location, options);
  const keyOf = (sha256: string) =>
    `${prefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${requireHash(sha256)}`;

  async function look(sha256: string): Promise<{ size: number; touchedAt: Date } | undefined> {
    return repeat(() =>
      call({ method: 'HEAD', key: keyOf(sha256) }, [200, 404], async (reply) => {
        await reply.body.dump();
        if (reply.statusCode === 404) return undefined;
        const { 'content-length': size, 'last-modified': modified } = reply.headers;
        return { size: Number(size), touchedAt: new Date(String(modified)) };
      }),
    );
  }

  return {
    put: (source, limits) =>
      withReceivedFile(source, spoolFolder, limits, async ({ path, sha256, size }) => {
        const existing = await look(sha256);
        const isFresh =
          existing?.size === size && Date.now() - existing.touchedAt.getTime() < skipWriteWithinMs;
        if (!isFresh) {
          const body = { sha256, size, open: () => createReadStream(path) };
          const headers = { 'content-type': 'application/octet-stream' };
          const request = { method: 'PUT', key: keyOf(sha256), headers, body } as const;
          await repeat(() => call(request, [200], (reply) => reply.body.dump()));
        }
        return { sha256, size };
      }),

    receiveTemporary: (source, limits) => receiveFile(source, spoolFolder, limits),

    async open(sha256, range) {
      const headers: Record<string, string> = {};
      if (range) {
        requireRange(range, Number.MAX_SAFE_INTEGER);
        headers.range = `bytes=${range.start}-${range.end}`;
      }
      const request = { method: 'GET', key: keyOf(sha256), headers } as const;
      const reply = await repeat(() => call(request, range ? [206, 404, 416] : [200, 404], (given) => given));
      if (reply.statusCode === 200 || reply.statusCode === 206) return reply.body;
      await reply.body.dump();
      if (reply.statusCode === 416) throw new RangeError('range outside the blob');
      return undefined;
    },

    size: async (sha256) => (await look(sha256))?.size,

    async remove(sha256, condition) {
      const existing = await look(sha256);
      if (!existing || (condition && existing.touchedAt >= condition.untouchedSince)) return false;
      let isRepeated = false;
      await repeat(async () => {
        // Gone or written again since the first check: an earlier attempt succeeded although its response was lost.
        const present = isRepeated ? await look(sha256) : existing;
        isRepeated = true;
        if (present?.touchedAt.getTime() !== existing.touchedAt.getTime()) return;
        await call({ method: 'DELETE', key: keyOf(sha256) }, [204, 200, 404], (reply) => reply.body.dump());
      });
      return true;
    },

    async list(after, limit) {
      const wanted = requireListLimit(limit);
      const found: ListedBlob[] = [];
      let startAfter = after === undefined ? undefined : keyOf(after);
      while (found.length < wanted) {
        const query: Record<string, string> = { 'list-type': '2', 'max-keys': String(wanted), prefix };
        if (startAfter) query['start-after'] = startAfter;
        const text = await repeat(() =>
          call({ method: 'GET', query }, [200], (reply) => readText(reply.body)),
        );
        const page = parseS3Listing(text);
        if (!page.isListing) throw new S3Failure('GET', 200, 'NotAListing');
        const own = page.items.filter(({ key, sha256 }) => isHash(sha256) && key === keyOf(sha256));
        // A server that begins anew each time would be listed for ever, and one that skips would lose blobs.
        if (!isAscending([startAfter ?? '', ...own.map(({ key }) => key)]))
          throw new S3Failure('GET', 200, 'ListOutOfOrder');
        found.push(...own);
        if (!page.isTruncated) break;
        if (page.lastKey === undefined || page.lastKey === startAfter)
          throw new S3Failure('GET', 200, 'ListWithoutEnd');
        startAfter = page.lastKey;
      }
      return found.slice(0, wanted).map(({ sha256, size, touchedAt }) => ({ sha256, size, touchedAt }));
    },

    removeStaleUploads: (olderThan) => removeStaleFiles(spoolFolder, olderThan),
    close,
  };
}

const isAscending = (keys: readonly string[]) =>
  keys.every((key, index) => index === 0 || key > (keys[index - 1] as string));

export async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxReplyBytes) throw new RangeError('the reply of the S3 server is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
