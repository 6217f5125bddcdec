import { z } from 'zod';
import { createCollector } from './collector.ts';
import { DeviceFailure, requireOk } from './failure.ts';
import { parseJson } from './json.ts';
import { parseJsonPath, readJsonPath } from './json-path.ts';
import { limits } from './limits.ts';
import type { Provider } from './provider.ts';
import { readTime } from './time.ts';

const path = z
  .string()
  .max(200)
  .refine((written) => parseJsonPath(written) !== null, 'a path like $.a.b[0].c');

/** Headers that steer the connection, or would be sent with another meaning than the resident's. */
const closedHeaders =
  /^(host|content-.*|transfer-encoding|connection|upgrade|te|trailer|expect|keep-alive|proxy-.*|cookie2?|accept-encoding|user-agent|x-forwarded-.*|forwarded)$/i;

const sensor = z.object({
  key: z.string().min(1).max(100),
  path,
  unit: z.string().max(limits.unitLength).optional(),
  device_class: z.string().max(60).optional(),
  value_type: z.enum(['number', 'text', 'boolean']).optional(),
  time_path: path.optional(),
});

const settings = z.object({
  url: z.url({ protocol: /^https?$/ }).max(1000),
  /** How the secret is sent: as a bearer token, as `name:password`, or in a header of its own. */
  auth: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('none') }),
      z.object({ kind: z.literal('bearer') }),
      z.object({ kind: z.literal('basic') }),
      z.object({
        kind: z.literal('header'),
        name: z
          .string()
          .regex(/^[A-Za-z0-9-]{1,60}$/)
          .refine((name) => !closedHeaders.test(name), 'a header that may not be set'),
      }),
    ])
    .default({ kind: 'none' }),
  device: z.object({ name: z.string().min(1).max(limits.nameLength) }),
  time_path: path.optional(),
  sensors: z
    .array(sensor)
    .min(1)
    .max(100)
    .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'keys that differ'),
});
type Settings = z.infer<typeof settings>;

const deviceKey = 'device';

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
    requireOk(answer.status);
    const body = parseJson(answer.body);
    const collector = createCollector(now);
    collector.addDevice({ key: deviceKey, name: wanted.device.name, operator: 'json_http' });
    let found = 0;
    for (const one of wanted.sensors) {
      const value = pick(body, one.path);
      if (value === undefined) continue;
      found += 1;
      collector.addSensor(deviceKey, one.key, {
        rawKey: one.key,
        deviceClass: one.device_class,
        unit: one.unit,
        valueType: one.value_type,
        sample: value,
      });
      const timePath = one.time_path ?? wanted.time_path;
      const measuredAt = timePath === undefined ? null : readTime(pick(body, timePath));
      collector.addReading(deviceKey, one.key, value, measuredAt ?? now());
    }
    if (found === 0) throw new DeviceFailure('nothing_found');
    return collector.take();
  },
};

function pick(body: unknown, written: string): unknown {
  const steps = parseJsonPath(written);
  return steps === null ? undefined : readJsonPath(body, steps);
}

function authHeader(auth: Settings['auth'], secret: string | undefined): Record<string, string> {
  if (auth.kind === 'none') return {};
  if (!secret) throw new DeviceFailure('secret_missing');
  if (auth.kind === 'basic') return { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
  if (!/^[\x20-\x7e]{1,4096}$/.test(secret)) throw new DeviceFailure('unauthorized');
  return auth.kind === 'bearer' ? { authorization: `Bearer ${secret}` } : { [auth.name]: secret };
}
