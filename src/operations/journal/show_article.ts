import { z } from 'zod';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { maySeeArticle } from '../../rules/article-publication.ts';
import { hideMentions } from '../../rules/mentions.ts';
import { findArticle } from '../../store/journal/articles.ts';
import { listTags } from '../../store/journal/tags.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { loadReach, reachFields } from './announcement-reach.ts';
import { findShown, isEditable, viewOf } from './named-things.ts';
import { articleField, settlementField, shownArticle, showWhole } from './shapes.ts';

export const show_article = defineOperation({
  name: 'show_article',
  tag: 'Journal',
  route: 'GET /settlements/{settlement}/articles/{article}',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement'],
  summary: 'One article with its text, tags and what the text names.',
  description: 'Tokens such as [object:123] in the text are explained in `mentions`.',
  resource: {
    uriTemplate: 'settlements://settlements/{settlement}/articles/{article}',
    title: 'An article of a settlement',
    mimeType: 'text/markdown',
    text: ({ data: { title, body } }) => `# ${title}\n\n${body}\n`,
  },
  input: z.object({ settlement: settlementField, article: articleField }),
  output: z.object({ data: shownArticle.extend(reachFields) }),
  async handle({ settlement, article }, { db, caller, language, services }) {
    const place = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    const found = (await findArticle(db, place.id, article)) ?? refuse.notFound('article');
    if (!maySeeArticle(found, place.settlementRole, caller.accountId)) refuse.notFound('article');
    const { accountId } = caller;
    if (found.kind === 'announcement' && found.status === 'published' && accountId !== null)
      services.announcementReads.note(found.id, accountId);
    const [tags, named, reach] = await Promise.all([
      listTags(db, 'article', [found.id]),
      findShown(db, viewOf(place, caller), found),
      loadReach(db, found, place.settlementRole),
    ]);
    const shown = showWhole(found, tags.get(found.id) ?? [], named, language);
    const body = hideMentions(shown.body, new Set(Object.keys(shown.mentions)), language);
    const isKept = body !== shown.body && (await isEditable(db, place, caller, found));
    return { data: { ...(isKept ? shown : { ...shown, body }), ...reach } };
  },
});
