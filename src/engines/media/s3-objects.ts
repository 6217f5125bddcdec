import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parseS3Listing } from './s3-listing.ts';
import type { S3Location } from './s3-location.ts';
import { createS3Calls, readText } from './s3-store.ts';

export interface S3Object {
  name: string;
  size: number;
}

/** Named objects of any size under a prefix. */
export interface S3Objects {
  /** Sends a file; the object appears once all of it is there. */
  put(name: string, path: string, signal?: AbortSignal): Promise<void>;
  open(name: string): Promise<Readable | undefined>;
  /** By name, at most ten thousand. */
  list(): Promise<S3Object[]>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Ten thousand of these, the most that an object may have, are 640 GB. */
const defaultPartBytes = 64 * 1024 * 1024;
const maxPages = 10;

export function openS3Objects(
  location: S3Location,
  { partBytes = defaultPartBytes }: { partBytes?: number } = {},
): S3Objects {
  const { call, repeat, close } = createS3Calls(location);
  const keyOf = (name: string) => location.prefix + name;
  const type = { 'content-type': 'application/octet-stream' };
  const ask = (request: Parameters<typeof call>[0]) =>
    repeat(() => call(request, [200], (reply) => readText(reply.body)));

  async function putParts(key: string, path: string, size: number, signal?: AbortSignal): Promise<void> {
    const begun = await ask({ method: 'POST', key, query: { uploads: '' }, headers: type });
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1];
    if (uploadId === undefined) throw new Error('The S3 server did not begin an upload in parts.');
    try {
      const tags: string[] = [];
      for (let at = 0; at < size; at += partBytes) {
        signal?.throwIfAborted();
        const body = await describePart(path, at, Math.min(at + partBytes, size));
        const query = { partNumber: String(tags.length + 1), uploadId };
        const tag = await repeat(() =>
          call({ method: 'PUT', key, query, body }, [200], async (reply) => {
            await reply.body.dump();
            return String(reply.headers.etag);
          }),
        );
        tags.push(tag);
      }
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const list = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
      const body = {
        sha256: sha256Of(list),
        size: list.length,
        open: () => Readable.from([list], { objectMode: false }),
      };
      const done = await ask({ method: 'POST', key, query: { uploadId }, body });
      // A failure may come after the status of success.
      if (done.includes('<Error>')) throw new Error('The S3 server did not put the parts together.');
    } catch (error) {
      await call({ method: 'DELETE', key, query: { uploadId } }, [204, 200, 404], (reply) =>
        reply.body.dump(),
      ).catch(() => {});
      throw error;
    }
  }

  return {
    async put(name, path, signal) {
      const { size } = await stat(path);
      const key = keyOf(name);
      if (size > partBytes) return putParts(key, path, size, signal);
      const body = await describePart(path, 0, size);
      await ask({ method: 'PUT', key, headers: type, body });
    },
    async open(name) {
      const reply = await repeat(() =>
        call({ method: 'GET', key: keyOf(name) }, [200, 404], (given) => given),
      );
      if (reply.statusCode === 200) return reply.body;
      await reply.body.dump();
      return undefined;
    },
    async list() {
      const found: S3Object[] = [];
      let startAfter: string | undefined;
      for (let page = 0; page < maxPages; page += 1) {
        const query: Record<string, string> = { 'list-type': '2', prefix: location.prefix };
        if (startAfter !== undefined) query['start-after'] = startAfter;
        const { items, isTruncated, lastKey } = parseS3Listing(await ask({ method: 'GET', query }));
        for (const { key, size } of items) found.push({ name: key.slice(location.prefix.length), size });
        if (!isTruncated || lastKey === undefined) break;
        startAfter = lastKey;
      }
      return found;
    },
    async remove(name) {
      await call({ method: 'DELETE', key: keyOf(name) }, [204, 200, 404], (reply) => reply.body.dump());
    },
    close,
  };
}

async function describePart(path: string, start: number, end: number) {
  const open = () => createReadStream(path, { start, end: end - 1 });
  const hash = createHash('sha256');
  for await (const bytes of open()) hash.update(bytes);
  return { sha256: hash.digest('hex'), size: end - start, open };
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
