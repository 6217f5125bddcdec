import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Text } from '../../base/i18n/text.ts';
import { type JsonExcess, JsonTooComplex, scanJson } from '../../base/json/json-scan.ts';
import { parseScanned } from '../../base/json/lossless-json.ts';
import { type TurnOwner, takeTurn } from '../../base/threads/loop-turns.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import type { BodyLimit } from './body-limits.ts';
import { toRateLimitAddress } from './rate-limit.ts';

/** Above this size decoding, checking and parsing are tasks of their own, so that none holds the event loop long. */
const largeBytes = 64 * 1024;

/** The document in a body that was read within its limit of bytes; undefined without a body. */
export function parseJsonBody(body: Buffer, limit: BodyLimit, owner: TurnOwner): unknown {
  if (body.length === 0) return undefined;
  return body.length > largeBytes ? parseInTurns(body, limit, owner) : parse(decode(body), limit);
}

/** Of several large bodies, one part is read in a round of the event loop. */
async function parseInTurns(body: Buffer, limit: BodyLimit, owner: TurnOwner): Promise<unknown> {
  const source = await takeTurn(owner, () => decode(body));
  const longIntegers = await takeTurn(owner, () => check(source, limit));
  const parsed = await takeTurn(owner, () => build(source, longIntegers));
  await letOthersRun();
  return parsed;
}

export const bodyOwnerOf = (request: FastifyRequest): TurnOwner => ({
  share: request.caller?.accountId ?? toRateLimitAddress(request.ip),
  isGone: () => request.raw.socket.destroyed,
});

const parse = (source: string, limit: BodyLimit) => build(source, check(source, limit));

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw createBodyRefusal({ en: 'The body is not valid UTF-8.', ru: 'Тело запроса — не UTF-8.' });
  }
}

function check(source: string, limit: BodyLimit) {
  try {
    return scanJson(source, limit);
  } catch (error) {
    throw error instanceof JsonTooComplex ? createBodyRefusal(tooComplexTexts[error.excess]) : error;
  }
}

function build(source: string, longIntegers: ReturnType<typeof scanJson>): unknown {
  try {
    return parseScanned(source, longIntegers);
  } catch {
    throw createBodyRefusal({ en: 'The body is not valid JSON.', ru: 'Тело запроса — не JSON.' });
  }
}

const tooComplexTexts: Readonly<Record<JsonExcess, Text>> = {
  depth: {
    en: 'The body is nested too deeply: at most 32 levels are read.',
    ru: 'Слишком глубокая вложенность: читается не больше 32 уровней.',
  },
  values: {
    en: 'The body holds more values than this operation can take.',
    ru: 'В теле запроса больше значений, чем принимает это действие.',
  },
  objects: {
    en: 'The body holds more objects than this operation can take.',
    ru: 'В теле запроса больше объектов, чем принимает это действие.',
  },
  names: {
    en: 'The body has more names of fields than this operation knows.',
    ru: 'В теле запроса больше имён полей, чем знает это действие.',
  },
};

export function createBodyRefusal(text: Text): Refusal {
  return new Refusal({ kind: 'invalid', text, fields: { body: [text] } });
}
