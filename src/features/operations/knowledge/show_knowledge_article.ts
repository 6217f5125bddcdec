import { z } from 'zod';
import { restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { flag } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { mayManageArticle } from '../../../domain/rules/knowledge-access.ts';
import { listMediaBySubject } from '../../../store/media/media.ts';
import { requireSection, sectionField, sectionReplyFields } from '../journal/text-section.ts';
import { mediaShape, showMedia } from '../media/shapes.ts';
import { loadKnowledgeArticle } from './loaded-article.ts';
import { articleReference, fullArticle, knowledgePagePath, showFullKnowledgeArticle } from './shapes.ts';

export const maxPictures = 200;

export const show_knowledge_article = defineOperation({
  name: 'show_knowledge_article',
  tag: 'Knowledge',
  route: 'GET /knowledge/articles/{article}',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'platform'],
  summary: 'One article of the knowledge base with its text.',
  description: 'If an edit of yours waits you see your own text, status `pending`.',
  resource: {
    uriTemplate: 'settlements://knowledge/{article}',
    title: 'An article of the shared knowledge base',
    mimeType: 'text/markdown',
    text: ({ title, body }) => `# ${title}\n\n${body}\n`,
  },
  input: z.object({
    article: articleReference,
    section: sectionField,
    pictures: restOnly(
      stateDefault(false, flag.optional().describe('Also its own pictures; for its author and moderators.')),
    ),
  }),
  output: fullArticle.extend({
    revision_id: fullArticle.shape.revision_id.optional(),
    ...sectionReplyFields,
    pictures: z.array(mediaShape).optional().describe('When asked for: `![caption](media:<id>)` shows one.'),
  }),
  pagePath: knowledgePagePath,
  countReader({ id, revision_id, whole_version, approved_revision_id }, { knowledgeViews }) {
    // One's own text that waits is no view.
    if ((revision_id ?? whole_version) === approved_revision_id) knowledgeViews.count(id);
  },
  load: loadKnowledgeArticle,
  async show({ section, pictures }, { db, caller, services, now }, found) {
    const seesPictures = pictures === true && mayManageArticle(caller, found) === true;
    const media = seesPictures
      ? await listMediaBySubject(db, 'knowledge_article', found.id, maxPictures)
      : [];
    const { revision_id, ...shown } = showFullKnowledgeArticle(found);
    services.notificationReads.record(caller.accountId, knowledgePagePath(found));
    const part = section === undefined ? undefined : requireSection(found.body, section);
    return {
      ...shown,
      ...(part === undefined
        ? { revision_id }
        : { body: part.text, section: part.anchor, whole_version: revision_id }),
      ...(seesPictures && { pictures: media.map((row) => showMedia(services, row, [], now())) }),
    };
  },
});
