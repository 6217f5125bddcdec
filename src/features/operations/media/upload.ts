import type { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import type { Services } from '../../../domain/kernel/services.ts';
import { refuseSilencedIn } from '../../../domain/kernel/silence.ts';
import { defaultVisibility } from '../../../domain/rules/media-access.ts';
import { refuseOverQuota } from '../../../domain/rules/quotas.ts';
import { createBlobRemovalJob } from '../../../engines/media/blob-removal.ts';
import { cleanFileName } from '../../../engines/media/file-name.ts';
import { MediaRefusal } from '../../../engines/media/media-refusal.ts';
import { hashUploadToken } from '../../../engines/media/signed-url.ts';
import type { Upload } from '../../../engines/media/upload.ts';
import { countQuotaUsage, lockQuotas } from '../../../store/accounts/quotas.ts';
import { recountPhotographs } from '../../../store/journal/articles.ts';
import { findTags, setTags } from '../../../store/journal/tags.ts';
import { findMedia, findRemainingQuota, insertMedia } from '../../../store/media/media.ts';
import { closeTicket, findTicket, lockTicket, type TicketRow } from '../../../store/media/upload-tickets.ts';
import { toSilence } from '../../../store/visibility/silences.ts';
import { type MediaTarget, requireTarget } from './media-target.ts';
import { receiveFile, type UploadedFile } from './receive-file.ts';
import { type mediaShape, showMedia } from './shapes.ts';

export interface UploadDependencies {
  db: Db;
  transact<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  services: Services;
  now(): Date;
  newId(): string;
  /** For links in refusals. */
  origin?: string;
  /** Counts the attempt for the rate limit; null: the upload URL is invalid. */
  count(accountId: string | null): Promise<void>;
}

interface AdmittedTicket {
  readonly ticket: TicketRow;
  readonly tokenSha256: string;
  readonly settlementId: string | null;
}

/** Counts the attempt and checks the permission again, because an upload URL is valid for an hour. */
async function admitTicket(dependencies: UploadDependencies, token: string): Promise<AdmittedTicket> {
  const tokenSha256 = hashUploadToken(token);
  const ticket =
    tokenSha256 === undefined
      ? undefined
      : await findTicket(dependencies.db, tokenSha256, dependencies.now());
  await dependencies.count(ticket?.accountId ?? null);
  if (ticket === undefined || tokenSha256 === undefined) return refuseInvalidTicket();
  const subject = { type: ticket.media.subjectType, id: ticket.media.subjectId };
  const { settlementId } = await requireTarget(dependencies.db, ticket, subject);
  refuseSilencedIn(settlementId, {
    caller: { silences: ticket.silences?.map(toSilence) ?? [] },
    now: dependencies.now,
    origin: dependencies.origin ?? '',
    surface: 'api',
  });
  return { ticket, tokenSha256, settlementId };
}

/** How much of a file has arrived at an upload URL; the photograph itself when all of it has. */
export async function findUploadOffset(
  dependencies: UploadDependencies,
  token: string,
  total: number,
): Promise<{ offset: number } | { media: z.input<typeof mediaShape> }> {
  const { ticket, tokenSha256: key } = await admitTicket(dependencies, token);
  const { unfinished } = dependencies.services.media;
  await unfinished.interrupt(key);
  const { mediaId = null } = (await findTicket(dependencies.db, key, dependencies.now())) ?? ticket;
  if (mediaId !== null) return { media: await showSavedMedia(dependencies, dependencies.db, mediaId) };
  return { offset: await unfinished.findOffset({ key, owner: ticket.accountId, total }) };
}

/**
 * Receives a file at an upload URL, or the rest of one whose connection broke. The row is written only once the file
 * is complete. A URL creates one photograph: a retry gets the same one.
 */
export async function handleUpload(
  dependencies: UploadDependencies,
  token: string,
  openFile: () => Promise<UploadedFile>,
): Promise<z.input<typeof mediaShape>> {
  const { ticket, tokenSha256, settlementId } = await admitTicket(dependencies, token);
  try {
    if (ticket.mediaId !== null) return await showSavedMedia(dependencies, dependencies.db, ticket.mediaId);
    const file = await openFile();
    const room = (bytes: number) => refuseOverFileQuotas(dependencies, settlementId, ticket.accountId, bytes);
    await room(file.rest?.total ?? file.declaredSize ?? 1);
    const upload = await receiveFile(
      dependencies.services,
      { key: tokenSha256, owner: ticket.accountId },
      file,
      room,
    );
    return await saveUpload(dependencies, ticket, tokenSha256, upload, file.name).catch(
      async (error: unknown) => {
        await dependencies.services.jobs.add(
          dependencies.db,
          createBlobRemovalJob([upload.sha256], dependencies.now()),
        );
        throw error;
      },
    );
  } catch (error) {
    throw error instanceof MediaRefusal ? toUploadRefusal(error) : error;
  }
}

export async function saveUpload(
  dependencies: Omit<UploadDependencies, 'count'>,
  { media, ...sender }: TicketRow,
  tokenSha256: string,
  upload: Upload,
  givenName: string,
): Promise<z.input<typeof mediaShape>> {
  const { services, now, newId } = dependencies;
  return dependencies.transact(async (db) => {
    await lockQuotas(db, sender.accountId);
    // Of concurrent uploads to one URL the first is stored, and all get its result.
    const { mediaId, isUsed } = (await lockTicket(db, tokenSha256)) ?? refuseInvalidTicket();
    if (mediaId !== null) {
      await services.jobs.add(db, createBlobRemovalJob([upload.sha256], now()));
      return showSavedMedia(dependencies, db, mediaId);
    }
    if (isUsed) refuseInvalidTicket();
    const subject = { type: media.subjectType, id: media.subjectId };
    const target: MediaTarget = await requireTarget(db, sender, subject, true);
    await refuseOverAccountQuota({ ...dependencies, db }, sender.accountId, upload.size);
    const isPicture = upload.picture !== undefined;
    const row = await insertMedia(db, {
      id: newId(),
      settlementId: target.settlementId,
      parcelId: target.parcelId,
      subjectType: subject.type,
      subjectId: subject.id,
      ownerId: sender.accountId,
      sha256: upload.sha256,
      contentType: upload.type,
      bytes: upload.size,
      width: upload.picture?.width ?? null,
      height: upload.picture?.height ?? null,
      takenAt: upload.picture?.takenAt,
      timeZone: target.timeZone,
      caption: media.caption,
      fileName: cleanFileName(media.fileName || givenName, upload.type),
      visibility: media.visibility ?? defaultVisibility(subject.type, target.visibility),
      preview: upload.picture?.preview ?? null,
      state: isPicture ? 'processing' : 'ready',
      createdAt: now(),
    });
    // Checked again after the bytes are counted: of concurrent uploads only those that fit are kept.
    await refuseOverSettlementQuota(db, target.settlementId, 0);
    const tags = await setTags(
      db,
      { subjectType: 'media', subjectId: row.id, settlementId: target.settlementId },
      media.tags,
      newId,
    );
    if (subject.type === 'article') await recountPhotographs(db, [subject.id]);
    await closeTicket(db, tokenSha256, row.id, now());
    if (isPicture) await services.jobs.add(db, { queue: 'media_renditions', payload: { media: row.id } });
    return showMedia(services, row, tags, now());
  });
}

async function showSavedMedia(
  { services, now }: Pick<UploadDependencies, 'services' | 'now'>,
  db: Db,
  mediaId: string,
): Promise<z.input<typeof mediaShape>> {
  const row = (await findMedia(db, mediaId)) ?? refuseInvalidTicket();
  return showMedia(services, row, await findTags(db, 'media', mediaId), now());
}

type QuotaDependencies = Pick<UploadDependencies, 'db' | 'services' | 'now'>;

/** Early check before receiving the bytes; the decisive one is made with the row. */
export async function refuseOverFileQuotas(
  dependencies: QuotaDependencies,
  settlementId: string | null,
  accountId: string,
  bytes: number,
): Promise<void> {
  await refuseOverAccountQuota(dependencies, accountId, bytes);
  await refuseOverSettlementQuota(dependencies.db, settlementId, bytes);
}

async function refuseOverAccountQuota(
  { db, services, now }: QuotaDependencies,
  accountId: string,
  bytes: number,
): Promise<void> {
  const used = await countQuotaUsage(db, 'file_bytes', { accountId }, now());
  refuseOverQuota('file', 'file_bytes', used, services.quotas, bytes);
}

export async function refuseOverSettlementQuota(
  db: Db,
  settlementId: string | null,
  bytes: number,
): Promise<void> {
  if (settlementId === null || (await findRemainingQuota(db, settlementId)) >= bytes) return;
  refuse.invalid('file', {
    en: "The village's space for photographs and files is used up. Remove some first or ask the board.",
    ru: 'Место посёлка для фотографий и файлов закончилось. Удалите лишние или обратитесь в правление.',
  });
}

function refuseInvalidTicket(): never {
  throw new Refusal({
    kind: 'not_found',
    text: {
      en: 'This upload address is not good: it has expired, never existed, or what was sent there was removed. Ask upload_media for another.',
      ru: 'Этот адрес загрузки не действует: он истёк, не существовал, или присланное туда удалено. Получите новый через upload_media.',
    },
  });
}

export function toUploadRefusal({ code, text }: MediaRefusal): Refusal {
  if (code === 'too_large') return new Refusal({ kind: 'too_large', text });
  if (code === 'busy') return new Refusal({ kind: 'unavailable', text });
  return new Refusal({ kind: 'invalid', text, fields: { file: [text] } });
}
