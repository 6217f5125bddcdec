import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A signed value with an expiry, for a round trip through the browser. */
export function signValue(key: Buffer, purpose: string, value: object, expiresAt: number): string {
  const body = Buffer.from(JSON.stringify({ ...value, exp: expiresAt })).toString('base64url');
  return `${body}.${computeMac(key, purpose, body)}`;
}

export function verifyValue(
  key: Buffer,
  purpose: string,
  sealed: string,
  now: number,
): Record<string, unknown> | null {
  const [body = '', signature = ''] = sealed.split('.');
  if (sealed.length > 20_000 || !equalsInConstantTime(signature, computeMac(key, purpose, body))) return null;
  const value = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  return typeof value.exp === 'number' && value.exp > now ? value : null;
}

export function computeMac(key: Buffer, purpose: string, value: string): string {
  return createHmac('sha256', key).update(purpose).update('\0').update(value).digest('base64url');
}

export function equalsInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Encrypted under the client's secret: a copy of the database does not reveal the tokens. */
export function encryptWithSecret(secret: string, value: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveEncryptionKey(secret), iv);
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

export function decryptWithSecret(secret: string, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveEncryptionKey(secret), sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function deriveEncryptionKey(secret: string): Buffer {
  return createHmac('sha256', 'successor').update(secret).digest();
}
