import type { Text } from '../../../i18n/text.ts';
import { list_articles } from '../../../operations/journal/list_articles.ts';
import { show_article } from '../../../operations/journal/show_article.ts';
import { show_settlement } from '../../../operations/settlement/show_settlement.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { Tag } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { Moment } from '../../ui/moment.tsx';
import { BackLink, PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { renderBody } from './article-body.ts';
export const texts = {
  title: { en: 'News and diaries', ru: 'Новости и дневники' },
  none: {
    en: 'Nothing here is open to you yet. Residents see more after signing in.',
    ru: 'Открытых для вас записей пока нет. Жители видят больше, когда войдут.',
  },
  feed: { en: 'Atom feed', ru: 'Лента Atom' },
  about: { en: 'About', ru: 'О дне' },
} as const satisfies Record<string, Text>;

export const kindNames = {
  diary: { en: 'Diary', ru: 'Дневник' },
  post: { en: 'Article', ru: 'Статья' },
  guide: { en: 'Guide', ru: 'Памятка' },
  announcement: { en: 'Announcement', ru: 'Объявление' },
} as const satisfies Record<string, Text>;

type Place = { readonly slug: string; readonly name: string };

export const articlesPage = definePage({
  path: paths.articles,
  for: 'anybody',
  texts,
  async load({ settlement }, { call, text }) {
    const { data } = await call(show_settlement, { settlement });
    return {
      settlement: data as Place,
      ...(await call(list_articles, { settlement, cursor: text('cursor') })),
    };
  },
  head: ({ settlement }, view) => ({
    title: `${texts.title[view.language]} — ${settlement.name}`,
    description: settlement.name,
  }),
  render: ({ settlement, articles, cursor }, { language }) => {
    const address = { settlement: settlement.slug };
    const list = fillPath(paths.articles, address);
    return (
      <>
        <PageHead
          title={texts.title[language]}
          parent={{ href: fillPath(paths.settlement, address), text: settlement.name }}
          line={
            <a href={fillPath(paths.articlesFeed, address)} type="application/atom+xml">
              {texts.feed[language]}
            </a>
          }
        />
        <Card flush>
          {articles.length === 0 && <EmptyState icon="diary" title={texts.none[language]} />}
          <List>
            {articles.map((article) => (
              <Row
                key={article.id}
                href={fillPath(paths.article, { ...address, article: article.slug })}
                icon={article.kind === 'announcement' ? 'announce' : 'diary'}
                title={article.title}
                line={
                  <>
                    {kindNames[article.kind][language]}
                    {article.published_at && (
                      <>
                        {', '}
                        <Moment at={article.published_at} language={language} />
                      </>
                    )}
                    {article.excerpt && ` · ${article.excerpt}`}
                  </>
                }
              />
            ))}
          </List>
        </Card>
        <Pager {...(cursor && { next: `${list}?${new URLSearchParams({ cursor })}` })} />
      </>
    );
  },
});

export const articlePage = definePage({
  path: paths.article,
  for: 'anybody',
  texts,
  async load({ settlement, article }, { call, parts, view }) {
    const { data } = await call(show_settlement, { settlement });
    const shown = await call(show_article, { settlement, article });
    return {
      settlement: data as Place,
      article: shown.data,
      safeHtml: await renderBody(shown.data, parts.renderedTexts, view.language),
    };
  },
  head: ({ article }) => ({ title: article.title, description: article.excerpt }),
  render: ({ settlement, article, safeHtml }, { language }) => (
    <article class="reader">
      <BackLink href={fillPath(paths.articles, { settlement: settlement.slug })} text={settlement.name} />
      <h1>{article.title}</h1>
      <p class="byline">
        {kindNames[article.kind][language]}. {texts.about[language]}{' '}
        <Moment at={article.about_on} language={language} />
      </p>
      {/* As the renderer wrote it: only tags and addresses of its allow-list, so it is set in as it is. */}
      <div class="prose" dangerouslySetInnerHTML={{ __html: safeHtml }} />
      <ul class="tags">
        {article.tags.map((tag) => (
          <li key={tag}>
            <Tag>{tag}</Tag>
          </li>
        ))}
      </ul>
    </article>
  ),
});
