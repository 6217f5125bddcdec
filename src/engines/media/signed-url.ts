import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface SignedUrlClaims {
  mediaId: string;
  rendition: string;
  expiresAt: Date;
  /** Who might see the picture when the URL was given. */
  visibility?: string | undefined;
}

/** Separates these signatures from others made with the same key. */
const purpose = 'media-address-1';

/**
 * The expiry, equal for all requests within one step, so that URLs repeat and browsers and proxies can cache the
 * picture. Valid for at least `lifetimeMs`, at most one step longer.
 */
export function roundExpiry(now: Date, lifetimeMs = 60 * 60 * 1000, stepMs = 60 * 60 * 1000): Date {
  return new Date(Math.ceil((now.getTime() + lifetimeMs) / stepMs) * stepMs);
}

/** A token for the query string: expiry in seconds, visibility if it is bound to one, signature, with dots between. */
export function signMediaUrl(
  { mediaId, rendition, expiresAt, visibility }: SignedUrlClaims,
  key: Buffer,
): string {
  const expires = Math.floor(expiresAt.getTime() / 1000);
  const terms = visibility === undefined ? String(expires) : `${expires}.${visibility}`;
  const claims = `${mediaId} ${rendition} ${terms}`;
  let known = tokens.get(key);
  if (known === undefined || known.size >= maxKnownTokens) {
    known = new Map();
    tokens.set(key, known);
  }
  let token = known.get(claims);
  if (token === undefined) {
    token = `${terms}.${computeSignature(mediaId, rendition, terms, key).toString('base64url')}`;
    known.set(claims, token);
  }
  return token;
}

/** Lists show the same pictures again and again until the step of the expiry is over; a signature takes 7 µs. */
const tokens = new WeakMap<Buffer, Map<string, string>>();
const maxKnownTokens = 20_000;

/** When the URL expires, and its visibility if it has one; undefined when it is forged, altered or expired. */
export function verifyMediaUrl(
  { mediaId, rendition, token }: { mediaId: string; rendition: string; token: string },
  key: Buffer,
  now: Date,
): Pick<SignedUrlClaims, 'expiresAt' | 'visibility'> | undefined {
  const [, terms, expires, visibility, signature] =
    /^(([1-9]\d{0,11})(?:\.([a-z]{1,20}))?)\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (!terms || !signature) return undefined;
  const expected = computeSignature(mediaId, rendition, terms, key);
  const signatureBytes = Buffer.from(signature, 'base64url');
  if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected))
    return undefined;
  // The last base64url character has two spare bits: only one spelling of a signature is accepted.
  if (signatureBytes.toString('base64url') !== signature) return undefined;
  const expiresAt = new Date(Number(expires) * 1000);
  return expiresAt > now ? { expiresAt, visibility } : undefined;
}

function computeSignature(mediaId: string, rendition: string, terms: string, key: Buffer): Buffer {
  if (key.length < 32) throw new TypeError('a signing key has at least 32 bytes');
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, mediaId, rendition, terms]))
    .digest();
}

/** For a one-time upload URL: the client gets the token, only its hash is stored. */
export function createUploadToken(): { token: string; tokenSha256: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenSha256: createHash('sha256').update(token).digest('hex') };
}

/** The hash to look a token up by; undefined when it is malformed. Look it up and use it up in one statement. */
export function hashUploadToken(token: string): string | undefined {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
  return createHash('sha256').update(token).digest('hex');
}
