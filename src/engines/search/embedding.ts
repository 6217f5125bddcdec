import { JsonTooComplex } from '../../base/json/json-scan.ts';
import { parsePlainJson } from '../../base/json/lossless-json.ts';

/** Turns texts into unit vectors; texts of similar meaning have similar directions. */
export interface Embedder {
  readonly model: string;
  embed(texts: readonly string[], milliseconds: number): Promise<Float32Array[]>;
}

export interface EmbedderSettings {
  /** Including the version, as in https://example.org/v1. */
  url: string;
  model: string;
  key: string | undefined;
}

export const maxVectorDimensions = 4096;
const maxReplyBytes = 32 * 1024 * 1024;

/**
 * Client for an OpenAI-compatible `/v1/embeddings`. The URL is configured by the operator, so it may be a private
 * address. Errors contain a status or a fixed reason, never the texts, the key, or the provider's message.
 */
export function createEmbedder({ url, model, key }: EmbedderSettings): Embedder {
  const address = `${url.replace(/\/+$/, '')}/embeddings`;
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  if (key !== undefined) headers.authorization = `Bearer ${key}`;
  return {
    model,
    async embed(texts, milliseconds) {
      const reply = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
        redirect: 'error',
        signal: AbortSignal.timeout(milliseconds),
      }).catch(throwRequestError);
      if (!reply.ok) {
        await reply.body?.cancel();
        throw new Error(`The embedding provider answered ${reply.status}.`);
      }
      return readVectors(await readReply(reply, texts.length), texts.length);
    },
  };
}

function throwRequestError(error: unknown): never {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  throw new Error(
    isLate ? 'The embedding provider did not answer in time.' : 'The embedding provider cannot be reached.',
  );
}

async function readReply(reply: Response, expected: number): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of reply.body ?? []) {
      size += part.length;
      if (size > maxReplyBytes) break;
      parts.push(part);
    }
  } catch (error) {
    throwRequestError(error);
  }
  if (size > maxReplyBytes) throw new Error('The embedding provider answered too much.');
  try {
    // The expected vectors plus a few fields each.
    const values = (expected + 1) * (maxVectorDimensions + 20);
    return parsePlainJson(Buffer.concat(parts).toString('utf8'), {
      depth: 8,
      values,
      objects: expected + 20,
      names: 64,
    });
  } catch (error) {
    if (error instanceof JsonTooComplex)
      throw new Error('The embedding provider answered more than was asked.');
    throw new Error('The embedding provider answered something that is not JSON.');
  }
}

const createInvalidVectorsError = () =>
  new Error('The embedding provider answered vectors that cannot be used.');

function readVectors(reply: unknown, expected: number): Float32Array[] {
  const data = (reply as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== expected) throw createInvalidVectorsError();
  const vectors = new Array<Float32Array | undefined>(expected).fill(undefined);
  for (const [place, entry] of (data as { index?: unknown; embedding?: unknown }[]).entries()) {
    const index = entry?.index === undefined ? place : Number(entry.index);
    if (!Number.isInteger(index) || index < 0 || index >= expected) throw createInvalidVectorsError();
    vectors[index] = readVector(entry?.embedding);
  }
  const dimensions = vectors[0]?.length;
  return vectors.map((vector) => {
    if (vector === undefined || vector.length !== dimensions) throw createInvalidVectorsError();
    return vector;
  });
}

function readVector(numbers: unknown): Float32Array {
  if (!Array.isArray(numbers) || numbers.length === 0 || numbers.length > maxVectorDimensions)
    throw createInvalidVectorsError();
  const length = Math.hypot(...(numbers as number[]));
  if (!Number.isFinite(length) || length === 0 || numbers.some((each) => typeof each !== 'number'))
    throw createInvalidVectorsError();
  return Float32Array.from(numbers as number[], (each) => each / length);
}
