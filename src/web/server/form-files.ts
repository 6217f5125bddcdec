import { buffer as readBuffer } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Text } from '../../i18n/text.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';
import { removeBlobsLater } from '../../media/blob-removal.ts';
import type { StoredBlob } from '../../media/blob-store.ts';
import { detectMediaType } from '../../media/content-type.ts';
import { MediaRefusal, refuseMedia } from '../../media/media-refusal.ts';
import { maxPictureBytes } from '../../media/picture.ts';
import { bodyLimits, mostFormFields } from '../../transport/body-limits.ts';
import { watchSender } from '../../transport/incoming-file.ts';
import { findWriter, isOwnToken } from './csrf.ts';
import type { PageParts } from './parts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What posting here may bring: photographs into the store, or one file that is read whole. */
    takes?: 'photographs' | 'file';
  }
  interface FastifyRequest {
    /** What came with a form: in the store until an action keeps it. */
    sentFiles?: readonly SentFile[];
  }
}

export interface SentFile {
  /** The field it was chosen in. */
  readonly field: string;
  /** As the sender calls it. */
  readonly name: string;
  /** The bytes, or why they were not taken. */
  readonly blob?: StoredBlob;
  /** Of a file that is read whole. */
  readonly bytes?: Buffer;
  readonly fault?: Text;
}

export const mostFiles = 20;
/** Of one form together; what comes after is refused, and the text stays. */
const mostBytes = 10 * maxPictureBytes;

const foreignForm = {
  en: 'This form has gone stale or was sent from elsewhere. Open the page again and repeat.',
  ru: 'Форма устарела или отправлена с чужой страницы. Откройте страницу заново и повторите.',
};
const noFilesHere = { en: 'This form takes no files.', ru: 'Эта форма не принимает файлов.' };
const tooLong = { en: 'The form is too large.', ru: 'Форма слишком велика.' };
const unreadable = { en: 'The form was cut short.', ru: 'Форма пришла не целиком.' };
const fileTooLarge = (bytes: number): Text => ({
  en: `The file is larger than ${bytes / 1024 / 1024} MB.`,
  ru: `Файл больше ${bytes / 1024 / 1024}\u00a0МБ.`,
});
const tooManyFiles: Text = {
  en: `At most ${mostFiles} photographs at a time.`,
  ru: `За один раз\u00a0— не больше ${mostFiles} фотографий.`,
};

export const foreign = () => new Refusal({ kind: 'forbidden', text: foreignForm });

/**
 * Forms with photographs. The fields come first; no byte of a file is kept before the form has shown that it is our
 * visitor's own. A file that cannot be taken is noted with the reason, so that the text beside it is not lost.
 */
export async function registerFormFiles(scope: FastifyInstance, parts: PageParts): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false });
  scope.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    if (!request.routeOptions.config.takes)
      throw new Refusal({ kind: 'unsupported_type', text: noFilesHere });
    request.body = await readForm(request, parts);
  });
  scope.addHook('onResponse', async (request) => {
    // What no action kept goes; what one kept has a row by now.
    const hashes = (request.sentFiles ?? []).flatMap(({ blob }) => (blob ? [blob.sha256] : []));
    if (hashes.length > 0)
      await parts.services.jobs.add(parts.pool, removeBlobsLater(hashes, parts.now())).catch(() => {});
  });
}

async function readForm(request: FastifyRequest, parts: PageParts): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  const files: SentFile[] = [];
  request.sentFiles = files;
  const most = request.routeOptions.bodyLimit ?? bodyLimits.small.bytes;
  const isWhole = request.routeOptions.config.takes === 'file';
  const { signal, finish } = watchSender(request);
  let [letters, bytes] = [0, 0];
  try {
    const limits = {
      fieldSize: most,
      fields: mostFormFields,
      parts: mostFormFields + 3 * mostFiles,
      files: 3 * mostFiles,
      fileSize: (isWhole ? most : maxPictureBytes) + 1,
      fieldNameSize: 100,
      headerPairs: 50,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        letters += Buffer.byteLength(String(part.value));
        if (letters > most || part.valueTruncated) throw new Refusal({ kind: 'too_large', text: tooLong });
        fields.append(part.fieldname, String(part.value));
        continue;
      }
      // The fields come first; no byte of a file is kept before the form has shown whose it is. Of a session that is over
      // only the text goes on; of anything else nothing.
      const isLate = files.length === 0 && !(request.visitor?.session && isOwnToken(request, fields));
      if (isLate) {
        if (findWriter(request, parts.key, fields) === null) throw foreign();
        bytes += await countBytes(part.file, mostBytes - bytes);
        request.hadFiles ||= part.filename !== undefined && part.filename !== '';
        continue;
      }
      // A field without a choice is sent as a file without a name.
      const isChosen = part.filename !== undefined && part.filename !== '';
      if (isChosen) {
        const given = { field: part.fieldname, name: part.filename.slice(0, 200) };
        if (isWhole && files.length > 0) throw new Refusal({ kind: 'too_large', text: tooLong });
        if (isWhole) files.push({ ...given, ...(await readWhole(part.file, most)) });
        else if (files.length >= mostFiles || bytes > mostBytes)
          files.push({ ...given, fault: tooManyFiles });
        else files.push({ ...given, ...(await takeFile(part.file, signal, parts)) });
        bytes += files.at(-1)?.blob?.size ?? 0;
      }
      part.file.resume();
    }
    return fields;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { code } = error as { code?: string };
    if (code?.endsWith('_LIMIT')) throw new Refusal({ kind: 'too_large', text: tooLong });
    // The parser's own errors carry no code; what breaks in the store or the database does.
    const isParsing =
      error instanceof Error && code === undefined && /multipart|part header/i.test(error.message);
    if (isParsing || code?.startsWith('FST_') || signal.aborted)
      throw new Refusal({ kind: 'invalid', text: unreadable, fields: {} });
    throw error;
  } finally {
    finish();
  }
}

/** Read to the end, so that the browser hears the answer; kept nowhere. */
async function countBytes(stream: import('node:stream').Readable, most: number): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > most) throw new Refusal({ kind: 'too_large', text: tooLong });
  }
  return bytes;
}

async function readWhole(stream: import('node:stream').Readable, most: number): Promise<Partial<SentFile>> {
  const bytes = await readBuffer(stream);
  return bytes.length > most ? { fault: fileTooLarge(most) } : { bytes };
}

/** The file of a form that may bring one. */
export function findSentFile(
  request: FastifyRequest,
  field: string,
): { readonly name: string; readonly bytes: Buffer } | null {
  const file = request.sentFiles?.find((each) => each.field === field);
  if (file?.fault) refuse.invalid(field, file.fault);
  return file?.bytes ? { name: file.name, bytes: file.bytes } : null;
}

async function takeFile(
  stream: import('node:stream').Readable,
  signal: AbortSignal,
  { services }: PageParts,
): Promise<Pick<SentFile, 'blob' | 'fault'>> {
  try {
    const blob = await services.media.store.put(stream, {
      maxBytes: maxPictureBytes,
      signal,
      checkStart(start) {
        if (detectMediaType(start) === undefined) throw refuseMedia.wrongType();
      },
    });
    return { blob };
  } catch (error) {
    if (error instanceof MediaRefusal && error.code !== 'interrupted') return { fault: error.text };
    throw error instanceof MediaRefusal
      ? new Refusal({ kind: 'invalid', text: unreadable, fields: {} })
      : error;
  }
}
