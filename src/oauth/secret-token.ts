import { createHash, randomBytes } from 'node:crypto';

/** Readable prefixes, so that a secret scanner knows a leaked token when it sees one. */
export const tokenPrefixes = { personal: 'stl_pat_', access: 'stl_at_', refresh: 'stl_rt_' } as const;
export type TokenKind = keyof typeof tokenPrefixes;

/** 256 random bits; only the hash is ever stored. */
export function createToken(kind: TokenKind): string {
  return tokenPrefixes[kind] + randomBytes(32).toString('base64url');
}

export function createPlainSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function tokenKind(token: string): TokenKind | null {
  if (token.length > 100) return null;
  const found = Object.entries(tokenPrefixes).find(([, prefix]) => token.startsWith(prefix));
  return (found?.[0] as TokenKind | undefined) ?? null;
}

/** Enough to tell one's tokens apart, far too little to use one. */
export function tokenHint(token: string): string {
  return `${token.slice(0, token.indexOf('_', 4) + 1)}…${token.slice(-4)}`;
}
