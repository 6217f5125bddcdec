import { createReadStream } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import type { Call } from '../../../domain/kernel/call.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import { StoreFailure } from '../../../engines/media/blob-store.ts';
import { remove_media } from '../../../features/operations/media/remove_media.ts';
import { findUploadOffsetAs, uploadFileAs } from '../../transport/file-upload.ts';
import { endIfHungUp } from '../../transport/hang-ups.ts';
import {
  buildErrorBody,
  findRefusal,
  httpStatus,
  logFault,
  sendRetryAfter,
  storeUnavailable,
} from '../../transport/refusal-status.ts';
import { openRawFile, readContentRange, watchUploadClient } from '../../transport/upload-request.ts';
import type { PhotoSubject, SavedPhotographs } from '../page/photographs.ts';
import { readIdempotencyKey } from './csrf.ts';
import type { UploadedFile } from './form-uploads.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { callerOf, createView, readQueryParameter } from './visitor.ts';
import { createPageCall, createVisitorCalls } from './visitor-calls.ts';

/**
 * Saves the photographs of a form one by one, as the visitor. The idempotency key is made of the form key and the
 * content hash, as in islands/photos, so a photograph whose upload was interrupted and that then comes with the form
 * is saved once.
 */
export async function savePhotographs(
  dependencies: PageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  field: string,
  subject: PhotoSubject,
): Promise<SavedPhotographs> {
  const kept: string[] = [];
  const faults: { name: string; text: Text }[] = [];
  // Shared, because each call context adds a listener to the response.
  const who = {
    call: createPageCall(request, reply),
    caller: callerOf(request),
    key: readIdempotencyKey(request),
  };
  for (const file of (request.uploadedFiles ?? []).filter((each) => each.field === field)) {
    const result = file.fault ?? (await savePhotograph(dependencies, who, file, subject));
    if (typeof result === 'string') kept.push(result);
    else faults.push({ name: file.name, text: result });
  }
  return {
    savedIds: [...new Set(kept)],
    rejected: faults,
    appendRejected: (notice) => appendRejected(notice, faults),
  };
}

async function savePhotograph(
  dependencies: PageDependencies,
  { key, call, caller }: { key: string | null; call: Call; caller: Caller },
  { name, held }: UploadedFile,
  subject: PhotoSubject,
): Promise<string | Text> {
  const idempotencyKey = key === null ? {} : { idempotencyKey: `${key}.photo.${held?.sha256.slice(0, 32)}` };
  const who = { call: { ...call, ...idempotencyKey }, caller };
  try {
    const media = await uploadFileAs(dependencies, who, describeSubject(subject), async () =>
      held
        ? { stream: createReadStream(held.path), name, declaredSize: held.size }
        : refuse.notFound('media'),
    );
    return media.id;
  } catch (error) {
    // A broken file or an exceeded quota is reported next to the saved text; other refusals are thrown.
    if (error instanceof Refusal && (error.kind === 'invalid' || error.kind === 'too_large')) {
      return error.fields?.file?.[0] ?? error.text;
    }
    // So that the text is saved although the storage of photographs is out of order.
    if (error instanceof StoreFailure) return storeUnavailable.text;
    throw error;
  }
}

/** Without the file name, which browsers encode differently: the same key must mean the same input. */
function describeSubject({ type, id, visibility }: { type: string; id: string; visibility?: string }) {
  return { subject_type: type, subject_id: id, ...(visibility && { visibility }) };
}

function appendRejected(notice: Text, faults: SavedPhotographs['rejected']): Text {
  if (faults.length === 0) return notice;
  const list = (language: Language) =>
    faults
      .slice(0, 5)
      .map(({ name, text }) => `${name.slice(0, 60)}\u00a0— ${text[language]}`)
      .join(' ');
  return {
    en: `${notice.en} Not accepted: ${list('en')}`,
    ru: `${notice.ru} Не приняты: ${list('ru')}`,
  };
}

const internalErrorText = { en: 'Something broke on our side.', ru: 'На нашей стороне что-то сломалось.' };

/**
 * Upload endpoint of islands/photos: one photograph per request as the raw body, or the rest of one whose connection
 * broke (Content-Range); errors are JSON.
 */
export function registerPhotographUploads(pages: FastifyInstance, dependencies: PageDependencies): void {
  pages.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body stays a stream until token and permission are checked.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error: Error, request, reply) => sendJsonError(error, request, reply));
    scope.post(paths.photos, (request, reply) => receivePhotograph(request, reply, dependencies));
    scope.post(paths.removePhoto.replace('{photo}', ':photo'), async (request, reply) => {
      const { photo } = request.params as { photo: string };
      return createVisitorCalls(dependencies, request, reply).call(remove_media, { media: photo });
    });
  });
}

async function receivePhotograph(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: PageDependencies,
) {
  const { signal, finish } = watchUploadClient(request);
  try {
    const readParameter = (name: string) => readQueryParameter(request, name);
    const subject = {
      type: readParameter('type'),
      id: readParameter('id'),
      visibility: readParameter('visibility'),
    };
    const who = { call: createPageCall(request, reply), caller: callerOf(request) };
    const range = readContentRange(request);
    const found =
      range && 'asked' in range
        ? await findUploadOffsetAs(dependencies, who, describeSubject(subject), range.asked)
        : {
            media: await uploadFileAs(dependencies, who, describeSubject(subject), async () => ({
              ...openRawFile(request, range),
              name: readParameter('name').slice(0, 200),
              signal,
            })),
          };
    reply.header('cache-control', 'no-store');
    if ('offset' in found) return reply.send({ data: found });
    return reply.code(201).send({ data: { id: found.media.id, preview: found.media.preview } });
  } finally {
    finish();
  }
}

function sendJsonError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (endIfHungUp(error, request, reply)) return reply;
  const { language } = createView(request);
  const refusal = findRefusal(error);
  logFault(error, request);
  if (refusal !== undefined) {
    sendRetryAfter(reply, refusal);
    return reply.code(httpStatus[refusal.kind]).send(buildErrorBody(refusal, language));
  }
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode >= 500) request.log.error({ err: error }, 'incident');
  return reply.code(statusCode).send({ message: internalErrorText[language] });
}
