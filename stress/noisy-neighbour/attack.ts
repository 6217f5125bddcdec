import type { HttpRequest } from './http-client.ts';
import type { Participants, Person } from './participants.ts';

/** The attacker: one account, with a token and a session, and an anonymous browser. */
export interface Attacker extends Pick<Participants, 'own' | 'plots' | 'announcements'> {
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
  prepare(attacker: Attacker): (turn: number) => AttackRequest | readonly AttackRequest[];
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
  attacker: Attacker,
  path: string,
  body: string | Buffer,
  method = 'POST',
): AttackRequest {
  const headers = { ...tokenHeaders(attacker), 'content-type': 'application/json' };
  return { from: 'account', method, path: `/api/v1${path}`, headers, body };
}

export function postForm(attacker: Attacker, path: string, body: string | Buffer): AttackRequest {
  const headers = { ...sessionHeaders(attacker), 'content-type': urlencoded };
  return { from: 'account', method: 'POST', path, headers, body };
}

export function postAnonymously(attacker: Attacker, path: string, body: string | Buffer): AttackRequest {
  const headers = { ...anonymousHeaders(attacker), 'content-type': urlencoded };
  return { from: 'stranger', method: 'POST', path, headers, body };
}

export const kilobytes = (count: number) => count * 1024;
export const fill = (piece: string, bytes: number) =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));
