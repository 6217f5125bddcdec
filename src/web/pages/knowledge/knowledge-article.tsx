import type { Text } from '../../../i18n/text.ts';
import { show_knowledge_article } from '../../../operations/knowledge/show_knowledge_article.ts';
import type { KnowledgeCategory } from '../../../rules/knowledge-categories.ts';
import { paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { Fold } from '../../ui/fold.tsx';
import { Moment } from '../../ui/moment.tsx';
import { BackLink } from '../../ui/page-head.tsx';
import { foreignTo } from '../../words/foreign.ts';
import { categoryNames } from '../../words/knowledge.ts';
import { type Heading, listHeadings, renderArticle } from './article-body.ts';

export const texts = {
  title: { en: 'Advice', ru: 'Советы' },
  contents: { en: 'Contents', ru: 'Содержание' },
  updated: { en: 'Updated', ru: 'Обновлено' },
} as const satisfies Record<string, Text>;

/** A short article is seen at a glance. */
const fewestListed = 3;

export type KnowledgeArticleData = {
  readonly title: string;
  readonly excerpt: string;
  readonly category: KnowledgeCategory | null;
  readonly tags: readonly string[];
  readonly updated_at: string;
  /** The body as the renderer wrote it: only tags and addresses of its allow-list, so it is set in as it is. */
  readonly safeHtml: string;
  readonly contents: readonly Heading[];
};

export const knowledgeArticlePage = definePage({
  path: paths.knowledgeArticle,
  for: 'anybody',
  texts,
  async load({ article: reference }, { call, view, parts }): Promise<KnowledgeArticleData> {
    const article = await call(show_knowledge_article, { article: reference });
    const safeHtml = await renderArticle(article, view.language, parts);
    return { ...article, safeHtml, contents: listHeadings(safeHtml) };
  },
  head: (article) => ({ title: article.title, description: article.excerpt }),
  render: (article, view) => {
    const { language } = view;
    const list = (name: string, value: string) =>
      `${paths.knowledge}?${new URLSearchParams({ [name]: value })}`;
    const lang = foreignTo(language, article.excerpt);
    return (
      <article class="reader">
        <BackLink href={paths.knowledge} text={texts.title[language]} />
        <h1 lang={foreignTo(language, article.title)}>{article.title}</h1>
        <ul class="tags">
          {article.category && (
            <li>
              <a href={list('category', article.category)}>{categoryNames[article.category][language]}</a>
            </li>
          )}
          {article.tags.map((tag) => (
            <li key={tag}>
              <a href={list('tag', tag)}>{tag}</a>
            </li>
          ))}
        </ul>
        {article.contents.length >= fewestListed && (
          <nav class="contents" aria-label={texts.contents[language]} lang={lang}>
            <Fold title={texts.contents[language]}>
              <ol>
                {article.contents.map(({ id, text }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ol>
            </Fold>
          </nav>
        )}
        <div class="prose" lang={lang} dangerouslySetInnerHTML={{ __html: article.safeHtml }} />
        <p class="soft">
          {texts.updated[language]} <Moment at={article.updated_at} language={language} />
        </p>
      </article>
    );
  },
});
