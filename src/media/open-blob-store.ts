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
