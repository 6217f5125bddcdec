import type { Text } from '../../../i18n/text.ts';
import { list_articles } from '../../../operations/journal/list_articles.ts';
import { show_article } from '../../../operations/journal/show_article.ts';
import { show_settlement } from '../../../operations/settlement/show_settlement.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { Moment } from '../../ui/moment.tsx';
import { renderBody } from './article-body.ts';

export const texts = {
  title: { en: 'News and diaries', ru: 'Новости и дневники' },
  none: {
    en: 'Nothing here is open to everybody yet. Residents see more after signing in with an assistant.',
    ru: 'Открытых для всех записей пока нет. Жители видят больше через помощника.',
  },
  feed: { en: 'Atom feed', ru: 'Лента Atom' },
  next: { en: 'Older', ru: 'Раньше' },
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
  render: ({ settlement, articles, cursor }, view) => {
    const { language } = view;
    const home = fillPath(paths.settlement, { settlement: settlement.slug });
    return (
      <>
        <p>
          <a class="back" href={home}>
            {settlement.name}
          </a>
        </p>
        <h1>{texts.title[language]}</h1>
        <p class="soft">
          <a href={fillPath(paths.articlesFeed, { settlement: settlement.slug })} type="application/atom+xml">
            {texts.feed[language]}
          </a>
        </p>
        {articles.length === 0 && <p>{texts.none[language]}</p>}
        {articles.map((article) => (
          <article key={article.id}>
            <h2>
              <a href={fillPath(paths.article, { settlement: settlement.slug, article: article.slug })}>
                {article.title}
              </a>
            </h2>
            <p class="soft">
              {kindNames[article.kind][language]}
              {article.published_at && (
                <>
                  {', '}
                  <Moment at={article.published_at} language={language} />
                </>
              )}
            </p>
            <p>{article.excerpt}</p>
          </article>
        ))}
        {cursor && (
          <p>
            <a
              href={`${fillPath(paths.articles, { settlement: settlement.slug })}?${new URLSearchParams({ cursor })}`}
            >
              {texts.next[language]}
            </a>
          </p>
        )}
      </>
    );
  },
});

export const articlePage = definePage({
  path: paths.article,
  for: 'anybody',
  texts,
  async load({ settlement, article }, { call, parts }) {
    const { data } = await call(show_settlement, { settlement });
    const shown = await call(show_article, { settlement, article });
    return {
      settlement: data as Place,
      article: shown.data,
      safeHtml: await renderBody(shown.data, parts.renderedTexts),
    };
  },
  head: ({ article }) => ({ title: article.title, description: article.excerpt }),
  render: ({ settlement, article, safeHtml }, view) => {
    const { language } = view;
    return (
      <article class="prose">
        <p>
          <a class="back" href={fillPath(paths.articles, { settlement: settlement.slug })}>
            {settlement.name}
          </a>
        </p>
        <h1>{article.title}</h1>
        <p class="soft">
          {kindNames[article.kind][language]}. {texts.about[language]}{' '}
          <Moment at={article.about_on} language={language} />
        </p>
        {/* As the renderer wrote it: only tags and addresses of its allow-list, so it is set in as it is. */}
        <div dangerouslySetInnerHTML={{ __html: safeHtml }} />
        <ul class="chips">
          {article.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      </article>
    );
  },
});
