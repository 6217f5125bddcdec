import assert from 'node:assert/strict';
import { mediaWorkers } from '../../../src/background/jobs/media-workers.ts';
import { softDeletePurgeWorker } from '../../../src/background/jobs/soft-delete-purge.ts';
import type { Worker } from '../../../src/domain/kernel/jobs.ts';
import type { Client, InputOf } from '../../../src/entry/client/client.ts';
import { drainQueue } from '../../harness/jobs.ts';
import type { TestService } from '../../harness/service.ts';
import { noise } from '../../media/sample-pictures.ts';

export interface SentMedia {
  id: string;
  path: string | null;
  renditions: Record<
    string,
    { path: string; width: number | null; height: number | null; content_type: string }
  >;
  state: string;
  caption: string;
  visibility: string;
  subject: { type: string; id: string };
  parcel_id: string | null;
  width: number | null;
  height: number | null;
  taken_at: string | null;
  preview: string | null;
  content_type: string;
  tags: string[];
}

export const smallPicture = () => noise(48, 36).jpeg().toBuffer();

export async function requestUploadUrl(client: Client, input: InputOf<'upload_media'>): Promise<string> {
  return (await client.upload_media(input)).data.upload_url;
}

/** Sends the bytes to an upload URL; returns the reply, whatever it is. */
export async function send(
  url: string,
  body: Buffer | FormData | ReadableStream,
  headers: Record<string, string> = {},
): Promise<{
  status: number;
  body: { data: SentMedia; message: string; errors?: Record<string, string[]> };
}> {
  const response = await fetch(url, {
    method: 'PUT',
    body: body instanceof Buffer ? new Uint8Array(body) : body,
    headers,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit);
  return { status: response.status, body: (await response.json()) as never };
}

export async function upload(
  client: Client,
  input: InputOf<'upload_media'>,
  body?: Buffer,
): Promise<SentMedia> {
  const sent = await send(await requestUploadUrl(client, input), body ?? (await smallPicture()));
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  return sent.body.data;
}

export function findWorker(service: TestService, queue: string): Worker {
  const worker = mediaWorkers(() => service.app.services).find((one) => one.queue === queue);
  assert.ok(worker);
  return worker;
}

export const makeRenditions = (service: TestService) =>
  drainQueue(service, findWorker(service, 'media_renditions'));

/** A month later: purges removed rows, then unreferenced blobs. */
export async function purgeRemoved(service: TestService): Promise<void> {
  const month = 31 * 86_400_000;
  await service.app.jobs.add(service.pool, { queue: 'removed_things' });
  await drainQueue(
    service,
    softDeletePurgeWorker(() => service.app.services),
    month,
  );
  await drainQueue(service, findWorker(service, 'media_blobs'), month + 30 * 60_000);
}

/** Everything in the store, by hash. */
export async function listBlobs(service: TestService): Promise<string[]> {
  return (await service.app.services.media.store.list(undefined, 1000)).map(({ sha256 }) => sha256);
}
