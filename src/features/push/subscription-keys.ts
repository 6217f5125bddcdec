import { createPublicKey } from 'node:crypto';

const base64url = /^[\w-]+={0,2}$/;

/** The browser's public key: an uncompressed point of P-256. */
export function readPublicKey(text: string): Buffer | undefined {
  const key = readBytes(text, 65);
  if (key === undefined || key[0] !== 4) return undefined;
  const [x, y] = [key.subarray(1, 33), key.subarray(33)].map((part) => part.toString('base64url'));
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
    return key;
  } catch {
    return undefined;
  }
}

export const readAuthSecret = (text: string): Buffer | undefined => readBytes(text, 16);

function readBytes(text: string, length: number): Buffer | undefined {
  if (!base64url.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length ? bytes : undefined;
}
