import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Text } from '../../../base/i18n/text.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { bodyLimits } from '../../transport/body-limits.ts';
import { bodyOwnerOf } from '../../transport/json-body.ts';
import { readJudgedBody } from '../../transport/judged-body.ts';
import { parseLongUrlencoded, parseUrlencoded } from '../../transport/urlencoded.ts';
import { hiddenFormFields } from '../ui/form-field-names.ts';
import { findExpiredFormAccount, hasFormTokenHeader, isSameOrigin, isValidFormToken } from './csrf.ts';

const foreignFormText = {
  en: 'This form has expired or was sent from elsewhere. Open the page again and retry.',
  ru: 'Форма устарела или отправлена с чужой страницы. Откройте страницу заново и повторите.',
};
const tooManyFieldsText = { en: 'The form has too many fields.', ru: 'В форме слишком много полей.' };
const tooLargeText = { en: 'The form is too large.', ru: 'Форма слишком велика.' };
export const tooLargeToRestoreText = {
  en: 'You were signed out in the meantime, and the form is too long to be carried through signing in. Go back, copy what you wrote, then sign in.',
  ru: 'Пока вы писали, вход закончился, а форма слишком велика, чтобы донести её через вход. Вернитесь назад, скопируйте написанное и тогда войдите.',
};

export const createForeignFormRefusal = () => new Refusal({ kind: 'forbidden', text: foreignFormText });
export const createTooLargeRefusal = (text: Text = tooLargeText) => new Refusal({ kind: 'too_large', text });

interface FormBodyOptions {
  readonly key: Buffer;
}

/**
 * Before the form token is verified, the body is read only as far as the token, which is the first field or a
 * header. Origin and size limit are checked by headers alone.
 */
export function registerFormBody(scope: FastifyInstance, options: FormBodyOptions): void {
  scope.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && !isSameOrigin(request)) throw createForeignFormRefusal();
  });
  // Pages accept forms only.
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: Readable) => readUrlencoded(request, payload, options),
  );
}

/** `late`: the session of the form has expired; the form is restored after signing in. */
type FormOrigin = 'session' | 'nobody' | 'late';

/** Throws unless the form was rendered by us for this browser. */
export function checkFormToken(
  request: FastifyRequest,
  fields: URLSearchParams,
  { key }: FormBodyOptions,
): FormOrigin {
  if (isValidFormToken(request, fields)) return request.visitor?.session ? 'session' : 'nobody';
  if (findExpiredFormAccount(request, key, fields) === null) throw createForeignFormRefusal();
  return 'late';
}

/** Limit for all fields together; the small one for anonymous forms. */
export function maxFormBytes(request: FastifyRequest, sender: FormOrigin): number {
  const most = request.routeOptions.bodyLimit ?? bodyLimits.small.bytes;
  return sender === 'nobody' ? Math.min(most, bodyLimits.small.bytes) : most;
}

const ampersand = 0x26;
/** Bytes; longer than any token field. */
const maxTokenFieldBytes = 400;

async function readUrlencoded(
  request: FastifyRequest,
  payload: Readable,
  options: FormBodyOptions,
): Promise<URLSearchParams> {
  const body = await readJudgedBody(
    request,
    payload,
    {
      isEnough: (start) =>
        hasFormTokenHeader(request) || start.length > maxTokenFieldBytes || start.includes(ampersand),
      judge: (start) => maxFormBytes(request, checkFormToken(request, readTokenField(start), options)),
    },
    createTooLargeRefusal,
  );
  return (await parseLongUrlencoded(body, bodyOwnerOf(request))) ?? refuseTooManyFields();
}

/** The first field if it is the token, else no fields. */
function readTokenField(start: Buffer): URLSearchParams {
  const end = start.indexOf(ampersand);
  const first = parseUrlencoded(
    start.subarray(0, Math.min(end === -1 ? start.length : end, maxTokenFieldBytes)),
  );
  return first?.has(hiddenFormFields.token) ? first : new URLSearchParams();
}

function refuseTooManyFields(): never {
  throw createTooLargeRefusal(tooManyFieldsText);
}
