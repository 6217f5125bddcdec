import type { LineRequest } from './line.ts';
import type { BulliedVillage, Person } from './village.ts';

/** The attacker: one account, with a token and a session, and an anonymous browser. */
export interface Bully extends Pick<BulliedVillage, 'own' | 'plots'> {
  person: Person;
  stranger: { cookie: string; csrf: string };
  /** Email address of another user. */
  victimEmail: string;
}

export interface Shot extends LineRequest {
  from: 'account' | 'stranger';
}

/** One kind of attack. */
export interface Attack {
  name: string;
  /** Concurrent requests. */
  lanes: number;
  /** Builds large bodies once; the returned function makes each request, or several to be sent at once. */
  load(bully: Bully): (turn: number) => Shot | readonly Shot[];
}

const urlencoded = 'application/x-www-form-urlencoded';

export const withToken = ({ person }: Bully) => ({ authorization: `Bearer ${person.token}` });
export const withSession = ({ person }: Bully) => ({ cookie: person.cookie, 'x-form-token': person.csrf });
export const withoutAccount = ({ stranger }: Bully) => ({
  cookie: stranger.cookie,
  'x-form-token': stranger.csrf,
});

export function postJson(bully: Bully, path: string, body: string | Buffer, method = 'POST'): Shot {
  const headers = { ...withToken(bully), 'content-type': 'application/json' };
  return { from: 'account', method, path: `/api/v1${path}`, headers, body };
}

export function postForm(bully: Bully, path: string, body: string | Buffer): Shot {
  const headers = { ...withSession(bully), 'content-type': urlencoded };
  return { from: 'account', method: 'POST', path, headers, body };
}

export function postAsStranger(bully: Bully, path: string, body: string | Buffer): Shot {
  const headers = { ...withoutAccount(bully), 'content-type': urlencoded };
  return { from: 'stranger', method: 'POST', path, headers, body };
}

export const kilobytes = (count: number) => count * 1024;
export const fill = (piece: string, bytes: number) =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));
