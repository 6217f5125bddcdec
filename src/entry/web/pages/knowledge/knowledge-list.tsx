import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import {
  type KnowledgeCategory,
  knowledgeCategories,
  listCoveredCategories,
} from '../../../../domain/rules/knowledge-categories.ts';
import { list_knowledge_articles } from '../../../../features/operations/knowledge/list_knowledge_articles.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { knowledgeCategoryTexts } from '../../words/knowledge-texts.ts';
import * as labels from '../../words/labels.ts';
import { ArticleRow } from './article-row.tsx';
import {
  allArticlesPath,
  KnowledgeHome,
  maxNewest,
  type SectionCounts,
  sectionPath,
} from './knowledge-home.tsx';
import { Answers, loadAnswers } from './search-answers.tsx';
export const texts = {
  title: labels.advice,
  lead: {
    en: 'Advice on house, garden and village life, written by neighbours and checked by moderators.',
    ru: 'Советы о доме, саде и общей жизни: написали соседи, проверили модераторы.',
  },
  allAdvice: { en: 'All advice', ru: 'Все советы' },
  query: { en: 'What do you want to know?', ru: 'Что хотите узнать?' },
  list: labels.articles,
  write: { en: 'Write an article', ru: 'Написать статью' },
  mine: { en: 'My edits and articles', ru: 'Мои правки и статьи' },
  none: { en: 'Nothing found. Try other words.', ru: 'Ничего не нашлось. Попробуйте другие слова.' },
  showAll: { en: 'Show all articles', ru: 'Показать все статьи' },
} as const satisfies Record<string, Text>;

async function loadArticles({ call, text }: PageRequest) {
  const filter = { search: text('search'), category: text('category'), tag: text('tag') };
  const question = text('question').trim();
  const parameters = [...Object.values(filter), text('cursor'), text('all')];
  // No search, filter or cursor was given.
  const isHome = parameters.every((value) => value === '');
  const limit = isHome ? { limit: String(maxNewest) } : {};
  const [{ articles, cursor, sections }, answers] = await Promise.all([
    call(list_knowledge_articles, { ...filter, cursor: text('cursor'), sections: true, ...limit }),
    question === '' ? null : loadAnswers(call, question.slice(0, 500)),
  ]);
  const counts: SectionCounts = new Map(sections?.map((each) => [each.category, each.articles]));
  return { articles, cursor, filter, counts, isHome, answers };
}

type ListData = Awaited<ReturnType<typeof loadArticles>>;

export const knowledgePage = definePage({
  path: paths.knowledge,
  access: 'anybody',
  texts,
  load: (_, pageRequest) => loadArticles(pageRequest),
  head: (data, view) => ({
    title: (findSectionName(data) ?? texts.title)[view.language],
    description: texts.lead[view.language],
    ...(data.answers && { title: data.answers.question, scripts: ['copy.js'] }),
  }),
  render: (data, view) => {
    if (data.answers)
      return (
        <Screen title={texts.title} parent={{ href: paths.knowledge, text: texts.allAdvice }}>
          <AdviceSearch data={data} />
          <Answers data={data.answers} isSignedIn={view.account !== null} />
        </Screen>
      );
    if (data.isHome)
      return (
        <Screen
          title={texts.title}
          line={texts.lead}
          action={
            <LinkButton href={paths.newKnowledgeArticle} icon="write" kind="quiet" compact>
              {texts.write}
            </LinkButton>
          }
        >
          <AdviceSearch data={data} />
          <KnowledgeHome counts={data.counts} entries={data.articles} />
          {view.account && (
            <p>
              <a class="link" href={paths.myEdits}>
                {texts.mine}
              </a>
            </p>
          )}
        </Screen>
      );
    return (
      <Screen
        title={findSectionName(data) ?? texts.list}
        parent={{ href: paths.knowledge, text: texts.title }}
      >
        <AdviceSearch data={data} />
        <Subsections data={data} />
        <Card flush>
          {data.articles.length > 0 ? (
            <List>
              {data.articles.map((article) => (
                <ArticleRow key={article.id} article={article} />
              ))}
            </List>
          ) : (
            <EmptyState
              icon="search"
              title={texts.none}
              action={
                <LinkButton href={allArticlesPath} kind="quiet">
                  {texts.showAll}
                </LinkButton>
              }
            />
          )}
        </Card>
        <Pager cursor={data.cursor} />
      </Screen>
    );
  },
});

/** The section of the filter; undefined when unknown. */
function findSection({ filter }: ListData): KnowledgeCategory | undefined {
  return knowledgeCategories.find((name) => name === filter.category);
}

function findSectionName(data: ListData): Text | undefined {
  const section = findSection(data);
  return section && knowledgeCategoryTexts[section];
}

/** Inside a section only that section is searched. */
function AdviceSearch({ data }: { data: ListData }) {
  const { search, category } = data.filter;
  return (
    <SearchForm
      action={paths.knowledge}
      // Outside of sections the search returns passages, inside of one it filters the articles.
      name={category === '' ? 'question' : 'search'}
      label={texts.query}
      showsLabel
      value={data.answers?.question ?? search}
      autofocus={data.isHome && data.answers === null}
      maxLength={200}
      hidden={category ? { category } : undefined}
    />
  );
}

/** Non-empty subsections of a top section. */
function Subsections({ data }: { data: ListData }) {
  const section = findSection(data);
  const under = (section ? listCoveredCategories(section) : []).filter(
    (name) => name !== section && data.counts.has(name),
  );
  if (under.length === 0) return null;
  return (
    <ul class="chips">
      {under.map((name) => (
        <li key={name}>
          <a class="chip" href={sectionPath(name)}>
            {knowledgeCategoryTexts[name]} <span class="soft num">{data.counts.get(name)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
