import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { createSignedMediaPath } from '../../../../engines/media/signed-media-path.ts';
import { show_knowledge_article } from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BackLink } from '../../ui/page-head.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { detectForeignLanguage } from '../../words/foreign-language.ts';
import { knowledgeCategoryTexts } from '../../words/knowledge-texts.ts';
import * as labels from '../../words/labels.ts';
import { listHeadings, renderArticle } from './article-body.ts';
import { texts as correctTexts } from './correct-paragraph.tsx';

export const texts = {
  title: labels.advice,
  contents: { en: 'Contents', ru: 'Содержание' },
  updated: { en: 'Updated', ru: 'Обновлено' },
  propose: { en: 'Propose an edit', ru: 'Предложить правку' },
  edit: { en: 'Edit', ru: 'Править' },
  history: labels.history,
  cover: { en: 'Cover', ru: 'Обложка' },
  waiting: { en: 'An edit is waiting', ru: 'Ждёт правка' },
  draft: { en: 'A draft: only you and the moderators see it', ru: 'Черновик: его видите вы и модераторы' },
  first: { en: 'This article is waiting for a moderator', ru: 'Эта статья ждёт модератора' },
  own: { en: 'Your edit is waiting for a moderator', ru: 'Ваша правка ждёт модератора' },
  ownWhy: {
    en: 'You see it here; others still read the previous text.',
    ru: 'Здесь вы видите её, остальные\u00a0— прежний текст.',
  },
} as const satisfies Record<string, Text>;

/** With fewer headings the table of contents is left out. */
const minHeadingsForContents = 3;

async function loadArticle(reference: string, pageRequest: PageRequest) {
  const { call, dependencies, session } = pageRequest;
  const article = await call(show_knowledge_article, {
    article: reference,
    pictures: session !== null,
  });
  const safeHtml = await renderArticle(article, pageRequest);
  const isModerator = session?.isModerator ?? false;
  const { cover_media_id: cover } = article;
  return {
    ...article,
    /** Renderer output: only tags and URLs of its allow-list, so it is inserted unescaped. */
    safeHtml,
    contents: listHeadings(safeHtml),
    waiting: isModerator ? article.waiting_revision_id : null,
    isModerator,
    /** The cover is chosen by the author and moderators. */
    mayManage: isModerator || session?.accountId === article.author_user_id,
    cover: cover && createSignedMediaPath(dependencies.services, { id: cover }, 'medium', dependencies.now()),
  };
}

type ArticleData = Awaited<ReturnType<typeof loadArticle>>;

export const knowledgeArticlePage = definePage({
  path: paths.knowledgeArticle,
  access: 'anybody',
  signInToFind: true,
  texts,
  load: ({ article }, pageRequest) => loadArticle(article, pageRequest),
  head: (article) => ({ title: article.title, description: article.excerpt }),
  render: (article, { language }) => {
    const list = (name: string, value: string) =>
      `${paths.knowledge}?${new URLSearchParams({ [name]: value })}`;
    const lang = detectForeignLanguage(language, article.excerpt);
    const hasContents = article.contents.length >= minHeadingsForContents;
    return (
      <article class="reader">
        <BackLink href={paths.knowledge} text={texts.title} />
        <h1 lang={detectForeignLanguage(language, article.title)}>{article.title}</h1>
        <UnpublishedNotice article={article} />
        {article.cover && <img class="cover" src={article.cover} alt="" />}
        <p class="soft small">
          {texts.updated} <Timestamp at={article.updated_at} language={language} />
          {hasContents && (
            <>
              {' · '}
              <a href="#contents">{texts.contents}</a>
            </>
          )}
        </p>
        <div class="prose" lang={lang} dangerouslySetInnerHTML={{ __html: article.safeHtml }} />
        <footer class="article-foot stack">
          {hasContents && (
            <nav id="contents" class="contents" aria-labelledby="contents-title">
              <h2 id="contents-title">{texts.contents}</h2>
              <ol lang={lang}>
                {article.contents.map(({ id, text }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ol>
            </nav>
          )}
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
          <ArticleActions article={article} />
        </footer>
      </article>
    );
  },
});

/** For the author: the state of an unpublished text. */
function UnpublishedNotice({ article: { status, approved_revision_id } }: { article: ArticleData }) {
  if (status === 'published') return null;
  if (approved_revision_id !== null)
    return (
      <Notice tone="plain" title={texts.own}>
        {texts.ownWhy}
      </Notice>
    );
  return <Notice tone="plain">{texts[status === 'draft' ? 'draft' : 'first']}</Notice>;
}

function ArticleActions({ article }: { article: ArticleData }) {
  const at = { article: article.slug };
  const edits = article.isModerator || article.status !== 'published' ? texts.edit : texts.propose;
  return (
    <Buttons>
      {article.status === 'published' && (
        <LinkButton href={fillPath(paths.correctKnowledge, at)} kind="quiet" compact icon="check">
          {correctTexts.title}
        </LinkButton>
      )}
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
