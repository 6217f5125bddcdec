import { hash, randomBytes } from 'node:crypto';

/** Readable prefixes, so that secret scanners recognise a leaked token. */
export const tokenPrefixes = {
  personal: 'stl_pat_',
  access: 'stl_at_',
  refresh: 'stl_rt_',
  /** Of a device that pushes readings; gives access to nothing else. */
  device: 'stl_dp_',
  /** In the URL of a calendar feed; reads the user's own tasks, or the days of one settlement, and nothing else. */
  calendar: 'stl_cal_',
} as const;
export type TokenKind = keyof typeof tokenPrefixes;
const tokenKinds = Object.keys(tokenPrefixes) as TokenKind[];

/** 256 random bits; only the hash is stored. */
export function createToken(kind: TokenKind): string {
  return tokenPrefixes[kind] + randomBytes(32).toString('base64url');
}

export function createPlainSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export function findTokenKind(token: string): TokenKind | null {
  if (token.length > 100) return null;
  return tokenKinds.find((kind) => token.startsWith(tokenPrefixes[kind])) ?? null;
}
