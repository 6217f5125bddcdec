import { replyRetentionDays } from '../../domain/kernel/idempotency.ts';
import type { JobContext, Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { blobGraceMinutes, createBlobRemovalJob } from '../../engines/media/blob-removal.ts';
import { type BlobStore, isStoreFailure } from '../../engines/media/blob-store.ts';
import { MediaRefusal } from '../../engines/media/media-refusal.ts';
import { storeRenditions } from '../../engines/media/renditions.ts';
import { findMedia } from '../../store/media/media.ts';
import {
  deleteUnsentMedia,
  failMedia,
  failStaleMedia,
  listUnusedBlobs,
  saveRenditions,
} from '../../store/media/media-files.ts';
import { deleteExpiredTickets } from '../../store/media/upload-tickets.ts';
import { isBackupRunning } from '../../store/system/backup-runs.ts';

const day = 24 * 60 * 60 * 1000;
const sweepPage = 500;
/** Photographs uploaded for a message that is not sent are deleted after this. */
const unsentDays = 7;

type MediaServices = Pick<Services, 'media' | 'jobs'>;

/** Makes renditions and deletes unused files. */
export function mediaWorkers(services: () => MediaServices): Worker[] {
  return [
    {
      queue: 'media_renditions',
      concurrency: 2,
      lockSeconds: 300,
      attempts: 5,
      isOutage: isStoreFailure,
      handle: (payload, context) => makeRenditionsOf(String(payload.media), services(), context),
      giveUp: (payload, context) => failRenditions(String(payload.media), services(), context),
    },
    {
      queue: 'media_blobs',
      concurrency: 1,
      lockSeconds: 300,
      attempts: 5,
      isOutage: isStoreFailure,
      async handle(payload, { pool, now }) {
        const hashes = (payload.hashes as string[]).slice(0, 1000);
        const untouchedSince = new Date(now().getTime() - (blobGraceMinutes - 5) * 60_000);
        if (await isBackupRunning(pool, now()))
          return services().jobs.add(pool, createBlobRemovalJob(hashes, now()));
        for (const hash of await listUnusedBlobs(pool, hashes, now())) {
          await services().media.store.remove(hash, { untouchedSince });
        }
      },
    },
    {
      queue: 'media_sweep',
      concurrency: 1,
      lockSeconds: 3600,
      attempts: 2,
      isOutage: isStoreFailure,
      handle: (_payload, context) => sweepMedia(services().media.store, context),
    },
  ];
}

async function makeRenditionsOf(
  mediaId: string,
  { media: { store }, jobs }: MediaServices,
  { pool, signal, now }: JobContext,
): Promise<void> {
  const media = await findMedia(pool, mediaId);
  if (media?.state !== 'processing') return;
  const made = await storeRenditions(store, media.sha256, { signal }).catch((error: unknown) => {
    const isTheFile = error instanceof MediaRefusal && error.code !== 'busy' && error.code !== 'interrupted';
    if (!isTheFile) throw error;
    return undefined;
  });
  const renditions = Object.fromEntries(
    (made ?? []).map(({ name, type, width, height, sha256, size }) => [
      name,
      { sha256, width, height, bytes: size, type },
    ]),
  );
  await pool.begin(async (db) => {
    const isKept = made !== undefined && (await saveRenditions(db, mediaId, renditions));
    if (made === undefined) await failMedia(db, mediaId);
    // The original contains location metadata, so it is deleted; so are renditions of a file removed meanwhile.
    const left = [media.sha256, ...(isKept ? [] : (made ?? []).map(({ sha256 }) => sha256))];
    await jobs.add(db, createBlobRemovalJob(left, now()));
  });
}

/** The owner sees the failure and can upload again; nobody else saw the file. */
async function failRenditions(
  mediaId: string,
  { jobs }: MediaServices,
  { pool, now }: JobContext,
): Promise<void> {
  const media = await findMedia(pool, mediaId);
  if (media?.state !== 'processing') return;
  await pool.begin(async (db) => {
    await failMedia(db, mediaId);
    await jobs.add(db, createBlobRemovalJob([media.sha256], now()));
  });
}

/** Deletes unused blobs, leftovers of aborted uploads and expired upload tickets. */
async function sweepMedia(store: BlobStore, { pool, signal, now }: JobContext): Promise<void> {
  const yesterday = new Date(now().getTime() - day);
  // Kept as long as idempotency replies: a repeated request extends the ticket.
  await deleteExpiredTickets(pool, new Date(now().getTime() - replyRetentionDays * day));
  await store.removeStaleUploads(yesterday);
  await failStaleMedia(pool, yesterday);
  await deleteUnsentMedia(pool, new Date(now().getTime() - unsentDays * day));
  let after: string | undefined;
  for (;;) {
    const blobs = await store.list(after, sweepPage);
    const old = blobs.filter(({ touchedAt }) => touchedAt < yesterday).map(({ sha256 }) => sha256);
    for (const hash of await listUnusedBlobs(pool, old, now())) {
      await store.remove(hash, { untouchedSince: yesterday });
    }
    after = blobs.at(-1)?.sha256;
    if (blobs.length < sweepPage || signal.aborted) return;
  }
}
