import type { z } from 'zod';
import type { Pool } from '../../base/db/connect.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Caller } from '../../domain/kernel/caller.ts';
import type { Kernel } from '../../domain/kernel/run.ts';
import type { Services } from '../../domain/kernel/services.ts';
import type { UploadedFile } from '../../features/operations/media/receive-file.ts';
import type { mediaShape } from '../../features/operations/media/shapes.ts';
import {
  findUploadOffset,
  handleUpload,
  type UploadDependencies,
} from '../../features/operations/media/upload.ts';
import { upload_media } from '../../features/operations/media/upload_media.ts';

export interface FileUploadOptions {
  pool: Pool;
  kernel: Kernel;
  services: Services;
  now(): Date;
  newId(): string;
}

export function createReceivingContext(
  { pool, services, now, newId }: FileUploadOptions,
  count: UploadDependencies['count'],
): UploadDependencies {
  return { db: pool, transact: (work) => pool.begin(work) as never, services, now, newId, count };
}

/**
 * An upload of a signed-in user: gets a URL from upload_media and receives the bytes for it. The same Idempotency-Key
 * gives the same URL, and so the same picture.
 */
export async function uploadFileAs(
  options: FileUploadOptions,
  who: { call: Call; caller: Caller },
  input: Record<string, unknown>,
  openFile: () => Promise<UploadedFile>,
): Promise<z.input<typeof mediaShape>> {
  const token = await requestUploadToken(options, who, input);
  return handleUpload(createUncountedContext(options), token, openFile);
}

/** How much of such an upload has arrived: see `findUploadOffset`. */
export async function findUploadOffsetAs(
  options: FileUploadOptions,
  who: { call: Call; caller: Caller },
  input: Record<string, unknown>,
  total: number,
): ReturnType<typeof findUploadOffset> {
  const token = await requestUploadToken(options, who, input);
  return findUploadOffset(createUncountedContext(options), token, total);
}

/** The request itself was already counted. */
const createUncountedContext = (options: FileUploadOptions) =>
  createReceivingContext(options, async () => {});

async function requestUploadToken(
  { kernel }: FileUploadOptions,
  { call, caller }: { call: Call; caller: Caller },
  input: Record<string, unknown>,
): Promise<string> {
  const ticket = await kernel.perform(upload_media, input, call, caller);
  return ticket.data.upload_url.split('/').at(-1) ?? '';
}
