import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../../domain/kernel/refusal.ts';
import { refuseMedia } from '../../engines/media/media-refusal.ts';
import { maxPictureBytes } from '../../engines/media/picture.ts';
import type { UploadedFile } from '../../features/operations/media/receive-file.ts';
import { toUploadRefusal } from '../../features/operations/media/upload.ts';

export interface UploadForm {
  fields: Record<string, unknown>;
  file: UploadedFile;
}

/** Aborts the work when the client disconnects. After `finish` nobody reads what still arrives of the body. */
export function watchUploadClient(request: FastifyRequest): { signal: AbortSignal; finish(): void } {
  const controller = new AbortController();
  const { raw } = request;
  const leave = () => {
    if (!raw.complete) controller.abort(new Error('The client disconnected.'));
  };
  raw.once('close', leave);
  return {
    signal: controller.signal,
    finish() {
      raw.off('close', leave);
      if (raw.complete || raw.destroyed) return;
      raw.unpipe();
      raw.on('error', () => {});
      raw.resume();
    },
  };
}

/** The body is the file, or the rest of it. */
export function openRawFile(request: FastifyRequest, range?: ContentRange): UploadedFile {
  const length = request.headers['content-length'];
  return {
    stream: request.raw,
    name: '',
    ...(length !== undefined && { declaredSize: Number(length) }),
    ...(range && 'start' in range && { rest: range }),
  };
}

/** From Content-Range: the rest of a file, or the question (`bytes *\/TOTAL`) how much of it has arrived. */
export type ContentRange = { readonly start: number; readonly total: number } | { readonly asked: number };

/** Undefined without the header. A part always goes to the end of the file. */
export function readContentRange(request: FastifyRequest): ContentRange | undefined {
  const header = request.headers['content-range'];
  if (header === undefined) return undefined;
  const length = request.headers['content-length'];
  const [, start, end, total] = /^bytes (?:(\d{1,12})-(\d{1,12})|\*)\/(\d{1,12})$/.exec(header) ?? [];
  const whole = Number(total);
  if (total !== undefined && whole > maxPictureBytes)
    throw toUploadRefusal(refuseMedia.tooLarge(maxPictureBytes));
  if (total !== undefined && start === undefined) return { asked: whole };
  const isFitting =
    Number(start) <= Number(end) &&
    Number(end) === whole - 1 &&
    (length === undefined || Number(length) === whole - Number(start));
  return isFitting ? { start: Number(start), total: whole } : refuseRange();
}

function refuseRange(): never {
  return refuse.invalid('file', {
    en: 'Content-Range is `bytes START-END/TOTAL` up to the last byte of the file, or `bytes */TOTAL` to ask where to go on.',
    ru: 'Content-Range\u00a0— это `bytes НАЧАЛО-КОНЕЦ/ВСЕГО` до последнего байта файла, или `bytes */ВСЕГО`, чтобы узнать, откуда продолжить.',
  });
}

/** Reads the fields up to the file; fields after the file are ignored. */
export async function openUploadForm(request: FastifyRequest): Promise<UploadForm> {
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of keepOpen(request)) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') return refuseForm();
        // A refused part is drained by `finish`; later errors are ignored.
        part.file.on('error', () => {});
        return { fields, file: { stream: part.file, name: part.filename ?? '' } };
      }
      addField(fields, part);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuseForm();
  }
  return refuseForm();
}

/** Leaving a `for await` loop would close the parser before the file is read. */
function keepOpen(request: FastifyRequest): AsyncIterable<MultipartFile | MultipartValue> {
  const parts = request.parts();
  return { [Symbol.asyncIterator]: () => ({ next: () => parts.next() }) };
}

/** `tags` may repeat; any other repeated field becomes a list, which no field accepts. */
function addField(fields: Record<string, unknown>, part: MultipartValue): void {
  const name = part.fieldname.replace(/\[\]$/, '');
  const { value } = part;
  if (name === 'tags') fields.tags = [...((fields.tags as unknown[] | undefined) ?? []), value];
  else fields[name] = Object.hasOwn(fields, name) ? [fields[name], value] : value;
}

function refuseForm(): never {
  return refuse.invalid('file', {
    en: 'Send the file as the form field `file`, after the other fields.',
    ru: 'Отправьте файл полем формы `file`, после остальных полей.',
  });
}
