import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from '../../base/db/connect.ts';
import { isId } from '../../domain/kernel/identifier.ts';
import { checkScope } from '../../domain/kernel/operation-input.ts';
import type { RateLimits } from '../../domain/kernel/rate-limits.ts';
import { Refusal, refuse } from '../../domain/kernel/refusal.ts';
import type { Kernel } from '../../domain/kernel/run.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { isOfOwnDoor } from '../../domain/rules/media-access.ts';
import { wasNarrowed } from '../../domain/rules/settlement-role.ts';
import type { MediaType } from '../../engines/media/content-type.ts';
import { maxPictureBytes } from '../../engines/media/picture.ts';
import { createServingHeaders } from '../../engines/media/serving-headers.ts';
import { verifyMediaUrl } from '../../engines/media/signed-url.ts';
import {
  findUploadOffset,
  handleUpload,
  type UploadDependencies,
} from '../../features/operations/media/upload.ts';
import { upload_media } from '../../features/operations/media/upload_media.ts';
import { findMedia } from '../../store/media/media.ts';
import { matchesIfNoneMatch } from './etag.ts';
import { createReceivingContext, uploadFileAs } from './file-upload.ts';
import { toRateLimitAddress } from './rate-limit.ts';
import { admitRequest, apiPrefix, createCall, writeCallRateLimit } from './rest.ts';
import {
  openRawFile,
  openUploadForm,
  readContentRange,
  type UploadForm,
  watchUploadClient,
} from './upload-request.ts';

export interface MediaRouteOptions {
  pool: Pool;
  kernel: Kernel;
  rateLimits: RateLimits;
  services: Services;
  now(): Date;
  newId(): string;
}

/** Upload and download of files; permissions are decided by the operations. */
export function registerMedia(server: FastifyInstance, options: MediaRouteOptions): void {
  server.get('/media/:media/:rendition', (request, reply) => serveFile(request, reply, options));
  server.register(async (scope) => {
    // The root parses only JSON. Here a body of any type is a file and stays a stream.
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: {
        fileSize: maxPictureBytes + 1,
        files: 1,
        fields: 60,
        parts: 61,
        fieldSize: 4096,
        fieldNameSize: 100,
        headerPairs: 50,
      },
    });
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: ['PUT', 'POST'],
      url: '/media/uploads/:token',
      handler: (request, reply) => receiveUploadRequest(request, reply, options),
    });
    scope.post(`${apiPrefix}/media/files`, { config: { operation: 'upload_media' } }, (request, reply) =>
      receiveFormUpload(request, reply, options),
    );
  });
}

async function receiveUploadRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  options: MediaRouteOptions,
) {
  refuseContentEncoding(request);
  const { signal, finish } = watchUploadClient(request);
  try {
    const { token } = request.params as { token: string };
    const range = readContentRange(request);
    const { origin } = request;
    const context = { ...createReceivingContext(options, countUpload(request, reply, options)), origin };
    if (range && 'asked' in range) {
      const found = await findUploadOffset(context, token, range.asked);
      return 'media' in found ? sendCreated(reply, found.media) : sendOffset(reply, found.offset);
    }
    const data = await handleUpload(context, token, async () => {
      const file = request.isMultipart() ? (await openUploadForm(request)).file : openRawFile(request, range);
      return { ...file, signal };
    });
    return sendCreated(reply, data);
  } finally {
    finish();
  }
}

/** Fields and file in one request, for programs with a token: the fields first, named as in upload_media. */
async function receiveFormUpload(request: FastifyRequest, reply: FastifyReply, options: MediaRouteOptions) {
  refuseContentEncoding(request);
  const call = createCall(request, reply);
  await admitRequest(options.kernel, request, reply, call, (caller) => checkScope(upload_media, caller));
  if (!request.isMultipart()) {
    throw new Refusal({
      kind: 'unsupported_type',
      text: { en: 'Send multipart/form-data.', ru: 'Отправьте multipart/form-data.' },
    });
  }
  const { signal, finish } = watchUploadClient(request);
  try {
    const form: UploadForm = await openUploadForm(request);
    const caller = await options.kernel.identifyCaller(call);
    const input = { file_name: form.file.name, ...form.fields };
    const data = await uploadFileAs(options, { call, caller }, input, async () => ({ ...form.file, signal }));
    writeCallRateLimit(reply, call);
    return sendCreated(reply, data);
  } finally {
    finish();
  }
}

/** An upload URL needs no token: the request is counted for the account that created it. */
function countUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { rateLimits }: MediaRouteOptions,
): UploadDependencies['count'] {
  return async (accountId) => {
    const call = createCall(request, reply);
    request.call = call;
    call.rateLimit =
      accountId === null
        ? await rateLimits.consume('api_public', toRateLimitAddress(request.ip))
        : await rateLimits.consume('api_account', accountId);
    writeCallRateLimit(reply, call);
    if (call.rateLimit.exceeded) {
      throw new Refusal({
        kind: 'too_many',
        text: {
          en: 'Too many requests. Try again a little later.',
          ru: 'Слишком много запросов. Попробуйте чуть позже.',
        },
      });
    }
  };
}

function sendCreated(reply: FastifyReply, data: unknown): FastifyReply {
  return reply
    .code(201)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ data }));
}

function sendOffset(reply: FastifyReply, offset: number): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ data: { offset } }));
}

/** Pictures and documents are compressed already; accepting a compressed body would only allow decompression bombs. */
function refuseContentEncoding(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  throw new Refusal({
    kind: 'unsupported_type',
    text: {
      en: 'Send the file as it is, without Content-Encoding.',
      ru: 'Отправьте файл как есть, без Content-Encoding.',
    },
  });
}

async function serveFile(request: FastifyRequest, reply: FastifyReply, options: MediaRouteOptions) {
  const { media: mediaId, rendition } = request.params as { media: string; rendition: string };
  const token = String((request.query as { s?: unknown }).s ?? '');
  const now = options.now();
  const signed = isId(mediaId)
    ? verifyMediaUrl({ mediaId, rendition, token }, options.services.media.addressKey, now)
    : undefined;
  if (signed === undefined) return refuse.notFound('media');
  const media = await findMedia(options.pool.forOwner(`read ${toRateLimitAddress(request.ip)}`), mediaId);
  if (media?.state !== 'ready' || wasNarrowed(media, signed) || isOfOwnDoor(media.subjectType))
    return refuse.notFound('media');
  const kept = media.renditions[rendition];
  const isDocument = media.contentType === 'application/pdf' && rendition === 'original';
  const file = isDocument
    ? { sha256: media.sha256, type: media.contentType, bytes: Number(media.bytes) }
    : kept;
  if (file === undefined) return refuse.notFound('media');
  // A browser asks again for what not everybody may see: once it is removed, no copy is shown any more.
  const seconds = Math.floor((signed.expiresAt.getTime() - now.getTime()) / 1000);
  const caching = media.visibility === 'public' ? `max-age=${seconds}, immutable` : 'no-cache';
  const etag = `"${file.sha256.slice(0, 32)}"`;
  reply
    .headers(createServingHeaders({ type: file.type as MediaType, name: media.fileName }))
    .header('cache-control', `private, ${caching}`)
    .header('cross-origin-resource-policy', 'same-site')
    .header('etag', etag);
  if (matchesIfNoneMatch(request, etag)) return reply.code(304).send();
  const stream = await options.services.media.store.open(file.sha256);
  if (stream === undefined) return refuse.notFound('media');
  return reply.header('content-length', file.bytes).send(stream);
}
