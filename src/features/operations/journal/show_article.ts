import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { onlyOnMcpServers } from '../../../domain/kernel/argument-metadata.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { mayReadReplacedWords } from '../../../domain/rules/article-publication.ts';
import { findMentions } from '../../../domain/rules/mentions.ts';
import { listMediaOfArticle } from '../../../store/media/media.ts';
import { mediaShape, omitSizes, showMedia } from '../media/shapes.ts';
import { hiddenReply } from '../shapes/hiding.ts';
import { replacedField, replacedReply, showReplaced } from '../shapes/replaced.ts';
import { loadReach, reachFields } from './announcement-reach.ts';
import { decideArticleRights, listVisibleMentions, mayAnswerAuthor, toReader } from './article-mentions.ts';
import { loadArticleToShow } from './article-to-change.ts';
import { computeArticleVersion } from './article-version.ts';
import {
  articleField,
  articlePagePath,
  outVersion,
  settlementField,
  showFullArticle,
  shownArticle,
} from './shapes.ts';
import { requireSection, sectionField, sectionReplyFields } from './text-section.ts';

const maxPhotographs = 100;

const readingFields = {
  version: outVersion.optional(),
  ...sectionReplyFields,
  replaced: replacedReply,
  may_edit: z.boolean(),
  may_remove: z.boolean(),
  may_hide: z.boolean().describe('Narrow who sees it; the board gives a reason.'),
  hidden: hiddenReply,
  may_answer: z.boolean().describe('A diary entry of a neighbour to whom the caller may write.'),
  photographs: z
    .array(
      mediaShape.pick({
        id: true,
        renditions: true,
        state: true,
        caption: true,
        visibility: true,
        subject: true,
        content_type: true,
        width: true,
        height: true,
        preview: true,
      }),
    )
    .describe('Those the text names, in its order, then those that belong to it; at most 100.'),
};

export const show_article = defineOperation({
  name: 'show_article',
  tag: 'Journal',
  route: 'GET /settlements/{settlement}/articles/{article}',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement'],
  summary: 'One article with its text, tags and what it names.',
  description: '`mentions` explains tokens such as [object:123].',
  resource: {
    uriTemplate: 'settlements://settlements/{settlement}/articles/{article}',
    title: 'An article of a settlement',
    mimeType: 'text/markdown',
    text: ({ data: { title, body } }) => `# ${title}\n\n${body}\n`,
  },
  input: z.object({
    settlement: settlementField,
    article: articleField,
    section: sectionField,
    replaced: onlyOnMcpServers(['resident', 'settlement'], replacedField),
  }),
  output: z.object({ data: shownArticle.extend({ ...reachFields, ...readingFields }) }),
  pagePath: articlePagePath,
  formatForTools: ({ data }) => ({ data: { ...data, photographs: data.photographs.map(omitSizes) } }),
  async show({ settlement, article, section, replaced }, context) {
    const { db, caller, language, services, now } = context;
    const { settlement: place, article: found } = await loadArticleToShow({ settlement, article }, context, {
      told: true,
    });
    const { accountId } = caller;
    if (found.kind === 'announcement' && found.status === 'published' && accountId !== null)
      services.announcementReads.record(found.id, accountId, 'opened');
    const address = { settlement: place.id, article: found.slug };
    services.notificationReads.record(
      accountId,
      fillPath(paths.article, address),
      fillPath(paths.acknowledge, address),
    );
    const view = toReader(place, caller);
    const hasMedia = found.ownsMedia || findMentions(found.body).some(({ type }) => type === 'media');
    const [named, reach, media] = await Promise.all([
      listVisibleMentions(db, view, found),
      loadReach(context, found, place.settlementRole),
      hasMedia ? listMediaOfArticle(db, view, found.id, maxPhotographs) : [],
    ]);
    const rights = decideArticleRights(place, caller, found);
    const shown = showFullArticle(found, found.tags, named, language);
    const version = computeArticleVersion(found, shown.tags);
    const part = section === undefined ? undefined : requireSection(shown.body, section);
    return {
      data: {
        ...shown,
        ...(part === undefined
          ? { version }
          : { body: part.text, section: part.anchor, whole_version: version }),
        ...(replaced &&
          mayReadReplacedWords(found, place.settlementRole, accountId) && {
            replaced: await showReplaced(db, { type: 'article', id: found.id }),
          }),
        ...reach,
        ...rights,
        may_answer: mayAnswerAuthor(place, caller, found),
        photographs: media.map((row) => showMedia(services, row, [], now())),
      },
    };
  },
});
