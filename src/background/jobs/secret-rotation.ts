import type { Pool } from '../../base/db/connect.ts';
import { type SecretBox, SecretUnreadable } from '../../base/encryption/secret-box.ts';
import {
  countEnvelopesOfOtherKeys,
  listEnvelopesOfOtherKeys,
  replaceEnvelopes,
} from '../../store/devices/device-secrets.ts';

export interface Rotation {
  /** Number of secrets re-encrypted under the current key. */
  resealed: number;
  /** Connections whose secret no key opens; at most the first hundred. */
  unreadable: string[];
  unreadableCount: number;
}

const batchSize = 200;

/** Re-encrypts secrets sealed under former keys, so that those can be removed. Resumable. */
export async function resealSecrets(
  pool: Pool,
  box: SecretBox,
  options: { signal?: AbortSignal; onProgress?: (done: number, all: number) => void } = {},
): Promise<Rotation> {
  const rotation: Rotation = { resealed: 0, unreadable: [], unreadableCount: 0 };
  const all = options.onProgress ? await countEnvelopesOfOtherKeys(pool, box.prefix) : 0;
  let after = '0';
  while (!options.signal?.aborted) {
    const found = await listEnvelopesOfOtherKeys(pool, box.prefix, after, batchSize);
    const changes = found.flatMap(({ id, envelope }) => {
      const next = reseal(box, envelope, id);
      if (next !== undefined) return { id, from: envelope, to: next };
      rotation.unreadableCount += 1;
      if (rotation.unreadable.length < 100) rotation.unreadable.push(id);
      return [];
    });
    await replaceEnvelopes(pool, changes);
    rotation.resealed += changes.length;
    options.onProgress?.(rotation.resealed + rotation.unreadableCount, all);
    after = found.at(-1)?.id ?? after;
    if (found.length < batchSize) break;
  }
  return rotation;
}

function reseal(box: SecretBox, envelope: string, id: string): string | undefined {
  try {
    return box.reseal(envelope, id) ?? undefined;
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}
