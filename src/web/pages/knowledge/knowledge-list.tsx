import type { Language, Text } from '../../../i18n/text.ts';
import { list_knowledge_articles } from '../../../operations/knowledge/list_knowledge_articles.ts';
import { type KnowledgeCategory, topCategories } from '../../../rules/knowledge-categories.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { parsePath, pathWith, type View } from '../../view.ts';
import { categoryNames } from '../../words/knowledge.ts';
export const texts = {
  title: { en: 'Advice', ru: 'Советы' },
  lead: {
    en: 'Advice for house, garden and common life that neighbours wrote and moderators checked.',
    ru: 'Советы о доме, саде и общей жизни: написали соседи, проверили модераторы.',
  },
  find: { en: 'Search the advice', ru: 'Поиск по советам' },
  query: { en: 'What do you want to know?', ru: 'Что хотите узнать?' },
  section: { en: 'Section', ru: 'Раздел' },
  anySection: { en: 'All sections', ru: 'Все разделы' },
  search: { en: 'Search', ru: 'Найти' },
  list: { en: 'Articles', ru: 'Статьи' },
  none: { en: 'Nothing found. Try other words.', ru: 'Ничего не нашлось. Попробуйте другие слова.' },
  showAll: { en: 'Show all articles', ru: 'Показать все статьи' },
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
        <PageHead title={texts.title[language]} line={texts.lead[language]} />
        <div class="stack">
          <SearchForm data={data} language={language} />
          <Card heading={{ id: 'list', title: texts.list[language] }} flush>
            {data.articles.length > 0 ? (
              <List>
                {data.articles.map((article) => (
                  <ArticleRow key={article.id} article={article} language={language} />
                ))}
              </List>
            ) : (
              <EmptyState
                icon="search"
                title={texts.none[language]}
                action={
                  <LinkButton href={paths.knowledge} kind="quiet">
                    {texts.showAll[language]}
                  </LinkButton>
                }
              />
            )}
          </Card>
          <Pages data={data} view={view} />
        </div>
      </>
    );
  },
});

function SearchForm({ data, language }: { data: KnowledgeListData; language: Language }) {
  return (
    <search>
      <form class="filter" method="get" action={paths.knowledge} aria-label={texts.find[language]}>
        <div class="field">
          <label for="search">{texts.query[language]}</label>
          <input
            class="input"
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
          <select class="input" id="category" name="category">
            <option value="">{texts.anySection[language]}</option>
            {topCategories.map((name) => (
              <option key={name} value={name} selected={name === data.filter.category}>
                {categoryNames[name][language]}
              </option>
            ))}
          </select>
        </div>
        <Button kind="quiet">{texts.search[language]}</Button>
      </form>
    </search>
  );
}

function ArticleRow({ article, language }: { article: KnowledgeEntry; language: Language }) {
  return (
    <Row
      href={fillPath(paths.knowledgeArticle, { article: article.slug })}
      icon="book"
      title={article.title}
      line={[article.category && categoryNames[article.category][language], article.excerpt]
        .filter(Boolean)
        .join(' · ')}
    />
  );
}

function Pages({ data, view }: { data: KnowledgeListData; view: View }) {
  const continued = parsePath(view.path).searchParams.has('cursor');
  const query = new URLSearchParams(Object.entries(data.filter).filter(([, value]) => value !== ''));
  const first = query.size > 0 ? `${paths.knowledge}?${query}` : paths.knowledge;
  return (
    <Pager
      {...(continued && { first })}
      {...(data.cursor && { next: pathWith(first, 'cursor', data.cursor) })}
    />
  );
}
