import { z } from 'zod';
import { onlyOnMcpServers, restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import {
  flag,
  id,
  opaqueCursor,
  outCursor,
  pageLimit,
  parcelReference,
  reference,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { maySeeArticle } from '../../../domain/rules/article-publication.ts';
import { findArticle } from '../../../store/journal/articles.ts';
import { listMedia } from '../../../store/media/media.ts';
import { listRemovedMedia } from '../../../store/media/removed-media.ts';
import { listBoardHidings } from '../../../store/system/board-hidings.ts';
import { toRemover } from '../../../store/system/soft-delete.ts';
import { resolveParcelFilter } from '../../loaders/parcel-reference.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { hiddenReply, showHiding } from '../shapes/hiding.ts';
import { showRestorableUntil } from '../shapes/restoration.ts';
import { mediaShape, omitSizes, showMedia } from './shapes.ts';

export const list_media = defineOperation({
  name: 'list_media',
  tag: 'Media',
  route: 'GET /settlements/{settlement}/media',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement'],
  toolsets: ['photographs', 'diary'],
  summary: 'Photographs and files of a settlement, plot, object or article, newest first.',
  description: 'Addresses expire: keep the id.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    parcel: parcelReference.optional(),
    object: id.optional().describe('From list_parcel_objects.'),
    article: reference.optional().describe('Slug or id.'),
    contact: onlyOnMcpServers(['settlement'], id.optional().describe('From list_contacts.')),
    media: restOnly(id.optional().describe('Only this one.')),
    removed: stateDefault(false, flag.optional().describe('What you removed.')),
    detail,
    limit: pageLimit(100, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'media.id',
    'media.path',
    'media.caption',
    'media.state',
    'media.subject',
    'media.taken_at',
    'cursor',
  ],
  output: z.object({ media: z.array(mediaShape.extend({ hidden: hiddenReply })), cursor: outCursor }),
  formatForTools: (reply) => ({
    ...reply,
    media: reply.media.map((one) => (one.renditions === undefined ? one : omitSizes(one))),
  }),
  pictures: ({ media }, { settlement }) =>
    media.flatMap(({ id, path }) =>
      path === null ? [] : { address: path, uri: `settlements://settlements/${settlement}/media/${id}` },
    ),
  resource: {
    uriTemplate: 'settlements://settlements/{settlement}/media/{media}',
    title: 'Photograph or file',
    picture: ({ media: [found] }) => found?.path ?? null,
  },
  async show(
    { settlement, parcel, media: only, removed, limit, cursor, ...filter },
    { db, caller, cursors, services, now },
  ) {
    const found = await loadSettlement(settlement, { db, caller });
    const { settlementRole } = found;
    const subjects = [filter.object, filter.article, filter.contact].filter((value) => value !== undefined);
    if (subjects.length > 1) {
      refuse.invalid(filter.object === undefined ? 'article' : 'object', {
        en: 'Ask for one of object, article and contact at a time.',
        ru: 'Укажите что-то одно: object, article или contact.',
      });
    }
    const view = { settlementId: found.id, accountId: caller.accountId, settlementRole };
    let subject: Parameters<typeof listMedia>[2]['subject'];
    if (filter.object !== undefined) subject = { type: 'object', id: filter.object };
    if (filter.contact !== undefined) subject = { type: 'contact', id: filter.contact };
    if (filter.article !== undefined) {
      const article = await findArticle(db, found.id, filter.article);
      if (article === undefined || !maySeeArticle(article, settlementRole, caller.accountId))
        refuse.notFound('article');
      else subject = { type: 'article', id: article.id };
    }
    const parcelId = await resolveParcelFilter({ db, caller }, found.id, parcel, 'parcel');
    const bound = {
      settlement: found.id,
      parcel: parcelId,
      ...(only !== undefined && { only }),
      ...(removed && { removed }),
      ...filter,
    };
    const position = cursors.parse('list_media', bound, cursor);
    const [before] = position.key;
    const at = now();
    if (removed) {
      const remover = toRemover(caller.accountId ?? '0', at);
      const gone = await listRemovedMedia(db, view, remover, { parcelId, subject, before }, limit + 1);
      const cut = position.slicePage(gone, limit, (last) => [last.id]);
      const media = cut.page.map((row) => ({
        ...showMedia(services, { ...row, state: 'processing' }, row.tags, at),
        state: row.state,
        ...showRestorableUntil(row),
      }));
      return { media, cursor: cut.cursor };
    }
    const rows = await listMedia(db, view, { id: only, parcelId, subject, before }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    const ownOrBoard = page.filter((row) => settlementRole.readsAsBoard || row.ownerId === caller.accountId);
    const hidings = await listBoardHidings(
      db,
      'media',
      ownOrBoard.map((row) => row.id),
    );
    const media = page.map((row) => ({
      ...showMedia(services, row, row.tags, at),
      ...showHiding(hidings.get(row.id)),
    }));
    return { media, cursor: next };
  },
});
