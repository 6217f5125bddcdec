import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Text } from '../../../base/i18n/text.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { bodyLimits } from '../../transport/body-limits.ts';
import { watchSender } from '../../transport/incoming-file.ts';
import { parseUrlencoded } from '../../transport/urlencoded.ts';
import { formFields } from '../ui/form-field-names.ts';
import { findLateWriter, hasTokenHeader, isOwnToken, isSameOrigin } from './csrf.ts';

const foreignForm = {
  en: 'This form has gone stale or was sent from elsewhere. Open the page again and repeat.',
  ru: 'Форма устарела или отправлена с чужой страницы. Откройте страницу заново и повторите.',
};
const tooManyFields = { en: 'The form has too many fields.', ru: 'В форме слишком много полей.' };
const tooLong = { en: 'The form is too large.', ru: 'Форма слишком велика.' };
export const tooLongToCarry = {
  en: 'You were signed out meanwhile, and the form is too long to be carried through signing in. Go back, copy what you wrote, then sign in.',
  ru: 'Пока вы писали, вход закончился, а форма слишком велика, чтобы донести её через вход. Вернитесь назад, скопируйте написанное и тогда войдите.',
};

export const refuseForeign = () => new Refusal({ kind: 'forbidden', text: foreignForm });
export const refuseTooLong = (text: Text = tooLong) => new Refusal({ kind: 'too_large', text });

interface Parts {
  readonly key: Buffer;
}

/**
 * Before the form token is verified, the body is read only as far as the token, which is the first field or a
 * header. Origin and size limit are checked by headers alone.
 */
export function registerFormBody(scope: FastifyInstance, parts: Parts): void {
  scope.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && !isSameOrigin(request)) throw refuseForeign();
  });
  // Pages accept forms only.
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: Readable) => readUrlencoded(request, payload, parts),
  );
}

/** `late`: the session of the form has expired; the form is restored after signing in. */
type FormOf = 'session' | 'nobody' | 'late';

/** Throws unless the form was rendered by us for this browser. */
export function checkToken(request: FastifyRequest, fields: URLSearchParams, { key }: Parts): FormOf {
  if (isOwnToken(request, fields)) return request.visitor?.session ? 'session' : 'nobody';
  if (findLateWriter(request, key, fields) === null) throw refuseForeign();
  return 'late';
}

/** Limit for all fields together; the small one for anonymous forms. */
export function mostBytes(request: FastifyRequest, sender: FormOf): number {
  const most = request.routeOptions.bodyLimit ?? bodyLimits.small.bytes;
  return sender === 'nobody' ? Math.min(most, bodyLimits.small.bytes) : most;
}

const ampersand = 0x26;
/** Bytes; longer than any token field. */
const longestFirst = 400;

async function readUrlencoded(
  request: FastifyRequest,
  payload: Readable,
  parts: Parts,
): Promise<URLSearchParams> {
  const { finish } = watchSender(request);
  const chunks: Buffer[] = [];
  const announced = Number(request.headers['content-length'] ?? 0);
  let bytes = 0;
  const check = () => {
    const most = mostBytes(request, checkToken(request, readFirst(Buffer.concat(chunks)), parts));
    if (announced > most) throw refuseTooLong();
    return most;
  };
  try {
    let most = hasTokenHeader(request) ? check() : null;
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      chunks.push(chunk);
      if (most === null && (bytes > longestFirst || chunk.includes(ampersand))) most = check();
      if (most !== null && bytes > most) throw refuseTooLong();
    }
    if (most === null) check();
    return parseUrlencoded(Buffer.concat(chunks)) ?? refuseFields();
  } finally {
    finish();
  }
}

/** The first field if it is the token, else no fields. */
function readFirst(start: Buffer): URLSearchParams {
  const end = start.indexOf(ampersand);
  const first = parseUrlencoded(start.subarray(0, Math.min(end === -1 ? start.length : end, longestFirst)));
  return first?.has(formFields.token) ? first : new URLSearchParams();
}

function refuseFields(): never {
  throw refuseTooLong(tooManyFields);
}
