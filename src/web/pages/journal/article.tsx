import type { z } from 'zod';
import type { Text } from '../../../i18n/text.ts';
import type { articleEntry, shownArticle } from '../../../operations/journal/shapes.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { renderPage } from '../../ui/layout.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { View } from '../../view.ts';

export const texts = {
  list: { en: 'News and diaries', ru: 'Новости и дневники' },
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

export type ArticleListData = {
  readonly settlement: Place;
  readonly articles: readonly z.output<typeof articleEntry>[];
  readonly cursor: string | null;
};

export function renderArticleListPage({ settlement, articles, cursor }: ArticleListData, view: View): string {
  const { language } = view;
  const home = fillPath(paths.settlement, { settlement: settlement.slug });
  return renderPage(
    view,
    { title: `${texts.list[language]} — ${settlement.name}`, description: settlement.name },
    <>
      <p>
        <a class="back" href={home}>
          {settlement.name}
        </a>
      </p>
      <h1>{texts.list[language]}</h1>
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
    </>,
  );
}

export type ArticleData = {
  readonly settlement: Place;
  readonly article: z.output<typeof shownArticle>;
  /** The body as the renderer wrote it: only tags and addresses of its allow-list, so it is set in as it is. */
  readonly safeHtml: string;
};

export function renderArticlePage({ settlement, article, safeHtml }: ArticleData, view: View): string {
  const { language } = view;
  return renderPage(
    view,
    { title: article.title, description: article.excerpt },
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
      <div dangerouslySetInnerHTML={{ __html: safeHtml }} />
      <ul class="chips">
        {article.tags.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
    </article>,
  );
}
