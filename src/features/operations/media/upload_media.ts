import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import {
  enumField,
  formatTimestamp,
  line,
  outTimestamp,
  outUrl,
  outWord,
  tagNames,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { isAlwaysPublic, mayAddMedia, mediaSubjectTypes } from '../../../domain/rules/media-access.ts';
import { visibilities } from '../../../domain/rules/settlement-role.ts';
import { mediaTypes } from '../../../engines/media/content-type.ts';
import { maxPictureBytes } from '../../../engines/media/picture.ts';
import { createUploadToken, hashUploadToken } from '../../../engines/media/signed-url.ts';
import { extendTicket, insertTicket } from '../../../store/media/upload-tickets.ts';
import { inlineFields, storeInlineFile } from './inline-file.ts';
import { loadTarget, resolveSubject, subjectReference } from './media-target.ts';
import { mediaShape } from './shapes.ts';
import { refuseOverFileQuotas, saveUpload } from './upload.ts';

const ticketMilliseconds = 60 * 60 * 1000;

export const upload_media = defineOperation({
  name: 'upload_media',
  tag: 'Media',
  route: 'POST /media',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement', 'company'],
  toolsets: ['photographs', 'diary'],
  summary: 'Add a photograph or PDF.',
  body: 'text',
  description:
    'As `data` or `from_url`; without both the reply has `upload_url` for `curl -T photo.jpg "<upload_url>"`. For a message: your own account as `subject_id`, then send_message.',
  input: z.object({
    subject_type: enumField(mediaSubjectTypes).describe('What the file belongs to.'),
    subject_id: subjectReference,
    ...inlineFields,
    caption: line(500).default('').describe('What it shows.'),
    visibility: enumField(visibilities)
      .nullish()
      .describe('Left out: as the article or review, else residents.'),
    tags: restOnly(stateDefault([], tagNames.nullish().describe('Up to 30.'))),
    file_name: restOnly(text(200).default('').describe('The name to download it under.')),
  }),
  output: z.object({
    data: z.object({
      upload_url: outUrl.describe(
        'Send the file here. Whoever has this address can use it: keep it to yourself.',
      ),
      method: z.literal('PUT'),
      expires_at: outTimestamp,
      max_bytes: z.int(),
      content_types: z.array(outWord).describe('What is accepted; the file itself decides, not its name.'),
      media: mediaShape.optional().describe('With `data` or `from_url`: what it became.'),
    }),
  }),
  // The offer to send the bytes is of no use once they are here.
  formatForTools: (reply) =>
    reply.data.media === undefined ? reply : ({ data: { media: reply.data.media } } as typeof reply),
  shortReply: [
    ...['upload_url', 'method', 'expires_at', 'max_bytes'].map((name) => `data.${name}`),
    ...['id', 'path', 'state', 'subject', 'visibility'].map((name) => `data.media.${name}`),
  ],
  async load(input, { db, caller }) {
    const subject = await resolveSubject(db, caller, input);
    const { settlementId, role } = await loadTarget(db, caller, subject);
    return { subject, settlementId, role };
  },
  permit({ subject, role }, _caller, { visibility }) {
    permit(mayAddMedia(subject.type, role));
    if (visibility != null && visibility !== 'public' && isAlwaysPublic(subject.type))
      refuse.invalid('visibility', {
        en: 'Pictures of the knowledge base and of companies are public: leave visibility out.',
        ru: 'Рисунки базы знаний и компаний видны всем: не указывайте visibility.',
      });
  },
  preparesIf: ({ data, from_url }) => data !== undefined || from_url !== undefined,
  prepare: (
    input,
    context,
    { settlementId },
  ): Promise<Awaited<ReturnType<typeof storeInlineFile>> | undefined> =>
    storeInlineFile(input, context, (bytes) =>
      refuseOverFileQuotas(context, settlementId, context.caller.accountId, bytes),
    ),
  async write(input, context, { subject, settlementId }, upload) {
    const { db, caller, origin, services, now, newId } = context;
    await refuseOverFileQuotas(context, settlementId, caller.accountId, 1);
    const { token, tokenSha256 } = createUploadToken();
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + ticketMilliseconds);
    const planned = {
      subjectType: subject.type,
      subjectId: subject.id,
      caption: input.caption,
      fileName: input.file_name,
      visibility: subject.type === 'message' ? null : (input.visibility ?? null),
      tags: input.tags ?? [],
    };
    const { accountId, isModerator } = caller;
    await insertTicket(db, { tokenSha256, accountId, createdAt, expiresAt, media: planned });
    const parts = {
      db,
      transact: <Result>(work: (inner: Db) => Promise<Result>) => work(db),
      services,
      now,
      newId,
    };
    const media =
      upload &&
      (await saveUpload(
        parts,
        { accountId, isModerator, media: planned, mediaId: null },
        tokenSha256,
        upload,
        '',
      ));
    return {
      data: {
        upload_url: `${origin}/media/uploads/${token}`,
        method: 'PUT' as const,
        expires_at: formatTimestamp(expiresAt),
        max_bytes: maxPictureBytes,
        content_types: [...mediaTypes],
        ...(media && { media }),
      },
    };
  },
  show: showWritten,
  /** Renews the same upload URL, so that a photograph that did arrive is not stored twice. */
  async refreshReply(reply, { db, caller, now }) {
    const { upload_url, expires_at } = reply.data;
    if (reply.data.media !== undefined || Date.parse(expires_at) > now().getTime()) return reply;
    const expiresAt = new Date(now().getTime() + ticketMilliseconds);
    const tokenSha256 = hashUploadToken(upload_url.split('/').at(-1) ?? '');
    const isProlonged =
      tokenSha256 !== undefined &&
      (await extendTicket(db, { tokenSha256, accountId: caller.accountId, expiresAt }));
    return isProlonged ? { data: { ...reply.data, expires_at: formatTimestamp(expiresAt) } } : null;
  },
});
