import { createHmac, timingSafeEqual } from 'node:crypto';

/** The doctor asks here, through the proxy, how its request arrived. */
export const probePath = '/health/proxy';

export interface ProxyReport {
  /** The client's address as the service counts it. */
  address: string;
  /** The other end of the connection. */
  connection: string;
  forwarded: string | null;
}

const lifetime = 60_000;

/** Only the holder of SECRET_KEY gets an answer: addresses of the inner network are nobody else's business. */
export function signProbe(key: Buffer, now: number): string {
  return `${now}.${createHmac('sha256', key).update(`proxy probe ${now}`).digest('base64url')}`;
}

export function isProbe(key: Buffer, token: unknown, now: number): boolean {
  const at = typeof token === 'string' && token.length < 100 ? Number(token.split('.', 1)[0]) : Number.NaN;
  if (!Number.isSafeInteger(at) || Math.abs(now - at) > lifetime) return false;
  const [expected, actual] = [Buffer.from(signProbe(key, at)), Buffer.from(token as string)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
