import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A text that is sent often, compressed once per encoding. */
export interface CachedText {
  readonly plain: Buffer;
  readonly digest: string;
  readonly compressed: Map<Encoding, Promise<Buffer>>;
  /** Number of requests for brotli. */
  requestCount: number;
  /** Brotli at the best quality, once it is ready. */
  bestBrotli: Buffer | undefined;
}

type Encoding = 'br' | 'gzip';

// The first request waits for it. The best quality takes ten times as long and saves 10 to 20 % more.
const quickQuality = 9;
const bestQuality = 11;
/** Requests after which the best quality pays off: an editor sees each version only once or twice. */
const bestQualityAfterRequests = 3;
/** Bytes; this many take two seconds of a core. */
const maxBestQualityBytes = 2_000_000;

export function createCachedText(value: unknown): CachedText {
  const plain = Buffer.from(JSON.stringify(value));
  const digest = hash('sha256', plain, 'base64url').slice(0, 27);
  return { plain, digest, compressed: new Map(), requestCount: 0, bestBrotli: undefined };
}

/** Strong tags, so each encoding has its own; the first is the one that would be sent now. */
export function listEtags(
  { digest, bestBrotli }: CachedText,
  encoding: Encoding | null,
): [string, ...string[]] {
  if (encoding === null) return [`"${digest}"`];
  const quick = `"${digest}-${encoding}"`;
  return encoding === 'br' && bestBrotli !== undefined ? [`"${digest}-br11"`, quick] : [quick];
}

export function createCachedTextEncoder(): (
  text: CachedText,
  encoding: Encoding | null,
) => Promise<Buffer> | Buffer {
  let isImproving = false;

  /** In the background, one at a time; no request waits for it. */
  async function improve(text: CachedText): Promise<void> {
    isImproving = true;
    text.bestBrotli = await compressBrotli(text.plain, bestQuality).catch(() => undefined);
    isImproving = false;
    if (text.bestBrotli !== undefined) text.compressed.delete('br');
  }

  return (text, encoding) => {
    if (encoding === null) return text.plain;
    if (encoding === 'br') {
      if (text.bestBrotli !== undefined) return text.bestBrotli;
      text.requestCount += 1;
      if (
        text.requestCount >= bestQualityAfterRequests &&
        text.plain.length <= maxBestQualityBytes &&
        !isImproving
      )
        void improve(text);
    }
    return text.compressed.get(encoding) ?? compressOnce(text, encoding);
  };
}

function compressOnce({ plain, compressed }: CachedText, encoding: Encoding): Promise<Buffer> {
  const made =
    encoding === 'gzip' ? promisify(gzip)(plain, { level: 9 }) : compressBrotli(plain, quickQuality);
  compressed.set(encoding, made);
  made.catch(() => compressed.delete(encoding));
  return made;
}

function compressBrotli(plain: Buffer, quality: number): Promise<Buffer> {
  return promisify(brotliCompress)(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
}
