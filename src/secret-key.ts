import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigurationError } from './config.ts';

const minSecretLength = 32;

/** The service's secret: configured, or with the embedded database generated once and stored beside it. */
export async function loadSecretKey(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey;
  const path = join(config.dataDir, 'secret-key');
  await mkdir(config.dataDir, { recursive: true });
  const stored = (await readStored(path)) ?? (await createStored(path));
  if (stored.length < minSecretLength)
    throw new ConfigurationError([
      `${path} has less than ${minSecretLength} characters, so it was cut off. Put it back from where you keep it, ` +
        'or set SECRET_KEY; remove the file only if no device secrets were stored with it',
    ]);
  return stored;
}

async function readStored(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Appears under its name whole, and never replaces one that another process made meanwhile. */
async function createStored(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(randomBytes(32).toString('base64url'));
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readStored(path)) ?? '';
}

/** A separate key per purpose, so that values made for one cannot be used for another. */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'settlements', purpose, 32));
}
