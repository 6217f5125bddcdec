/** Longer than any upload takes between storing its blob and committing its row. */
export const blobGraceMinutes = 20;

/** A job that checks these blobs after every concurrent upload of the same bytes has committed its row. */
export function createBlobRemovalJob(hashes: readonly string[], now: Date) {
  return {
    queue: 'media_blobs',
    payload: { hashes: [...hashes] },
    runAt: new Date(now.getTime() + blobGraceMinutes * 60_000),
  };
}
