import { hash } from '@node-rs/argon2';

/** A password is compared by the parameters of its hash: hundreds of sign-ins need no work that slows down a thief. */
export const quickHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
