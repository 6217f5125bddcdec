import type { Pool } from '../../base/db/connect.ts';
import type { SecretBox } from '../../base/encryption/secret-box.ts';
import type { PushKeys } from '../../domain/kernel/ports.ts';
import { insertSetting, listSettings, replaceSealedSetting } from '../../store/system/installation.ts';
import { readSettings, sealSetting } from './installation.ts';

/**
 * Made when they are first needed and kept among the settings, so that all instances sign with the same ones and a
 * rotation of SECRET_KEY leaves them as they are. Browsers subscribe to the public one: with others nothing arrives.
 */
export function createPushKeys(pool: Pool, box: SecretBox, now: () => Date): () => Promise<PushKeys> {
  let keys: Promise<PushKeys> | undefined;
  return () => {
    keys ??= loadPushKeys(pool, box, now).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
}

async function loadPushKeys(pool: Pool, box: SecretBox, now: () => Date): Promise<PushKeys> {
  const stored = (await readSettings(pool, box)).push_keys;
  if (stored !== undefined) return readPair(stored);
  const { generateVAPIDKeys } = await import('../../base/packages/web-push.ts');
  const { publicKey, privateKey } = generateVAPIDKeys();
  const sealed = sealSetting(box, 'push_keys', `${publicKey} ${privateKey}`);
  const unreadable = (await listSettings(pool)).find(({ name }) => name === 'push_keys');
  if (unreadable) await replaceSealedSetting(pool, unreadable, sealed);
  else await insertSetting(pool, 'push_keys', sealed, now());
  // Of several instances that make them at once, the first wins.
  const { push_keys } = await readSettings(pool, box);
  if (push_keys === undefined) throw new Error('The push keys could not be stored');
  return readPair(push_keys);
}

function readPair(stored: string): PushKeys {
  const [publicKey = '', privateKey = ''] = stored.split(' ');
  return { publicKey, privateKey };
}
