import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/kernel/refusal.ts';

export interface BodyJudge {
  /** Whether enough has arrived to decide; at the end of the body it has. */
  isEnough(start: Buffer): boolean;
  /** Throws a refusal, or returns how many bytes are read in all. */
  judge(start: Buffer): number;
}

export const createBodyTooLargeRefusal = () =>
  new Refusal({
    kind: 'too_large',
    text: { en: 'The body is too large.', ru: 'Тело запроса слишком велико.' },
  });

/** Reads a body whose first part says whether it is read at all, and how far. */
export async function readJudgedBody(
  { headers }: FastifyRequest,
  payload: Readable,
  { isEnough, judge }: BodyJudge,
  createTooLarge: () => Refusal = createBodyTooLargeRefusal,
): Promise<Buffer> {
  const announced = Number(headers['content-length'] ?? 0);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let most: number | undefined;
  const decide = () => {
    const limit = judge(Buffer.concat(chunks));
    if (announced > limit) throw createTooLarge();
    return limit;
  };
  if (isEnough(Buffer.alloc(0))) most = decide();
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (most === undefined && isEnough(chunks.length === 1 ? chunk : Buffer.concat(chunks))) most = decide();
    if (most !== undefined && bytes > most) throw createTooLarge();
  }
  if (most === undefined && bytes > decide()) throw createTooLarge();
  return Buffer.concat(chunks);
}
