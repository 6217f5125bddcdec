import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** The service's one secret: configured, or with the embedded database made once and kept beside it. */
export async function loadSecretKey(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey;
  const path = join(config.dataDir, 'secret-key');
  await mkdir(config.dataDir, { recursive: true });
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(randomBytes(32).toString('base64url'));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}

/** A key of its own for every purpose, so that no two uses of the secret can be played against each other. */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'settlements', purpose, 32));
}
