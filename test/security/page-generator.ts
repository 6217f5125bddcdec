import type { HostileRequest } from './hostile-request.ts';
import {
  encodeText,
  pickHostileJson,
  pickHostileText,
  prototypeNames,
  spellOddly,
  toJsonText,
} from './hostile-values.ts';
import { type PageRoute, pageRoutes } from './page-routes.ts';
import { type PageApplication, type PageVisitors, visitorNames } from './page-visitors.ts';
import type { PrivateDataVillage } from './private-data-village.ts';
import { writeQuery } from './request-generator.ts';
import type { Known } from './schema-values.ts';
import { createRandom, type Random } from './seeded-random.ts';

export interface PageRequestOptions {
  village: Pick<PrivateDataVillage, 'knownTo'>;
  application: PageApplication;
  /** The sessions currently signed in. */
  visitors(): PageVisitors;
}

/** Endless requests for pages and their forms, signed in and not. */
export function createPageRequests(options: PageRequestOptions, seed: number): () => HostileRequest {
  const random = createRandom(seed);
  const sweep = listSweepCases();
  return () => {
    const forced = sweep.pop();
    let route = forced?.route ?? random.pick(pageRoutes);
    if (forced === undefined && route.isCostly && random.chance(0.7)) route = random.pick(pageRoutes);
    const speaker = random.pick(visitorNames);
    const visitor = options.visitors()[speaker];
    const known: Known = {
      ...options.village.knownTo(speaker, ''),
      ...usual,
      ...Object.fromEntries(
        Object.entries(options.application.authorize).map(([name, value]) => [name, [value]]),
      ),
      request: [visitor.consent],
    };
    const headers: Record<string, string> = {
      accept: 'text/html',
      'accept-language': random.pick(['en', 'ru', '*;q=9']),
      cookie: random.chance(0.03)
        ? `${visitor.cookie}; lang=${encodeText(pickHostileText(random)).slice(0, 300)}`
        : visitor.cookie,
    };
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeText(
        (random.chance(0.4) ? pickHostileText(random) : pickKnown(name, known, random)).slice(0, 1000) ||
          'none',
      ),
    );
    const fields = forced === undefined ? fill(route, known, random) : fillForced(forced, known, random);
    const subject = `${route.method} ${route.path}`;
    if (route.method === 'GET') {
      const query = writeQuery(fields, random);
      const target = query === '' ? path : `${path}?${query}`;
      const odd = random.chance(0.06) ? spellOddly(target, random) : target;
      return { subject, speaker, method: 'GET', path: odd, headers };
    }
    if (random.chance(0.92)) fields.push(['csrf', visitor.csrf]);
    return { subject, speaker, method: route.method, path, ...writeForm(route, fields, headers, random) };
  };
}

interface SweepCase {
  route: PageRoute;
  field: string;
  values: readonly string[];
}

/** Before random requests: every field once with an unstorable value, and twice; the other fields are valid. */
function listSweepCases(): SweepCase[] {
  return pageRoutes.flatMap((route) =>
    route.fields.flatMap((field) =>
      [['a\u0000b'], ['a\ud800b'], ['one', 'two']].map((values) => ({ route, field, values })),
    ),
  );
}

function fillForced({ route, field, values }: SweepCase, known: Known, random: Random): [string, unknown][] {
  return route.fields.flatMap((name) =>
    name === field
      ? values.map((value): [string, unknown] => [name, value])
      : [[name, pickKnown(name, known, random)] as [string, unknown]],
  );
}

const usual: Record<string, readonly string[]> = {
  email: ['resident@example.org', 'somebody@example.org'],
  password: ['correct horse battery'],
  new_password: ['correct horse battery'],
  current_password: ['correct horse battery'],
  display_name: ['Мария'],
  language: ['ru', 'en'],
  next: ['/account', '/account/tokens?lang=ru'],
  lang: ['ru', 'en'],
  kind: ['snt'],
  scopes: ['mcp:read', 'mcp:write'],
  days: ['30', '365'],
  decision: ['allow', 'deny'],
  grant_type: ['authorization_code', 'refresh_token'],
  audience: ['public', 'resident'],
  rendition: ['original', 'small'],
  drawing: ['1-1-0123456789abcdef.svg', 'site.css'],
};

function pickKnown(name: string, known: Known, random: Random): string {
  return Object.hasOwn(known, name)
    ? random.pick(known[name] ?? ['1'])
    : random.pick(['1', 'true', 'one', 'on']);
}

function fill(route: PageRoute, known: Known, random: Random): [string, unknown][] {
  const fields: [string, unknown][] = route.fields
    .filter(() => random.chance(0.85))
    .map((name) => [name, random.chance(0.3) ? pickHostileText(random) : pickKnown(name, known, random)]);
  if (random.chance(0.06)) fields.push([random.pick(prototypeNames), pickHostileText(random)]);
  return fields;
}

function writeForm(
  route: PageRoute,
  fields: [string, unknown][],
  headers: Record<string, string>,
  random: Random,
): Pick<HostileRequest, 'headers' | 'body'> {
  const form = {
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: writeQuery(fields, random),
  };
  if (route.path === '/oauth/register' || random.chance(0.03)) {
    const members = fields.map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${toJsonText(random.chance(0.3) ? pickHostileJson(random) : value)}`,
    );
    return { headers: { ...headers, 'content-type': 'application/json' }, body: `{${members.join(',')}}` };
  }
  if (random.chance(0.04))
    form.headers['content-type'] = random.pick([
      'text/plain',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      '',
      'a/b/c',
    ]);
  if (random.chance(0.03)) form.headers = { ...form.headers, ...{ origin: 'http://evil.example' } };
  return form;
}
