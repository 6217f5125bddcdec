import { z } from 'zod';
import { DeviceFailure, requireOkStatus } from './failure.ts';
import { parseJson } from './json.ts';
import { mappingFields, readMappedJson } from './json-mapping.ts';
import { limits } from './limits.ts';
import type { Provider } from './provider.ts';

/** Headers that control the connection or must not be forged. */
const forbiddenHeaders =
  /^(host|content-.*|transfer-encoding|connection|upgrade|te|trailer|expect|keep-alive|proxy-.*|cookie2?|accept-encoding|user-agent|x-forwarded-.*|forwarded)$/i;

const settings = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .describe('Where its JSON is.'),
  auth: z
    .object({
      kind: z
        .enum(['none', 'bearer', 'basic', 'header'])
        .describe('basic: as name:password; header: in `name`.'),
      name: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,60}$/)
        .refine((name) => !forbiddenHeaders.test(name), 'a header that may not be set')
        .optional()
        .describe('Of the header.'),
    })
    .check(({ value, issues }) => {
      if (value.kind === 'header' && value.name === undefined)
        issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: ['name'] });
    })
    .default({ kind: 'none' })
    .describe('How it is sent.'),
  ...mappingFields,
});
type Settings = z.infer<typeof settings>;

export const jsonHttp: Provider<Settings> = {
  name: 'json_http',
  secret: 'optional',
  settings,

  async poll({ settings: wanted, secret }, { guard, now }, signal) {
    const answer = await guard.guardedFetch(wanted.url, {
      headers: { accept: 'application/json', ...authHeader(wanted.auth, secret?.reveal()) },
      maxBytes: limits.answerBytes,
      timeoutMs: limits.requestMs,
      signal,
    });
    requireOkStatus(answer.status);
    return readMappedJson(parseJson(answer.body), wanted, 'json_http', now);
  },
};

function authHeader(auth: Settings['auth'], secret: string | undefined): Record<string, string> {
  if (auth.kind === 'none') return {};
  if (!secret) throw new DeviceFailure('secret_missing');
  if (auth.kind === 'basic') return { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
  if (!/^[\x20-\x7e]{1,4096}$/.test(secret)) throw new DeviceFailure('unauthorized');
  return auth.kind === 'header' && auth.name !== undefined
    ? { [auth.name]: secret }
    : { authorization: `Bearer ${secret}` };
}
