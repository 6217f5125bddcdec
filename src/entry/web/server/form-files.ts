import type { Readable } from 'node:stream';
import { buffer as readBuffer } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Text } from '../../../base/i18n/text.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import type { HeldFile } from '../../../engines/media/blob-store.ts';
import { detectMediaType } from '../../../engines/media/content-type.ts';
import { MediaRefusal, refuseMedia } from '../../../engines/media/media-refusal.ts';
import { maxPictureBytes } from '../../../engines/media/picture.ts';
import { bodyLimits } from '../../transport/body-limits.ts';
import { watchSender } from '../../transport/incoming-file.ts';
import { mostFormFields } from '../../transport/urlencoded.ts';
import { formFields, mostFiles } from '../ui/form-field-names.ts';
import { hasTokenHeader, isOwnToken } from './csrf.ts';
import { checkToken, mostBytes, refuseForeign, refuseTooLong, tooLongToCarry } from './form-body.ts';
import type { PageParts } from './parts.ts';
import { shareOf } from './visitor.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What may be uploaded here: photographs, or one file that is read into memory. */
    takes?: 'photographs' | 'file';
  }
  interface FastifyRequest {
    /** Uploaded files of a form, in temporary files until the response ends or an action saves them. */
    sentFiles?: SentFile[];
  }
}

export interface SentFile {
  readonly field: string;
  /** File name given by the client. */
  readonly name: string;
  /** Temporary file; absent when the upload was rejected. */
  readonly held?: HeldFile;
  /** Content of a file that is read into memory. */
  readonly bytes?: Buffer;
  readonly fault?: Text;
}

/** Of one form together; what comes after is refused, and the text stays. */
const mostFileBytes = 10 * maxPictureBytes;
/** Files of a form with an expired session are discarded up to this size, so that its text can still be restored. */
const mostBytesPassedOver = maxPictureBytes;

const noFilesHere = { en: 'This form takes no files.', ru: 'Эта форма не принимает файлов.' };
const unreadable = { en: 'The form was cut short.', ru: 'Форма пришла не целиком.' };
const fileTooLarge = (bytes: number): Text => ({
  en: `The file is larger than ${bytes / 1024 / 1024} MB.`,
  ru: `Файл больше ${bytes / 1024 / 1024}\u00a0МБ.`,
});
const tooManyFiles: Text = {
  en: `At most ${mostFiles} photographs at a time.`,
  ru: `За один раз\u00a0— не больше ${mostFiles} фотографий.`,
};

/**
 * Multipart forms. Nothing is read before the token, the first field, is verified. Files go to temporary files that
 * are removed when the request ends, unless an action stores them. A rejected file is recorded with its reason, so
 * that the text fields are not lost.
 */
export async function registerFormFiles(scope: FastifyInstance, parts: PageParts): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false });
  scope.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    if (!request.routeOptions.config.takes)
      throw new Refusal({ kind: 'unsupported_type', text: noFilesHere });
    request.body = await readMultipart(request, parts);
  });
  scope.addHook('onResponse', (request) => releaseFiles(request));
}

async function releaseFiles(request: FastifyRequest): Promise<void> {
  const files = request.sentFiles?.splice(0) ?? [];
  await Promise.all(files.map(({ held }) => held?.release()));
}

async function readMultipart(request: FastifyRequest, parts: PageParts): Promise<URLSearchParams> {
  const { incoming } = parts.services.media;
  const share = shareOf(request);
  const { signal, finish } = watchSender(request);
  request.sentFiles = [];
  try {
    // A slow client may take long to upload: concurrent uploads are limited per share.
    return await incoming.run(share, () => readParts(request, parts, signal), signal);
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
  parts: PageParts,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  const files = request.sentFiles ?? [];
  // A field is buffered before it can be checked: anonymous clients get the small limit.
  const most = mostBytes(request, request.visitor?.session ? 'session' : 'nobody');
  const isWhole = request.routeOptions.config.takes === 'file';
  const mostWhole = request.routeOptions.bodyLimit ?? bodyLimits.small.bytes;
  const limits = {
    fieldSize: most,
    fields: mostFormFields,
    parts: mostFormFields + 3 * mostFiles,
    files: 3 * mostFiles,
    fileSize: (isWhole ? mostWhole : maxPictureBytes) + 1,
    fieldNameSize: 100,
    headerPairs: 50,
  };
  let [fieldBytes, fileBytes] = [0, 0];
  let isChecked = hasTokenHeader(request);
  if (isChecked) checkToken(request, fields, parts);
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fieldBytes += Buffer.byteLength(String(part.value));
      if (!isChecked && part.fieldname !== formFields.token) throw refuseForeign();
      if (fieldBytes > most || part.valueTruncated)
        throw refuseTooLong(request.visitor?.session ? undefined : tooLongToCarry);
      fields.append(part.fieldname, String(part.value));
      if (!isChecked) checkToken(request, fields, parts);
      isChecked = true;
      continue;
    }
    if (!isChecked) throw refuseForeign();
    const isChosen = part.filename !== undefined && part.filename !== '';
    // With an expired session only the text fields are kept.
    if (!request.visitor?.session || !isOwnToken(request, fields)) {
      fileBytes += await passOver(part.file, mostBytesPassedOver - fileBytes);
      request.hadFiles ||= isChosen;
      continue;
    }
    // Browsers send an empty file field as a part with an empty file name.
    if (isChosen) {
      const given = { field: part.fieldname, name: part.filename.slice(0, 200) };
      if (isWhole && files.length > 0) throw refuseTooLong();
      if (isWhole) files.push({ ...given, ...(await readWhole(part.file, mostWhole)) });
      else if (files.length >= mostFiles || fileBytes > mostFileBytes)
        files.push({ ...given, fault: tooManyFiles });
      else files.push({ ...given, ...(await holdPhotograph(part.file, signal, parts)) });
      fileBytes += files.at(-1)?.held?.size ?? 0;
    }
    part.file.resume();
  }
  return fields;
}

function toFormRefusal(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof Refusal) return error;
  const { code } = error as { code?: string };
  if (code?.endsWith('_LIMIT')) return refuseTooLong();
  // Errors of the multipart parser have no code; errors of the store and the database do.
  const isParsing =
    error instanceof Error && code === undefined && /multipart|part header/i.test(error.message);
  const isCutShort = isParsing || code?.startsWith('FST_') || signal.aborted;
  return isCutShort ? new Refusal({ kind: 'invalid', text: unreadable, fields: {} }) : error;
}

/** Reads to the end and discards: a browser reads the response only after sending everything. */
async function passOver(stream: Readable, most: number): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > most) throw refuseTooLong();
  }
  return bytes;
}

async function readWhole(stream: Readable, most: number): Promise<Partial<SentFile>> {
  const bytes = await readBuffer(stream);
  return bytes.length > most ? { fault: fileTooLarge(most) } : { bytes };
}

export function findSentFile(
  request: FastifyRequest,
  field: string,
): { readonly name: string; readonly bytes: Buffer } | null {
  const file = request.sentFiles?.find((each) => each.field === field);
  if (file?.fault) refuse.invalid(field, file.fault);
  return file?.bytes ? { name: file.name, bytes: file.bytes } : null;
}

async function holdPhotograph(
  stream: Readable,
  signal: AbortSignal,
  { services }: PageParts,
): Promise<Pick<SentFile, 'held' | 'fault'>> {
  try {
    const held = await services.media.store.hold(stream, {
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
      ? new Refusal({ kind: 'invalid', text: unreadable, fields: {} })
      : error;
  }
}
