import { join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { openFileStore } from './file-store.ts';
import { parseS3Location } from './s3-location.ts';
import { openS3Store } from './s3-store.ts';

/** No address: files under the folder. With S3 the folder only receives uploads on their way. */
export function openBlobStore(
  address: string | undefined,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): BlobStore {
  if (!address) return openFileStore(folder);
  return openS3Store(parseS3Location(address, env), join(folder, '.incoming'));
}

/** After the last name a blob can have there is nothing, so that a store of any size answers at once and in one part. */
const lastName = 'f'.repeat(64);

/** Asks the store for something small, so that a wrong address or key is told at the start and not by the first photograph. */
export async function requireWorkingStore(store: BlobStore): Promise<void> {
  try {
    await store.list(lastName, 1);
  } catch (error) {
    throw new Error(
      `The media store does not answer as it should. Check MEDIA_URL: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}
