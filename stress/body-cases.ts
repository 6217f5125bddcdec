import type { CallerName } from '../test/security/private-data-village.ts';

/** A body that can be generated in any size, and its target. */
export interface BodyCase {
  name: string;
  speaker: CallerName;
  method: string;
  path: string;
  type: string;
  /** The size limit of the target in bytes. */
  limit: number;
  /** Returns a body of about this size. */
  make(bytes: number): string;
}

const kilobyte = 1024;
export const bodyLimits = {
  texts: 2048 * kilobyte,
  boundaries: 4096 * kilobyte,
  others: 256 * kilobyte,
} as const;
const json = 'application/json';
const urlencoded = 'application/x-www-form-urlencoded';

const fill = (piece: string, bytes: number) =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));
const numbered = (bytes: number, piece: (index: number) => string, size: number, between: string) =>
  Array.from({ length: Math.max(1, Math.floor(bytes / size)) }, (_, index) => piece(index)).join(between);

const objectOf = (keys: readonly string[]) => `{${keys.map((key) => `"${key}":1`).join(',')}}`;
/** Sixty keys in an order that depends on the turn: steps of a number without a common divisor with 61. */
const shuffledKeys = (turn: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `k${((index + 1) * ((turn % 60) + 1) * ((turn >> 6) + 1)) % 61}`,
  );

/** Hostile JSON, each as the value of a field. */
export const jsonShapes: Record<string, (bytes: number) => string> = {
  'an unclosed string with escapes': (bytes) => `1234567890123456,"${fill('\\"', bytes)}`,
  'an unclosed string of backslashes': (bytes) => `1234567890123456,"${fill('\\\\', bytes)}`,
  'many unclosed strings': (bytes) => `1234567890123456,${fill('"a\\', bytes)}`,
  'a closed string with escapes': (bytes) => `"1234567890123456${fill('\\"', bytes)}"`,
  'escaped characters': (bytes) => `"1234567890123456${fill('\\u0061', bytes)}"`,
  'one number of millions of digits': (bytes) => fill('9', bytes),
  'a fraction of millions of digits': (bytes) => `1.${fill('9', bytes)}`,
  'many long numbers': (bytes) => `[${numbered(bytes, () => '9223372036854775808', 20, ',')}]`,
  'many numbers with bad ends': (bytes) => `[${numbered(bytes, () => '1234567890123456e', 18, ',')}]`,
  'deep lists': (bytes) => fill('[', bytes / 2) + fill(']', bytes / 2),
  'deep lists without end': (bytes) => fill('[', bytes),
  'deep objects': (bytes) => `${fill('{"a":', bytes)}1`,
  'deep objects with a long number': (bytes) =>
    `{"n":1234567890123456,"d":${'{"a":'.repeat(Math.floor(bytes / 6))}1${'}'.repeat(Math.floor(bytes / 6))}}`,
  'many keys': (bytes) => `{${numbered(bytes, (index) => `"key${index}":0`, 15, ',')}}`,
  'many keys and a long number': (bytes) =>
    `{"n":1234567890123456,${numbered(bytes, (index) => `"key${index}":0`, 15, ',')}}`,
  'the same key many times': (bytes) => `{${numbered(bytes, () => '"a":0', 6, ',')}}`,
  'keys that are numbers': (bytes) => `{${numbered(bytes, (index) => `"${index * 7919}":0`, 16, ',')}}`,
  'objects of distinct keys': (bytes) =>
    `[${numbered(bytes, (index) => objectOf(Array.from({ length: 64 }, (_, key) => `k${index * 64 + key}`)), 700, ',')}]`,
  'objects of the same keys in ever different orders': (bytes) =>
    `[${numbered(bytes, (index) => objectOf(shuffledKeys(index, 60)), 600, ',')}]`,
  'small objects of the same keys in ever different orders': (bytes) =>
    `[${numbered(bytes, (index) => objectOf(shuffledKeys(index, 8)), 80, ',')}]`,
  'empty objects': (bytes) => `[${numbered(bytes, () => '{}', 3, ',')}]`,
  'short texts': (bytes) => `[${numbered(bytes, () => '"a"', 4, ',')}]`,
  blanks: (bytes) => `1234567890123456${fill(' ', bytes)}`,
  'one long text': (bytes) => `"${fill('я', bytes)}"`,
};

interface JsonTarget {
  name: string;
  speaker: CallerName;
  method: string;
  path: string;
  limit: number;
  wrap(value: string): string;
}

/** One operation per body limit, and the other endpoints that parse JSON. */
const jsonTargets: readonly JsonTarget[] = [
  {
    name: 'edit_profile',
    speaker: 'resident',
    method: 'PATCH',
    path: '/api/v1/me',
    limit: bodyLimits.others,
    wrap: (value) => `{"display_name":${value}}`,
  },
  {
    name: 'write_contact tags',
    speaker: 'editor',
    method: 'POST',
    path: '/api/v1/settlements/berezka/contacts',
    limit: bodyLimits.others,
    wrap: (value) => `{"name":"a","category":"other","tags":${value}}`,
  },
  {
    name: 'write_knowledge_article',
    speaker: 'resident',
    method: 'POST',
    path: '/api/v1/knowledge/articles',
    limit: bodyLimits.texts,
    wrap: (value) => `{"title":"a","body":${value}}`,
  },
  {
    name: 'shape_settlement_boundary',
    speaker: 'editor',
    method: 'POST',
    path: '/api/v1/settlements/berezka/boundary/shape',
    limit: bodyLimits.boundaries,
    wrap: (value) => `{"ring":${value}}`,
  },
  {
    name: 'shape_settlement_boundary without a token',
    speaker: 'nobody',
    method: 'POST',
    path: '/api/v1/settlements/berezka/boundary/shape',
    limit: bodyLimits.boundaries,
    wrap: (value) => `{"ring":${value}}`,
  },
  {
    name: '/mcp/settlement',
    speaker: 'editor',
    method: 'POST',
    path: '/mcp/settlement',
    limit: bodyLimits.boundaries,
    wrap: (value) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"shape_settlement_boundary","arguments":{"settlement":"berezka","ring":${value}}}}`,
  },
  {
    name: '/mcp/resident',
    speaker: 'resident',
    method: 'POST',
    path: '/mcp/resident',
    limit: bodyLimits.texts,
    wrap: (value) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"edit_profile","arguments":{"display_name":${value}}}}`,
  },
  {
    name: '/oauth/register',
    speaker: 'nobody',
    method: 'POST',
    path: '/oauth/register',
    limit: bodyLimits.others,
    wrap: (value) => `{"client_name":"a","redirect_uris":${value}}`,
  },
];

export function listJsonCases(): BodyCase[] {
  return jsonTargets.flatMap(({ wrap, name, ...target }) =>
    Object.entries(jsonShapes).map(([shape, make]) => ({
      ...target,
      name: `${name}: ${shape}`,
      type: json,
      make: (bytes: number) => wrap(make(bytes - 200)),
    })),
  );
}

/** Closed rings of many points: a circle, a comb, a self-intersecting zigzag, one repeated point. */
const rings: Record<string, (index: number, count: number) => [number, number]> = {
  circle: (index, count) => [
    56.3 + 0.01 * Math.sin((2 * Math.PI * index) / count),
    37.5 + 0.01 * Math.cos((2 * Math.PI * index) / count),
  ],
  comb: (index, count) => [56.3 + (index % 2) * 0.01, 37.5 + (0.01 * index) / count],
  zigzag: (index, count) => [
    56.3 + ((index * 7919) % count) / count / 100,
    37.5 + ((index * 104_729) % count) / count / 100,
  ],
  'one point': () => [56.3, 37.5],
};

export function listRingCases(): BodyCase[] {
  const target = {
    speaker: 'editor',
    method: 'POST',
    type: json,
    limit: bodyLimits.boundaries,
  } as const;
  return Object.entries(rings).flatMap(([name, corner]) =>
    ['boundary/shape', 'shapes/measure'].map(
      (path): BodyCase => ({
        ...target,
        name: `${path}: ring, ${name}`,
        path: `/api/v1/settlements/berezka/${path}`,
        make(bytes) {
          const count = Math.max(4, Math.floor(bytes / 60));
          const points = Array.from({ length: count }, (_, index) => {
            const [latitude, longitude] = corner(index, count);
            return `{"latitude":${latitude},"longitude":${longitude}}`;
          });
          const ring = `[${[...points, points[0]].join(',')}]`;
          return path === 'shapes/measure'
            ? `{"shapes":[{"type":"polygon","points":${ring}}]}`
            : `{"ring":${ring}}`;
        },
      }),
    ),
  );
}

/** Forms of pages and OAuth, and multipart uploads. */
export function listFormCases(): BodyCase[] {
  const forms: Record<string, (bytes: number) => string> = {
    'many fields': (bytes) => numbered(bytes, (index) => `f${index}=1`, 8, '&'),
    'the same field many times': (bytes) => numbered(bytes, () => 'a=1', 4, '&'),
    'empty fields': (bytes) => fill('&', bytes),
    'percent signs': (bytes) => `a=${fill('%', bytes)}`,
    'encoded letters': (bytes) => `a=${fill('%D1%8F', bytes)}`,
    'many tokens': (bytes) => numbered(bytes, () => 'csrf=1', 7, '&'),
  };
  const targets = ['/login', '/account/interface', '/oauth/token', '/oauth/revoke'];
  const plain = targets.flatMap((path) =>
    Object.entries(forms).map(
      ([name, make]): BodyCase => ({
        name: `${path}: ${name}`,
        speaker: 'nobody',
        method: 'POST',
        path,
        type: urlencoded,
        limit: bodyLimits.others,
        make,
      }),
    ),
  );
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const parts: Record<string, (bytes: number) => string> = {
    'many parts': (bytes) => `${numbered(bytes, (index) => part(`f${index}`, '1'), 64, '')}--x--\r\n`,
    'many headers in a part': (bytes) => `--x\r\n${fill('X-A: b\r\n', bytes)}\r\n1\r\n--x--\r\n`,
    'almost boundaries': (bytes) => `${part('subject_type', fill('\r\n-', bytes))}--x--\r\n`,
    'no end': (bytes) => `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${fill('a', bytes)}`,
  };
  const files = Object.entries(parts).map(
    ([name, make]): BodyCase => ({
      name: `/api/v1/media/files: ${name}`,
      speaker: 'resident',
      method: 'POST',
      path: '/api/v1/media/files',
      type: 'multipart/form-data; boundary=x',
      limit: bodyLimits.texts,
      make,
    }),
  );
  return [...plain, ...files];
}
