import { Readable } from 'node:stream';
import type { Context, SignedInContext } from '../../../domain/kernel/context.ts';
import { errorText, text } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { createBlobRemovalJob } from '../../../engines/media/blob-removal.ts';
import { MediaRefusal } from '../../../engines/media/media-refusal.ts';
import { maxPictureBytes } from '../../../engines/media/picture.ts';
import { receiveUpload, type Upload } from '../../../engines/media/upload.ts';
import { OutboundRefusal } from '../../../engines/outbound/outbound-refusal.ts';
import { withQuotaCheck } from './receive-file.ts';
import { toUploadRefusal } from './upload.ts';

/** A file sent inside the request: assistants have a small picture or a URL at hand. */
const maxInlineBytes = 1024 * 1024;
const maxDataLength = Math.ceil(maxInlineBytes / 3) * 4;
/** Of the request body that carries it. */
const maxRequestLength = 2 * maxDataLength;
const fetchTimeoutMs = 20_000;

const tooLongInline = errorText({
  en: 'Up to 1 MB goes into data. Call again without data: the reply has an upload_url, and the file is sent there with PUT.',
  ru: 'В data помещается до 1 МБ. Повторите вызов без data: в ответе будет upload_url, файл отправьте туда методом PUT.',
});

const notBase64 = errorText({
  en: 'This must be the bytes of the file in base64, without spaces.',
  ru: 'Здесь нужны байты файла в base64, без пробелов.',
});

export const inlineFields = {
  data: text(maxRequestLength, 1)
    .refine((value) => value.length <= maxDataLength, tooLongInline)
    .refine((value) => /^[A-Za-z0-9+/]+={0,2}$/.test(value) && value.length % 4 === 0, notBase64)
    .meta({ wire: { type: 'string', contentEncoding: 'base64', minLength: 1, maxLength: maxDataLength } })
    .optional()
    .describe('The file in base64, up to 1 MB.'),
  from_url: text(2000, 1).optional().describe('An https address to fetch it from.'),
};

interface InlineInput {
  data?: string | undefined;
  from_url?: string | undefined;
}

/** Stores the file before any row is written; undefined when none was sent. */
export async function storeInlineFile(
  { data, from_url }: InlineInput,
  { db, services, now, signal }: SignedInContext,
  checkRoom: (bytes: number) => Promise<void>,
): Promise<Upload | undefined> {
  if (data === undefined && from_url === undefined) return undefined;
  if (data !== undefined && from_url !== undefined)
    refuse.invalid('from_url', {
      en: 'Send either data or from_url.',
      ru: 'Пришлите либо data, либо from_url.',
    });
  await checkRoom(data === undefined ? 1 : Buffer.byteLength(data, 'base64'));
  const bytes =
    data !== undefined ? Buffer.from(data, 'base64') : await fetchFile(String(from_url), services, signal);
  try {
    const upload = await receiveUpload(
      withQuotaCheck(services.media.store, checkRoom),
      Readable.from([bytes]),
      {
        declaredSize: bytes.length,
        signal,
      },
    );
    // If the request is refused later, no row refers to the blob: the job then removes it.
    await services.jobs.add(db, createBlobRemovalJob([upload.sha256], now()));
    return upload;
  } catch (error) {
    throw error instanceof MediaRefusal ? toUploadRefusal(error) : error;
  }
}

async function fetchFile(url: string, { media }: Context['services'], signal: AbortSignal): Promise<Buffer> {
  try {
    const limits = { maxBytes: maxPictureBytes, timeoutMs: fetchTimeoutMs, httpsOnly: true, signal };
    const answer = await media.guard.guardedFetch(url, { ...limits, redirect: 'refuse' });
    if (answer.status === 200 && answer.body.length > 0) return answer.body;
    return refuse.invalid('from_url', {
      en: `This address answered ${answer.status} and no file.`,
      ru: `Этот адрес ответил ${answer.status}, а не файлом.`,
    });
  } catch (error) {
    if (error instanceof OutboundRefusal) return refuse.invalid('from_url', error.text);
    throw error;
  }
}
