import { join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { openFileStore } from './file-store.ts';
import { parseS3Location } from './s3-location.ts';
import { openS3Store } from './s3-store.ts';

/** Without an address, files in the folder. With S3 the folder holds only uploads in progress. */
export function openBlobStore(
  address: string | undefined,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): BlobStore {
  if (!address) return openFileStore(folder);
  return openS3Store(parseS3Location(address, env), join(folder, '.incoming'));
}

/** No hash is greater, so the listing is empty and fast for a store of any size. */
const lastPossibleHash = 'f'.repeat(64);

/** A cheap request at startup, so that a wrong address or key is reported then and not by the first upload. */
export async function checkBlobStore(store: BlobStore): Promise<void> {
  try {
    await store.list(lastPossibleHash, 1);
  } catch (error) {
    throw new Error(
      `The media store does not answer as it should. Check MEDIA_URL: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}
