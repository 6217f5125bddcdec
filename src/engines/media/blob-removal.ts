/** Longer than any upload lies in the store before its row is there. */
export const blobGraceMinutes = 20;

/** A job that looks at these blobs when any upload of the same bytes that is under way has its row. */
export function removeBlobsLater(hashes: readonly string[], now: Date) {
  return {
    queue: 'media_blobs',
    payload: { hashes: [...hashes] },
    runAt: new Date(now.getTime() + blobGraceMinutes * 60_000),
  };
}
