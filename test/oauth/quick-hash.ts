import { hash } from '@node-rs/argon2';

/** Cheap argon2 parameters: verification uses those in the hash, and hundreds of sign-ins need no strong one. */
export const quickHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
