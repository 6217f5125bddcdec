import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { permit } from '../../../../domain/kernel/refusal.ts';
import { mayManageArticle } from '../../../../domain/rules/knowledge-access.ts';
import { set_knowledge_article_cover } from '../../../../features/operations/knowledge/set_knowledge_article_cover.ts';
import { show_knowledge_article } from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import { choice } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: { en: 'Cover', ru: 'Обложка' },
  choose: { en: 'Which picture stands at the top of the article', ru: 'Какой снимок стоит над статьёй' },
  none: { en: 'No cover of its own', ru: 'Без отдельной обложки' },
  picture: { en: 'Picture', ru: 'Снимок' },
  save: labels.save,
  saved: { en: 'The cover is chosen.', ru: 'Обложка выбрана.' },
  empty: { en: 'The article has no pictures yet', ru: 'У статьи пока нет снимков' },
  emptyWhy: { en: 'Add one while editing the text.', ru: 'Добавьте снимок, когда правите текст.' },
  edit: { en: 'Edit the article', ru: 'Править статью' },
} as const satisfies Record<string, Text>;

const choose = form(set_knowledge_article_cover, {
  path: paths.knowledgeCover,
  fields: { media: choice(texts.choose, {}, { as: 'cards' }) },
  done: ({ slug }) => ({ to: fillPath(paths.knowledgeArticle, { article: slug }), notice: texts.saved }),
});

/** Choice of the cover among the article's own pictures; for its author and moderators. */
export const knowledgeCoverPage = definePage({
  path: paths.knowledgeCover,
  access: 'signed-in',
  texts,
  async load({ article }, { call, session }) {
    const shown = await call(show_knowledge_article, { article, pictures: true });
    permit(mayManageArticle(session, { authorId: shown.author_user_id, status: shown.status }));
    const ready = (shown.pictures ?? []).filter(
      ({ state, content_type }) => state === 'ready' && content_type.startsWith('image/'),
    );
    return { article: shown, pictures: ready };
  },
  actions: { choose },
  head: () => ({ width: 'narrow' }),
  render: ({ article, pictures }, { language }) => {
    const at = { article: article.slug };
    return (
      <>
        <PageHead
          title={texts.title}
          line={article.title}
          parent={{ href: fillPath(paths.knowledgeArticle, at), text: article.title }}
        />
        {pictures.length === 0 ? (
          <EmptyState
            icon="image"
            title={texts.empty}
            action={
              <LinkButton href={fillPath(paths.editKnowledgeArticle, at)} kind="quiet">
                {texts.edit}
              </LinkButton>
            }
          >
            {texts.emptyWhy}
          </EmptyState>
        ) : (
          <choose.Form at={at} values={{ media: article.cover_media_id ?? '' }}>
            <choose.media
              choices={[
                { value: '', label: texts.none },
                ...pictures.map(({ id, caption, renditions, preview }, index) => {
                  const label = caption || `${texts.picture[language]} ${index + 1}`;
                  const src = renditions.thumb?.path ?? preview ?? '';
                  const mark = (
                    <>
                      <img class="cover-choice" src={src} alt="" width="96" height="72" /> {label}
                    </>
                  );
                  return { value: id, label, mark };
                }),
              ]}
            />
            <Button>{texts.save}</Button>
          </choose.Form>
        )}
      </>
    );
  },
});
