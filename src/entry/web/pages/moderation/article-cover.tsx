import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { permit } from '../../../../domain/kernel/refusal.ts';
import { mayManageArticle } from '../../../../domain/rules/knowledge-access.ts';
import { set_knowledge_article_cover } from '../../../../features/operations/knowledge/set_knowledge_article_cover.ts';
import { show_knowledge_article } from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import { definePage, submitTo } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: { en: 'Cover', ru: 'Обложка' },
  choose: { en: 'Which picture stands over the article', ru: 'Какой снимок стоит над статьёй' },
  none: { en: 'No cover of its own', ru: 'Без отдельной обложки' },
  picture: { en: 'Picture', ru: 'Снимок' },
  save: labels.save,
  saved: { en: 'The cover is chosen.', ru: 'Обложка выбрана.' },
  empty: { en: 'The article has no pictures yet', ru: 'У статьи пока нет снимков' },
  emptyWhy: { en: 'Add one while editing the text.', ru: 'Добавьте снимок, когда правите текст.' },
  edit: { en: 'Edit the article', ru: 'Править статью' },
} as const satisfies Record<string, Text>;

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
  actions: {
    choose: submitTo(set_knowledge_article_cover, {
      path: paths.knowledgeCover,
      read: (form, { article }) => ({ article, media: form.get('media') || null }),
      done: ({ slug }) => ({
        to: fillPath(paths.knowledgeArticle, { article: slug }),
        notice: texts.saved,
      }),
    }),
  },
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
          <Card>
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
          </Card>
        ) : (
          <Form id="choose" action={fillPath(paths.knowledgeCover, at)}>
            <RadioCards
              name="media"
              label={texts.choose}
              value={article.cover_media_id ?? ''}
              choices={[
                { value: '', label: texts.none },
                ...pictures.map(({ id, caption, renditions, preview }, index) => {
                  const label = caption || `${texts.picture[language]} ${index + 1}`;
                  const src = renditions.thumb?.path ?? preview ?? '';
                  const picture = <img class="cover-choice" src={src} alt="" width="96" height="72" />;
                  return {
                    value: id,
                    label,
                    mark: (
                      <>
                        {picture} {label}
                      </>
                    ),
                  };
                }),
              ]}
            />
            <Button>{texts.save}</Button>
          </Form>
        )}
      </>
    );
  },
});
