import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { enumField, name, nonBlank, parcelReference } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import {
  articleKinds,
  checkParcelForKind,
  mayWriteArticle,
} from '../../../domain/rules/article-publication.ts';
import { changeEvent } from '../../../domain/rules/event-changes.ts';
import { refuseOverQuota } from '../../../domain/rules/quotas.ts';
import { visibilities } from '../../../domain/rules/settlement-role.ts';
import { slugify } from '../../../domain/rules/slug.ts';
import { mayBeUrgent } from '../../../domain/rules/urgent-notice.ts';
import { countQuotaUsage, lockQuotas } from '../../../store/accounts/quotas.ts';
import {
  insertArticle,
  isParcelMember,
  recountPhotographs,
  updateMediaSubjects,
} from '../../../store/journal/articles.ts';
import { replaceMentions } from '../../../store/journal/mentions.ts';
import { setTags } from '../../../store/journal/tags.ts';
import { findSimilarArticles } from '../../../store/search/similar-things.ts';
import { requireParcelByReference } from '../../loaders/parcel-reference.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { similarReply, tellSimilar, unlessSimilarField } from '../shapes/similar.ts';
import { resolveMentions } from './article-mentions.ts';
import { loadArticleToShow, showWrittenArticleAsItStands } from './article-to-change.ts';
import { eventFields, findSpan } from './event-fields.ts';
import { createExcerpt } from './excerpt.ts';
import {
  articlePagePath,
  illustrationFields,
  settlementField,
  urgentField,
  withMentionMap,
  writtenArticle,
} from './shapes.ts';

export const write_article = defineOperation({
  name: 'write_article',
  tag: 'Journal',
  route: 'POST /settlements/{settlement}/articles',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  summary: "Write a draft for a plot's diary or the settlement.",
  description:
    'Nothing is published until publish_article. Diaries are for members of the plot, other kinds for the board. Tokens in the text: [object:<id>], [media:<id>], [task:<id>], [gallery:<id>] (all photographs of it).',
  body: 'text',
  input: z.object({
    settlement: settlementField,
    parcel_id: parcelReference.nullish().describe('Plot of a diary entry: number or id.'),
    kind: enumField(articleKinds).default('diary').describe('Default diary.'),
    title: name(200).describe('Up to 200 characters.'),
    body: nonBlank(60_000).describe('Markdown.'),
    visibility: enumField(visibilities).default('residents').describe('Default residents.'),
    ...illustrationFields,
    tags: stateDefault([], illustrationFields.tags),
    urgent: stateDefault(false, urgentField),
    ...eventFields,
    unless_similar: unlessSimilarField,
  }),
  output: z.object({ data: writtenArticle, similar: similarReply }),
  formatForTools: withMentionMap,
  shortReply: [
    'data.id',
    'data.slug',
    'data.status',
    'data.visibility',
    'data.version',
    'data.mentions_count',
    'data.unknown_mentions',
    'data.photos_count',
    'data.published_at',
    'similar',
  ],
  pagePath: articlePagePath,
  head: ['settlement'],
  async load({ settlement }, context, lock) {
    if (lock) await lockQuotas(context.db, context.caller.accountId);
    return loadSettlement(settlement, context);
  },
  permit({ settlementRole: { isEditor, isResident } }, _caller, input) {
    // Whose diary it is stands in the body.
    if (input === undefined)
      permit(mayWriteArticle('diary', { isEditor, isParcelMember: isEditor || isResident }));
  },
  async write(input, context, settlement) {
    const { db, caller, services, now, newId } = context;
    const { kind, visibility, parcel_id } = input;
    const { isEditor } = settlement.settlementRole;
    if (kind !== 'diary') permit(mayWriteArticle(kind, { isEditor, isParcelMember: false }));
    const parcelGiven = checkParcelForKind(kind, parcel_id != null);
    if (parcelGiven !== true) refuse.invalid('parcel_id', parcelGiven);
    const urgency = input.urgent ? mayBeUrgent({ kind, visibility }) : true;
    if (urgency !== true) refuse.invalid('urgent', urgency);
    const parcel =
      parcel_id == null
        ? undefined
        : await requireParcelByReference(db, settlement.id, parcel_id, 'parcel_id');
    const isMember = parcel !== undefined && (await isParcelMember(db, parcel.id, caller.accountId));
    permit(mayWriteArticle(kind, { isEditor, isParcelMember: isMember }));
    const drafts = await countQuotaUsage(db, 'drafts', caller, now());
    refuseOverQuota('status', 'drafts', drafts, services.quotas);

    const event = changeEvent(null, input, { kind, timeZone: settlement.timeZone, now: now() });
    const draft = {
      id: newId(),
      settlementId: settlement.id,
      parcelId: parcel?.id ?? null,
      authorId: caller.accountId,
      title: input.title.trim(),
      body: input.body,
      excerpt: createExcerpt(input.body),
      kind,
      visibility,
      coverMediaId: input.cover_media_id ?? null,
      aboutOn: input.about_on ?? null,
      isUrgent: input.urgent ?? false,
      createdAt: now(),
      event,
      eventSpan: findSpan(event, settlement.timeZone),
    };
    const author = { accountId: caller.accountId, settlementId: settlement.id, parcelId: draft.parcelId };
    const similar = tellSimilar(
      context,
      await findSimilarArticles(db, author, draft.body, now()),
      ({ id, slug }) => fillPath(paths.article, { settlement: settlement.slug, article: slug ?? id }),
      input.unless_similar,
    );
    const read = await resolveMentions(db, settlement, caller, { ...draft, isMember }, input);
    const article = { ...draft, aboutOnShown: read.aboutOnShown };
    await insertArticle(db, article, slugify(draft.title, 90), read.mentions.length);
    if (read.mentions.length > 0) await replaceMentions(db, draft.id, read.mentions);
    if (draft.parcelId !== null) await updateMediaSubjects(db, draft.parcelId, read.moves);
    if (read.mentions.length > 0) await recountPhotographs(db, [draft.id]);
    const subject = { subjectType: 'article', subjectId: draft.id, settlementId: settlement.id } as const;
    if (input.tags) await setTags(db, subject, input.tags, newId);
    return { id: draft.id, ...similar };
  },
  show: async ({ settlement }, context, { id, ...similar }: WrittenArticle) => ({
    data: await showWrittenArticleAsItStands(
      await loadArticleToShow({ settlement, article: id }, context),
      context,
    ),
    ...similar,
  }),
});

interface WrittenArticle {
  id: string;
  similar?: z.input<typeof similarReply>;
}
