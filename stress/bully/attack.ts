import type { HttpRequest } from './line.ts';
import type { Participants, Person } from './village.ts';

/** The attacker: one account, with a token and a session, and an anonymous browser. */
export interface Attacker extends Pick<Participants, 'own' | 'plots'> {
  person: Person;
  stranger: { cookie: string; csrf: string };
  /** Email address of another user. */
  victimEmail: string;
}

export interface AttackRequest extends HttpRequest {
  from: 'account' | 'stranger';
}

/** One kind of attack. */
export interface Attack {
  name: string;
  /** Concurrent requests. */
  concurrency: number;
  /** Builds large bodies once; the returned function makes each request, or several to be sent at once. */
  prepare(bully: Attacker): (turn: number) => AttackRequest | readonly AttackRequest[];
}

const urlencoded = 'application/x-www-form-urlencoded';

export const tokenHeaders = ({ person }: Attacker) => ({ authorization: `Bearer ${person.token}` });
export const sessionHeaders = ({ person }: Attacker) => ({
  cookie: person.cookie,
  'x-form-token': person.csrf,
});
export const anonymousHeaders = ({ stranger }: Attacker) => ({
  cookie: stranger.cookie,
  'x-form-token': stranger.csrf,
});

export function postJson(
  bully: Attacker,
  path: string,
  body: string | Buffer,
  method = 'POST',
): AttackRequest {
  const headers = { ...tokenHeaders(bully), 'content-type': 'application/json' };
  return { from: 'account', method, path: `/api/v1${path}`, headers, body };
}

export function postForm(bully: Attacker, path: string, body: string | Buffer): AttackRequest {
  const headers = { ...sessionHeaders(bully), 'content-type': urlencoded };
  return { from: 'account', method: 'POST', path, headers, body };
}

export function postAnonymously(bully: Attacker, path: string, body: string | Buffer): AttackRequest {
  const headers = { ...anonymousHeaders(bully), 'content-type': urlencoded };
  return { from: 'stranger', method: 'POST', path, headers, body };
}

export const kilobytes = (count: number) => count * 1024;
export const fill = (piece: string, bytes: number) =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));
