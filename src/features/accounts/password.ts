import { hash, verify } from '@node-rs/argon2';

/** argon2id with the parameters OWASP recommends: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const minPasswordLength = 10;
export const maxPasswordLength = 200;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), options);
}

/** Verified against when there is no account, so that the timing is the same. */
const dummyHash = hashPassword('no account has this password');

export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await dummyHash), password.normalize('NFKC')).catch(() => false);
  return matches && stored != null;
}
