import type { HostileRequest, Reply } from './hostile-request.ts';
import { hostileMarkup } from './hostile-values.ts';

/** A word that occurs in one private item and nowhere else. */
export interface Marker {
  word: string;
  /** What it was planted in. */
  place: string;
  /** The callers who may read it. */
  allowed: readonly string[];
}

/** Internals that a response must not reveal: stacks, SQL, files, messages of the driver and of the engine. */
const internalPatterns: readonly [string, RegExp][] = [
  ['a stack', /\bat (?:async )?[\w.$<>]+ \(?(?:file:|node:|\/)/],
  ['a file', /node_modules|\/(?:work|home|tmp)\/|\b(?:src|dist)\/\w+[\w/-]*\.[jt]sx?|\.[jt]sx?:\d+/],
  [
    'SQL',
    /\b(?:select|insert into|delete from|update)\b[^<>]{1,200}\b(?:from|values|where|returning)\b[^<>]{0,80}[$=("]/i,
  ],
  [
    'the database',
    /PostgresError|syntax error at or near|violates [\w-]+ constraint|relation "|invalid input syntax|invalid byte sequence|out of range for type|UNDEFINED_VALUE|ECONNREFUSED/i,
  ],
  [
    'the engine',
    /\b(?:TypeError|RangeError|ReferenceError|SyntaxError|ZodError)\b|Cannot (?:read|convert|mix)|is not a function|Unexpected token|Maximum call stack/,
  ],
];

/** What is wrong with a response, whatever the request; empty when it is valid. */
export function findProblems(request: HostileRequest, reply: Reply, markers: readonly Marker[]): string[] {
  const problems: string[] = [];
  if (reply.status >= 500) problems.push(`status ${reply.status}`);
  for (const [what, pattern] of internalPatterns) {
    const found = pattern.exec(reply.text);
    if (found !== null) problems.push(`tells of ${what}: ${found[0].slice(0, 100)}`);
  }
  for (const { word, place, allowed } of markers)
    if (reply.text.includes(word) && !allowed.includes(request.speaker))
      problems.push(`shows ${place} to ${request.speaker}`);
  if (reply.type.includes('text/html') && reply.text.includes(hostileMarkup))
    problems.push('shows markup as it was sent');
  if (reply.type.includes('json') && reply.text !== '') problems.push(...findJsonProblems(reply));
  else if (reply.status >= 400 && request.method !== 'HEAD' && isForPrograms(request))
    problems.push(`status ${reply.status} without JSON`);
  return problems;
}

const isForPrograms = ({ path }: HostileRequest) => path.startsWith('/api/') || path.startsWith('/mcp/');

function findJsonProblems({ status, text }: Reply): string[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ['JSON that is none'];
  }
  const { message, error, error_description } = (body ?? {}) as {
    message?: unknown;
    error?: { code?: unknown; message?: unknown };
    error_description?: unknown;
  };
  if (error?.code === -32603) return ['an internal error of JSON-RPC'];
  const says = [message, error?.message, error_description].some((each) => typeof each === 'string');
  return status >= 400 && !says ? [`status ${status} without a message`] : [];
}
