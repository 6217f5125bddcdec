import type { Language, Text } from '../../../i18n/text.ts';
import { list_knowledge_articles } from '../../../operations/knowledge/list_knowledge_articles.ts';
import { type KnowledgeCategory, topCategories } from '../../../rules/knowledge-categories.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { parsePath, pathWith, type View } from '../../view.ts';
import { categoryNames } from '../../words/knowledge.ts';

export const texts = {
  title: { en: 'Knowledge base', ru: 'База знаний' },
  lead: {
    en: 'Advice for house, garden and common life that neighbours wrote and moderators checked.',
    ru: 'Советы о доме, саде и общей жизни: написали соседи, проверили модераторы.',
  },
  find: { en: 'Search the knowledge base', ru: 'Поиск по базе знаний' },
  query: { en: 'What do you want to know?', ru: 'Что хотите узнать?' },
  section: { en: 'Section', ru: 'Раздел' },
  anySection: { en: 'All sections', ru: 'Все разделы' },
  search: { en: 'Search', ru: 'Найти' },
  list: { en: 'Articles', ru: 'Статьи' },
  none: { en: 'Nothing found. Try other words.', ru: 'Ничего не нашлось. Попробуйте другие слова.' },
  showAll: { en: 'Show all articles', ru: 'Показать все статьи' },
  next: { en: 'Next page', ru: 'Следующая страница' },
  first: { en: 'Back to the first page', ru: 'К первой странице' },
  pages: { en: 'Pages', ru: 'Страницы' },
} as const satisfies Record<string, Text>;

export type KnowledgeEntry = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly category: KnowledgeCategory | null;
  readonly tags: readonly string[];
};

export type KnowledgeListData = {
  readonly articles: readonly KnowledgeEntry[];
  readonly cursor: string | null;
  readonly filter: { readonly search: string; readonly category: string; readonly tag: string };
};

export const knowledgePage = definePage({
  path: paths.knowledge,
  for: 'anybody',
  texts,
  async load(_, { call, text }) {
    const filter = { search: text('search'), category: text('category'), tag: text('tag') };
    const { articles, cursor } = await call(list_knowledge_articles, { ...filter, cursor: text('cursor') });
    return { articles, cursor, filter };
  },
  head: (_, view) => ({ description: texts.lead[view.language] }),
  render: (data, view) => {
    const { language } = view;
    return (
      <>
        <h1>{texts.title[language]}</h1>
        <p class="lead">{texts.lead[language]}</p>
        <SearchForm data={data} language={language} />
        <section aria-labelledby="list">
          <h2 id="list">{texts.list[language]}</h2>
          {data.articles.length > 0 ? (
            <ul class="cards">
              {data.articles.map((article) => (
                <ArticleCard key={article.id} article={article} language={language} />
              ))}
            </ul>
          ) : (
            <div class="empty">
              <p>{texts.none[language]}</p>
              <a href={paths.knowledge}>{texts.showAll[language]}</a>
            </div>
          )}
          <Pages data={data} view={view} />
        </section>
      </>
    );
  },
});

function SearchForm({ data, language }: { data: KnowledgeListData; language: Language }) {
  return (
    <search>
      <form class="search" method="get" action={paths.knowledge} aria-label={texts.find[language]}>
        <div class="field">
          <label for="search">{texts.query[language]}</label>
          <input
            id="search"
            name="search"
            type="search"
            value={data.filter.search}
            maxLength={200}
            autocomplete="off"
          />
        </div>
        <div class="field">
          <label for="category">{texts.section[language]}</label>
          <select id="category" name="category">
            <option value="">{texts.anySection[language]}</option>
            {topCategories.map((name) => (
              <option key={name} value={name} selected={name === data.filter.category}>
                {categoryNames[name][language]}
              </option>
            ))}
          </select>
        </div>
        <button class="primary" type="submit">
          {texts.search[language]}
        </button>
      </form>
    </search>
  );
}

function ArticleCard({ article, language }: { article: KnowledgeEntry; language: Language }) {
  return (
    <li class="card">
      <h3>
        <a href={fillPath(paths.knowledgeArticle, { article: article.slug })}>{article.title}</a>
      </h3>
      <p>{article.excerpt}</p>
      <ul class="chips">
        {article.category && <li>{categoryNames[article.category][language]}</li>}
        {article.tags.slice(0, 5).map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
    </li>
  );
}

function Pages({ data, view }: { data: KnowledgeListData; view: View }) {
  const continued = parsePath(view.path).searchParams.has('cursor');
  if (!data.cursor && !continued) return null;
  const query = new URLSearchParams(Object.entries(data.filter).filter(([, value]) => value !== ''));
  const first = query.size > 0 ? `${paths.knowledge}?${query}` : paths.knowledge;
  return (
    <nav class="pages" aria-label={texts.pages[view.language]}>
      {continued && <a href={first}>{texts.first[view.language]}</a>}
      {data.cursor && (
        <a class="button quiet" rel="next" href={pathWith(first, 'cursor', data.cursor)}>
          {texts.next[view.language]}
        </a>
      )}
    </nav>
  );
}
