import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { KnowledgeCategory } from '../../../../domain/rules/knowledge-categories.ts';
import { createSignedMediaPath } from '../../../../engines/media/signed-media-path.ts';
import { show_knowledge_article } from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import { definePage } from '../../page/page.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { say } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { BackLink } from '../../ui/page-head.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { detectForeignLanguage } from '../../words/foreign-language.ts';
import { knowledgeCategoryTexts } from '../../words/knowledge-texts.ts';
import * as labels from '../../words/labels.ts';
import { type Heading, listHeadings, renderArticle } from './article-body.ts';

export const texts = {
  title: labels.advice,
  contents: { en: 'Contents', ru: 'Содержание' },
  updated: { en: 'Updated', ru: 'Обновлено' },
  propose: { en: 'Propose an edit', ru: 'Предложить правку' },
  edit: { en: 'Edit', ru: 'Править' },
  history: labels.history,
  cover: { en: 'Cover', ru: 'Обложка' },
  waiting: { en: 'An edit waits', ru: 'Ждёт правка' },
  draft: { en: 'A draft: only you and the moderators see it', ru: 'Черновик: его видите вы и модераторы' },
  first: { en: 'This article waits for a moderator', ru: 'Эта статья ждёт модератора' },
  own: { en: 'Your edit waits for a moderator', ru: 'Ваша правка ждёт модератора' },
  ownWhy: {
    en: 'Here you see it; others read the text as it was.',
    ru: 'Здесь вы видите её, остальные\u00a0— прежний текст.',
  },
} as const satisfies Record<string, Text>;

/** With fewer headings the table of contents is left out. */
const minHeadingsForContents = 3;

export type KnowledgeArticleData = {
  readonly title: string;
  readonly excerpt: string;
  readonly category: KnowledgeCategory | null;
  readonly tags: readonly string[];
  readonly updated_at: string;
  /** Renderer output: only tags and URLs of its allow-list, so it is inserted unescaped. */
  readonly safeHtml: string;
  readonly contents: readonly Heading[];
  readonly slug: string;
  readonly status: 'draft' | 'pending' | 'published';
  readonly approved_revision_id: string | null;
  /** Id of the revision waiting for a decision; null unless the user is a moderator. */
  readonly waiting: string | null;
  readonly isModerator: boolean;
  /** The cover is chosen by the author and moderators. */
  readonly mayManage: boolean;
  readonly cover: string | null;
};

export const knowledgeArticlePage = definePage({
  path: paths.knowledgeArticle,
  access: 'anybody',
  texts,
  async load({ article: reference }, pageRequest): Promise<KnowledgeArticleData> {
    const { call, dependencies, session } = pageRequest;
    const article = await call(show_knowledge_article, {
      article: reference,
      pictures: session ? true : undefined,
    });
    const safeHtml = await renderArticle(article, pageRequest);
    const isModerator = session?.isModerator ?? false;
    const { cover_media_id: cover } = article;
    return {
      ...article,
      safeHtml,
      contents: listHeadings(safeHtml),
      waiting: isModerator ? article.waiting_revision_id : null,
      isModerator,
      mayManage: isModerator || session?.accountId === article.author_user_id,
      cover: cover && createSignedMediaPath(dependencies.services, cover, 'medium', dependencies.now()),
    };
  },
  head: (article) => ({ title: article.title, description: article.excerpt }),
  render: (article, view) => {
    const { language } = view;
    const list = (name: string, value: string) =>
      `${paths.knowledge}?${new URLSearchParams({ [name]: value })}`;
    const lang = detectForeignLanguage(language, article.excerpt);
    return (
      <article class="reader">
        <BackLink href={paths.knowledge} text={texts.title} />
        <h1 lang={detectForeignLanguage(language, article.title)}>{article.title}</h1>
        <UnpublishedNotice article={article} />
        {article.cover && <img class="cover" src={article.cover} alt="" />}
        <ul class="tags">
          {article.category && (
            <li>
              <a href={list('category', article.category)}>{knowledgeCategoryTexts[article.category]}</a>
            </li>
          )}
          {article.tags.map((tag) => (
            <li key={tag}>
              <a href={list('tag', tag)}>{tag}</a>
            </li>
          ))}
        </ul>
        {article.contents.length >= minHeadingsForContents && (
          <nav class="contents" aria-label={say(texts.contents)} lang={lang}>
            <Fold title={texts.contents}>
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
        <ArticleActions article={article} />
        <div class="prose" lang={lang} dangerouslySetInnerHTML={{ __html: article.safeHtml }} />
        <p class="soft">
          {texts.updated} <Timestamp at={article.updated_at} language={language} />
        </p>
      </article>
    );
  },
});

/** For the author: the state of an unpublished text. */
function UnpublishedNotice({ article: { status, approved_revision_id } }: { article: KnowledgeArticleData }) {
  if (status === 'published') return null;
  if (approved_revision_id !== null)
    return (
      <Notice tone="plain" title={texts.own}>
        {texts.ownWhy}
      </Notice>
    );
  return <Notice tone="plain">{texts[status === 'draft' ? 'draft' : 'first']}</Notice>;
}

function ArticleActions({ article }: { article: KnowledgeArticleData }) {
  const at = { article: article.slug };
  const edits = article.isModerator || article.status !== 'published' ? texts.edit : texts.propose;
  return (
    <Buttons>
      <LinkButton href={fillPath(paths.editKnowledgeArticle, at)} kind="quiet" compact icon="write">
        {edits}
      </LinkButton>
      <LinkButton href={fillPath(paths.knowledgeHistory, at)} kind="quiet" compact icon="history">
        {texts.history}
      </LinkButton>
      {article.waiting && (
        <LinkButton
          href={fillPath(paths.moderationText, { revision: article.waiting })}
          kind="quiet"
          compact
          icon="clock"
        >
          {texts.waiting}
        </LinkButton>
      )}
      {article.mayManage && (
        <LinkButton href={fillPath(paths.knowledgeCover, at)} kind="quiet" compact icon="image">
          {texts.cover}
        </LinkButton>
      )}
    </Buttons>
  );
}
