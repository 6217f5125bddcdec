import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../../domain/kernel/refusal.ts';
import type { UploadedFile } from '../../features/operations/media/upload.ts';

export interface UploadForm {
  fields: Record<string, unknown>;
  file: UploadedFile;
}

/** How long a client may keep sending after the response before it is disconnected. */
const drainMilliseconds = 10_000;

/**
 * Aborts the work when the client disconnects. `finish` drains the rest of a refused body, so that the client can
 * read the refusal instead of a connection reset, and disconnects a client that does not stop.
 */
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
      const timer = setTimeout(() => raw.destroy(), drainMilliseconds);
      timer.unref();
      raw.once('close', () => clearTimeout(timer));
    },
  };
}

/** The body is the file. */
export function openRawFile(request: FastifyRequest): UploadedFile {
  const length = request.headers['content-length'];
  return { stream: request.raw, name: '', ...(length !== undefined && { declaredSize: Number(length) }) };
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
