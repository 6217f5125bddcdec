import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { knowledgeCategories, topCategories } from '../../../../domain/rules/knowledge-categories.ts';
import { maxBodyLength } from '../../../../features/operations/knowledge/edit_knowledge_article.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { isUnchanged, TextDifference } from '../../ui/article-difference.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionBar } from '../../ui/decision.tsx';
import { Editor } from '../../ui/editor.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { TagsField } from '../../ui/tags-field.tsx';
import type { View } from '../../ui/view.ts';
import { knowledgeCategoryTexts } from '../../words/knowledge-texts.ts';
import * as labels from '../../words/labels.ts';
import {
  ConflictNotice,
  texts as noticeTexts,
  Preview,
  StartingTextNotice,
} from './article-form-notices.tsx';
import { texts as listTexts } from './knowledge-list.tsx';
import { type ArticleFormData, loadArticleForm } from './load-article-form.ts';
import { submitArticleForm, texts as writingTexts } from './save-article.ts';

export const texts = {
  title: labels.newArticle,
  propose: { en: 'Propose an edit', ru: 'Предложить правку' },
  edit: { en: 'Edit', ru: 'Правка' },
  lead: {
    en: 'Advice for all villages. A moderator reads it before it is published.',
    ru: 'Совет для всех посёлков. Перед публикацией его прочтёт модератор.',
  },
  heading: labels.title,
  body: labels.text,
  placeholder: {
    en: 'What to do, in what order, and what can go wrong',
    ru: 'Что делать, по порядку, и что может пойти не так',
  },
  section: { en: 'Section', ru: 'Раздел' },
  noSection: { en: 'Not chosen', ru: 'Не выбран' },
  pictures: { en: 'Pictures', ru: 'Фотографии' },
  picturesHint: {
    en: 'They are put at the end of the text; move the line where the picture belongs.',
    ru: 'Встанут в конец текста; строку со снимком можно перенести куда нужно.',
  },
  compare: { en: 'What changes', ru: 'Что изменится' },
  compareAgain: { en: 'Compare again', ru: 'Сравнить снова' },
  differences: { en: 'What changes', ru: 'Что изменится' },
  why: { en: 'What you changed and why', ru: 'Что и зачем поменяли' },
  whyHint: { en: 'The moderator reads it.', ru: 'Это прочтёт модератор.' },
  send: labels.send,
  sendNote: {
    en: 'A moderator will look at the edit; until then everybody reads the text as it is.',
    ru: 'Правку посмотрит модератор, а пока все читают прежний текст.',
  },
  publish: labels.publish,
  publishNote: {
    en: 'You are a moderator: the text changes at once.',
    ru: 'Вы модератор: текст сменится сразу.',
  },
  keep: { en: 'Keep as a draft', ru: 'Оставить черновиком' },
  save: labels.save,
} as const satisfies Record<string, Text>;

function titleOf({ writing }: ArticleFormData): Text {
  if (writing.article === null) return texts.title;
  return writing.isPublished && !writing.isModerator ? texts.propose : texts.edit;
}

const articleForm = {
  access: 'signed-in',
  texts: { ...writingTexts, ...noticeTexts, ...texts },
  head: (data: ArticleFormData, { language }: View) =>
    ({ title: titleOf(data)[language], scripts: ['photos.js', 'editor.js'] }) as const,
  render: (data: ArticleFormData) => <ArticleForm data={data} />,
} as const;

export const newKnowledgeArticlePage = definePage({
  ...articleForm,
  path: paths.newKnowledgeArticle,
  load: (_: unknown, pageRequest: PageRequest<'signed-in'>) => loadArticleForm(pageRequest),
  actions: {
    article: {
      path: paths.newKnowledgeArticle,
      body: 'text',
      photographs: true,
      perform: (_, pageRequest) => submitArticleForm(pageRequest),
    },
  },
});

export const editKnowledgeArticlePage = definePage({
  ...articleForm,
  path: paths.editKnowledgeArticle,
  load: ({ article }: { article: string }, pageRequest: PageRequest<'signed-in'>) =>
    loadArticleForm(pageRequest, article),
  actions: {
    article: {
      path: paths.editKnowledgeArticle,
      body: 'text',
      photographs: true,
      perform: ({ article }, pageRequest) => submitArticleForm(pageRequest, article),
    },
  },
});

function ArticleForm({ data }: { data: ArticleFormData }) {
  const language = useLanguage();
  const { writing, values } = data;
  const { article } = writing;
  const parent = article
    ? { href: fillPath(paths.knowledgeArticle, { article: article.slug }), text: article.title }
    : { href: paths.knowledge, text: listTexts.title };
  const action = article
    ? fillPath(paths.editKnowledgeArticle, { article: article.slug })
    : paths.newKnowledgeArticle;
  return (
    <>
      <PageHead title={titleOf(data)} parent={parent} line={!article ? texts.lead : undefined} />
      <StartingTextNotice data={data} />
      <ConflictNotice data={data} />
      {data.problem && <Notice tone="warn">{data.problem}</Notice>}
      {/* Without script the fragment scrolls to the differences after the reload. */}
      <Form
        id="article"
        action={writing.isPublished ? `${action}#differences` : action}
        multipart
        outbox=""
        draft
      >
        {/* Not type="hidden": drafts in the browser skip those, and the draft must keep its base revision. */}
        {data.base && <input type="text" name="base" value={data.base} hidden />}
        <div class="write-grid">
          <div class="stack wide-gap">
            <TextField name="title" label={texts.heading} value={values.title} maxLength={200} />
            <Editor
              name="body"
              label={texts.body}
              placeholder={texts.placeholder}
              value={values.body}
              maxLength={maxBodyLength}
              preview="preview"
              tall
              checkDiagrams={paths.checkDiagrams}
            />
            <Preview drawn={data.preview} />
          </div>
          <div class="stack wide-gap side">
            <SelectField
              name="category"
              label={texts.section}
              value={values.category}
              choices={sectionChoices(language)}
              optional
            />
            <TagsField tags={values.tags} />
            {writing.mayAddPictures && (
              <PhotoField
                label={texts.pictures}
                hint={texts.picturesHint}
                photos={data.photos}
                subject={article ? { type: 'knowledge_article', id: article.id } : undefined}
              />
            )}
          </div>
        </div>
        {writing.isPublished ? <ComparisonSection data={data} /> : <UnpublishedActions data={data} />}
      </Form>
    </>
  );
}

/** Top sections, each followed by its subsections. */
function sectionChoices(language: View['language']) {
  const tops: readonly string[] = topCategories;
  return [
    { value: '', label: texts.noSection },
    ...knowledgeCategories.map((name) => ({
      value: name,
      label: `${tops.includes(name) ? '' : '\u00a0\u00a0\u00a0'}${knowledgeCategoryTexts[name][language]}`,
    })),
  ];
}

/** The diff is shown and a reason asked for before the edit can be sent. */
function ComparisonSection({ data: { differences, writing } }: { data: ArticleFormData }) {
  const isReady = differences !== null && !isUnchanged(differences);
  return (
    <div class="stack" data-region="differences" aria-live="polite">
      {differences && (
        <div data-scroll>
          <Card heading={{ id: 'differences', title: texts.differences }}>
            <TextDifference diff={differences} />
          </Card>
        </div>
      )}
      {isReady && (
        <TextArea name="note" label={texts.why} hint={texts.whyHint} maxLength={500} rows={2} optional />
      )}
      <ActionBar note={isReady ? texts[writing.isModerator ? 'publishNote' : 'sendNote'] : undefined}>
        {isReady && (
          <Button name="do" value="send">
            {texts[writing.isModerator ? 'publish' : 'send']}
          </Button>
        )}
        <Button name="do" value="compare" enhance="differences" kind={isReady ? 'quiet' : undefined}>
          {texts[isReady ? 'compareAgain' : 'compare']}
        </Button>
      </ActionBar>
    </div>
  );
}

function UnpublishedActions({ data: { writing } }: { data: ArticleFormData }) {
  const { article, isOwn, isModerator } = writing;
  // Somebody else's unpublished article is decided in the queue; here a moderator can only save changes.
  if (!isOwn)
    return (
      <ActionBar>
        <Button name="do" value="save">
          {texts.save}
        </Button>
      </ActionBar>
    );
  return (
    <ActionBar note={isModerator ? texts.publishNote : undefined}>
      <Button name="do" value="send">
        {texts[isModerator ? 'publish' : 'send']}
      </Button>
      {article?.status !== 'pending' && (
        <Button name="do" value="draft" kind="quiet">
          {texts.keep}
        </Button>
      )}
    </ActionBar>
  );
}
