import type { Readable } from 'node:stream';
import { buffer as readBuffer } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Text } from '../../../base/i18n/text.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import type { TemporaryFile } from '../../../engines/media/blob-store.ts';
import { detectMediaType } from '../../../engines/media/content-type.ts';
import { MediaRefusal, refuseMedia } from '../../../engines/media/media-refusal.ts';
import { maxPictureBytes } from '../../../engines/media/picture.ts';
import { bodyLimits } from '../../transport/body-limits.ts';
import { watchUploadClient } from '../../transport/upload-request.ts';
import { maxFormFields } from '../../transport/urlencoded.ts';
import { hiddenFormFields, maxFormFiles } from '../ui/form-field-names.ts';
import { hasFormTokenHeader, isValidFormToken } from './csrf.ts';
import {
  checkFormToken,
  createForeignFormRefusal,
  createTooLargeRefusal,
  maxFormBytes,
  tooLargeToRestoreText,
} from './form-body.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { shareKeyOf } from './visitor.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What may be uploaded here: photographs, or one file that is read into memory. */
    acceptsUpload?: 'photographs' | 'file';
  }
  interface FastifyRequest {
    /** Uploaded files of a form, in temporary files until the response ends or an action saves them. */
    uploadedFiles?: UploadedFile[];
  }
}

export interface UploadedFile {
  readonly field: string;
  /** File name given by the client. */
  readonly name: string;
  /** Temporary file; absent when the upload was rejected. */
  readonly held?: TemporaryFile;
  /** Content of a file that is read into memory. */
  readonly bytes?: Buffer;
  readonly fault?: Text;
}

/** Of one form together; what comes after is refused, and the text stays. */
const maxFormFileBytes = 10 * maxPictureBytes;
/** Files of a form with an expired session are discarded up to this size, so that its text can still be restored. */
const maxDiscardedBytes = maxPictureBytes;

const noFilesText = { en: 'This form takes no files.', ru: 'Эта форма не принимает файлов.' };
const truncatedFormText = { en: 'The form was cut short.', ru: 'Форма пришла не целиком.' };
const fileTooLargeText = (bytes: number): Text => ({
  en: `The file is larger than ${bytes / 1024 / 1024} MB.`,
  ru: `Файл больше ${bytes / 1024 / 1024}\u00a0МБ.`,
});
const tooManyFilesText: Text = {
  en: `At most ${maxFormFiles} photographs at a time.`,
  ru: `За один раз\u00a0— не больше ${maxFormFiles} фотографий.`,
};

/**
 * Multipart forms. Nothing is read before the token, the first field, is verified. Files go to temporary files that
 * are removed when the request ends, unless an action stores them. A rejected file is recorded with its reason, so
 * that the text fields are not lost.
 */
export async function registerFormUploads(
  scope: FastifyInstance,
  dependencies: PageDependencies,
): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false });
  scope.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    if (!request.routeOptions.config.acceptsUpload)
      throw new Refusal({ kind: 'unsupported_type', text: noFilesText });
    request.body = await readMultipart(request, dependencies);
  });
  scope.addHook('onResponse', (request) => releaseFiles(request));
}

async function releaseFiles(request: FastifyRequest): Promise<void> {
  const files = request.uploadedFiles?.splice(0) ?? [];
  await Promise.all(files.map(({ held }) => held?.release()));
}

async function readMultipart(
  request: FastifyRequest,
  dependencies: PageDependencies,
): Promise<URLSearchParams> {
  const { incoming } = dependencies.services.media;
  const share = shareKeyOf(request);
  const { signal, finish } = watchUploadClient(request);
  request.uploadedFiles = [];
  try {
    // A slow client may take long to upload: concurrent uploads are limited per share.
    return await incoming.run(share, () => readParts(request, dependencies, signal), signal);
  } catch (error) {
    // `onResponse` does not run if the client has disconnected.
    await releaseFiles(request);
    throw toFormRefusal(error, signal);
  } finally {
    finish();
  }
}

async function readParts(
  request: FastifyRequest,
  dependencies: PageDependencies,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  const files = request.uploadedFiles ?? [];
  // A field is buffered before it can be checked: anonymous clients get the small limit.
  const most = maxFormBytes(request, request.visitor?.session ? 'session' : 'nobody');
  const isWhole = request.routeOptions.config.acceptsUpload === 'file';
  const maxPlotsWithoutCells = request.routeOptions.bodyLimit ?? bodyLimits.small.bytes;
  const limits = {
    fieldSize: most,
    fields: maxFormFields,
    parts: maxFormFields + 3 * maxFormFiles,
    files: 3 * maxFormFiles,
    fileSize: (isWhole ? maxPlotsWithoutCells : maxPictureBytes) + 1,
    fieldNameSize: 100,
    headerPairs: 50,
  };
  let [fieldBytes, fileBytes] = [0, 0];
  let isChecked = hasFormTokenHeader(request);
  if (isChecked) checkFormToken(request, fields, dependencies);
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fieldBytes += Buffer.byteLength(String(part.value));
      if (!isChecked && part.fieldname !== hiddenFormFields.token) throw createForeignFormRefusal();
      if (fieldBytes > most || part.valueTruncated)
        throw createTooLargeRefusal(request.visitor?.session ? undefined : tooLargeToRestoreText);
      fields.append(part.fieldname, String(part.value));
      if (!isChecked) checkFormToken(request, fields, dependencies);
      isChecked = true;
      continue;
    }
    if (!isChecked) throw createForeignFormRefusal();
    const isChosen = part.filename !== undefined && part.filename !== '';
    // With an expired session only the text fields are kept.
    if (!request.visitor?.session || !isValidFormToken(request, fields)) {
      fileBytes += await discardStream(part.file, maxDiscardedBytes - fileBytes);
      request.hadFiles ||= isChosen;
      continue;
    }
    // Browsers send an empty file field as a part with an empty file name.
    if (isChosen) {
      const upload = { field: part.fieldname, name: part.filename.slice(0, 200) };
      if (isWhole && files.length > 0) throw createTooLargeRefusal();
      if (isWhole) files.push({ ...upload, ...(await readFileBytes(part.file, maxPlotsWithoutCells)) });
      else if (files.length >= maxFormFiles || fileBytes > maxFormFileBytes)
        files.push({ ...upload, fault: tooManyFilesText });
      else files.push({ ...upload, ...(await bufferPhotograph(part.file, signal, dependencies)) });
      fileBytes += files.at(-1)?.held?.size ?? 0;
    }
    part.file.resume();
  }
  return fields;
}

function toFormRefusal(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof Refusal) return error;
  const { code } = error as { code?: string };
  if (code?.endsWith('_LIMIT')) return createTooLargeRefusal();
  // Errors of the multipart parser have no code; errors of the store and the database do.
  const isParsing =
    error instanceof Error && code === undefined && /multipart|part header/i.test(error.message);
  const isCutShort = isParsing || code?.startsWith('FST_') || signal.aborted;
  return isCutShort ? new Refusal({ kind: 'invalid', text: truncatedFormText, fields: {} }) : error;
}

/** Reads to the end and discards: a browser reads the response only after sending everything. */
async function discardStream(stream: Readable, most: number): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > most) throw createTooLargeRefusal();
  }
  return bytes;
}

async function readFileBytes(stream: Readable, most: number): Promise<Partial<UploadedFile>> {
  const bytes = await readBuffer(stream);
  return bytes.length > most ? { fault: fileTooLargeText(most) } : { bytes };
}

export function findUploadedFile(
  request: FastifyRequest,
  field: string,
): { readonly name: string; readonly bytes: Buffer } | null {
  const file = request.uploadedFiles?.find((each) => each.field === field);
  if (file?.fault) refuse.invalid(field, file.fault);
  return file?.bytes ? { name: file.name, bytes: file.bytes } : null;
}

async function bufferPhotograph(
  stream: Readable,
  signal: AbortSignal,
  { services }: PageDependencies,
): Promise<Pick<UploadedFile, 'held' | 'fault'>> {
  try {
    const held = await services.media.store.receiveTemporary(stream, {
      maxBytes: maxPictureBytes,
      signal,
      checkStart(start) {
        if (detectMediaType(start) === undefined) throw refuseMedia.wrongType();
      },
    });
    return { held };
  } catch (error) {
    if (error instanceof MediaRefusal && error.code !== 'interrupted') return { fault: error.text };
    throw error instanceof MediaRefusal
      ? new Refusal({ kind: 'invalid', text: truncatedFormText, fields: {} })
      : error;
  }
}
