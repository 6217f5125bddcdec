import { type AnyOperation, parseRoute } from '../../src/domain/kernel/operation.ts';
import { toJsonSchema } from '../../src/entry/contract/json-schema.ts';
import { operations } from '../../src/features/operations/index.ts';
import type { HostileRequest } from './hostile-request.ts';
import {
  encodeText,
  pickHostileJson,
  pickHostileText,
  prototypeNames,
  RawJson,
  spellOddly,
  toJsonText,
} from './hostile-values.ts';
import { callerNames, type PrivateDataVillage } from './private-data-village.ts';
import { generateObject } from './schema-values.ts';
import { createRandom, type Random } from './seeded-random.ts';

const all: readonly AnyOperation[] = operations;
const schemas = new Map(all.map((operation) => [operation, toJsonSchema(operation.input, 'input')]));

/** Endless requests to the REST API, over all operations and all callers. */
export function createRequests(
  village: Pick<PrivateDataVillage, 'tokens' | 'knownTo'>,
  seed: number,
): () => HostileRequest {
  const random = createRandom(seed);
  const sweep = listDateCases();
  return () => {
    const forced = sweep.pop();
    const operation = forced?.operation ?? random.pick(all);
    // Only permitted callers reach the date arithmetic.
    const speaker =
      forced === undefined ? random.pick(callerNames) : random.pick(['resident', 'editor'] as const);
    const schema = schemas.get(operation) ?? {};
    const input = generateObject(schema, village.knownTo(speaker, operation.tag), random);
    if (forced === undefined) corruptFields(input, Object.keys((schema.properties ?? {}) as object), random);
    else input[forced.field] = forced.value;
    const token = village.tokens[speaker];
    const headers: Record<string, string> = {
      'accept-language': random.pick(['en', 'ru', 'x'.repeat(200), '*;q=9']),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(random.chance(0.02) && {
        'idempotency-key': random.pick(['a', 'b', 'c'.repeat(300), '__proto__']),
      }),
    };
    return { subject: operation.name, speaker, ...address(operation, input, headers, random) };
  };
}

/** Before random requests: every date at the limits of the calendar, a few times, with other fields at random. */
function listDateCases(): { operation: AnyOperation; field: string; value: string }[] {
  const ends = {
    date: ['0001-01-01', '9999-12-31'],
    'date-time': ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  };
  return all.flatMap((operation) => {
    const properties = (schemas.get(operation)?.properties ?? {}) as Record<string, object>;
    return Object.entries(properties).flatMap(([field, schema]) => {
      const format = /"format":"(date|date-time)"/.exec(JSON.stringify(schema))?.[1] as
        | keyof typeof ends
        | undefined;
      const values = format === undefined ? [] : ends[format];
      return values.flatMap((value) => Array.from({ length: 30 }, () => ({ operation, field, value })));
    });
  });
}

/** Some fields are replaced, one may be missing, and some have names that every object inherits. */
export function corruptFields(
  input: Record<string, unknown>,
  names: readonly string[],
  random: Random,
): void {
  if (random.chance(0.15)) return;
  const times = random.pick([1, 1, 1, 2, 3]);
  for (let time = 0; time < times && names.length > 0; time += 1) {
    const name = random.pick(names);
    if (random.chance(0.05)) delete input[name];
    else input[name] = pickHostileJson(random);
  }
  if (random.chance(0.12)) {
    const name = random.pick([...prototypeNames, pickHostileText(random).slice(0, 300)]);
    // Assigning would set the prototype and send nothing.
    Object.defineProperty(input, name, {
      value: pickHostileJson(random),
      enumerable: true,
      configurable: true,
    });
  }
}

function address(
  operation: AnyOperation,
  input: Record<string, unknown>,
  headers: Record<string, string>,
  random: Random,
): Pick<HostileRequest, 'method' | 'path' | 'headers' | 'body'> {
  const { method, path, pathFields } = parseRoute(operation);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeText(asText(input[name]).slice(0, 1000) || 'none'),
  );
  const rest = Object.entries(input).filter(([name]) => !pathFields.includes(name));
  const inQuery = method === 'GET' || (method === 'DELETE' && random.chance(0.7));
  const query = inQuery ? writeQuery(rest, random) : '';
  let target = `/api/v1${filled}${query === '' ? '' : `?${query}`}`;
  if (random.chance(0.06)) target = spellOddly(target, random);
  const verb = random.chance(0.03)
    ? random.pick(['PUT', 'GET', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])
    : method;
  if (verb === 'GET' || verb === 'HEAD' || (inQuery && verb === 'DELETE'))
    return { method: verb, path: target, headers };
  const type = random.chance(0.04)
    ? random.pick([
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/json; charset=utf-16',
        '',
        '/',
      ])
    : 'application/json';
  const body = random.chance(0.04) ? pickBrokenBody(random) : writeBody(rest, random);
  return { method: verb, path: target, headers: { ...headers, 'content-type': type }, body };
}

function asText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : toJsonText(value).slice(0, 2000);
}

export function writeQuery(fields: readonly [string, unknown][], random: Random): string {
  const pairs = fields.flatMap(([name, value]) => {
    const pair = `${encodeText(name)}=${encodeText(asText(value).slice(0, 2500))}`;
    if (random.chance(0.04)) return [pair, pair.replace('=', '[]=')];
    return random.chance(0.06)
      ? [pair, `${encodeText(name)}=${encodeText(pickHostileText(random).slice(0, 500))}`]
      : [pair];
  });
  if (random.chance(0.05)) pairs.push(`${random.pick(prototypeNames)}=1`);
  // A header line must stay below the server's limit.
  return pairs.join('&').slice(0, 12_000);
}

function writeBody(fields: readonly [string, unknown][], random: Random): string {
  const members = fields.map(([name, value]) => `${JSON.stringify(name)}:${toJsonText(value)}`);
  if (random.chance(0.03) && members.length > 0) members.push(random.pick(members));
  return `{${members.join(',')}}`;
}

function pickBrokenBody(random: Random): string {
  return random.pick([
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"a":1}}',
    '{"a":01}',
    '{"__proto__":null}',
    '\u0000',
    '\ufeff{}',
    toJsonText(new RawJson(`${'['.repeat(5000)}`)),
    `{"a":"${'\\"'.repeat(200)}`,
    '9'.repeat(5000),
    `{${Array.from({ length: 2000 }, (_, index) => `"k${index}":0`).join(',')}}`,
  ]);
}
