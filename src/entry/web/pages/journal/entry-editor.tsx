import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { EventFields } from '../../forms/event-fields.tsx';
import { definePage, type FormRequest } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { ActionBar } from '../../ui/decision.tsx';
import { Editor, MentionField } from '../../ui/editor.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { readChanges } from '../../ui/readable-changes.ts';
import { SaveAnyway } from '../../ui/save-anyway.tsx';
import { Difference } from '../../ui/text-difference.tsx';
import { listVisibilityChoices } from '../../words/article-texts.ts';
import * as labels from '../../words/labels.ts';
import { texts as detailTexts, EntryDetails } from './entry-details.tsx';
import { type EntryFormData, loadEntryContext, loadEntryForm } from './entry-form-data.ts';
import { choosePhotoSubject, maxBodyLength, submitEntryForm, texts as writingTexts } from './entry-saving.ts';
import { formatLabelField } from './mention-labels.ts';
import { WithoutPlot } from './without-plot.tsx';

export const texts = {
  title: { en: 'New entry', ru: 'Новая запись' },
  newPost: labels.newArticle,
  announcement: labels.announcement,
  newGuide: { en: 'New guide', ru: 'Новая памятка' },
  editing: { en: 'Change', ru: 'Правка' },
  heading: labels.title,
  headingHint: {
    en: 'Without one the first line becomes it',
    ru: 'Без него заголовком станет первая строка',
  },
  body: { en: 'Entry', ru: 'Запись' },
  placeholder: { en: 'What you did, what has grown', ru: 'Что сделали, что выросло' },
  announcementText: labels.text,
  announcementHint: {
    en: 'What is happening, when, and who it concerns',
    ru: 'Что будет, когда и кого касается',
  },
  next: { en: 'Next', ru: 'Далее' },
  plot: labels.plot,
  onPlot: { en: 'On the plot', ru: 'На участке' },
  readers: { en: 'Who will see it', ru: 'Кто увидит' },
  publish: labels.publish,
  keep: { en: 'Keep as a draft', ru: 'Оставить черновиком' },
  save: labels.save,
  preview: { en: 'How it will look', ru: 'Так это будет выглядеть' },
  moved: {
    en: 'The text has been changed elsewhere',
    ru: 'Пока вы писали, текст изменили в другом месте',
  },
  movedWhy: {
    en: 'Yours is below and is not lost. Save to replace the other, or copy what you need first.',
    ru: 'Ваш текст ниже, он не потерян. Сохраните, чтобы остался он, или сначала перенесите нужное.',
  },
  both: { en: 'Theirs (−) and yours (+)', ru: 'Что там сейчас (−) и ваше (+)' },
  takeOther: { en: 'Take the other text', ru: 'Взять тот текст' },
  ...detailTexts,
} as const satisfies Record<string, Text>;

const region = 'preview';

function titleOf({ writing }: EntryFormData): Text {
  if (writing.article) return texts.editing;
  if (writing.kind === 'announcement') return texts.announcement;
  return writing.kind === 'post' ? texts.newPost : writing.kind === 'guide' ? texts.newGuide : texts.title;
}

const common = { access: 'signed-in', texts: { ...texts, ...writingTexts } } as const;

const buildHead = (data: EntryFormData) => ({
  title: titleOf(data),
  scripts: ['photos.js', 'editor.js'] as const,
});

const writing = { body: 'text', photographs: true } as const;

const submitEntry = async (
  pageRequest: FormRequest<'signed-in'>,
  settlement: string,
  article?: string,
  announces = false,
) =>
  submitEntryForm(pageRequest, (await loadEntryContext(pageRequest, settlement, article, announces)).writing);

export const writePage = definePage({
  ...common,
  path: paths.writeArticle,
  load: ({ settlement }, pageRequest) => loadEntryForm(pageRequest, settlement),
  actions: {
    write: {
      ...writing,
      path: paths.writeArticle,
      perform: ({ settlement }, pageRequest) => submitEntry(pageRequest, settlement),
    },
  },
  head: (data) => buildHead(data),
  render: (data) => <EntryForm data={data} />,
});

export const announcePage = definePage({
  ...common,
  path: paths.announce,
  load: ({ settlement }, pageRequest) => loadEntryForm(pageRequest, settlement, undefined, true),
  actions: {
    write: {
      ...writing,
      path: paths.announce,
      perform: ({ settlement }, pageRequest) => submitEntry(pageRequest, settlement, undefined, true),
    },
  },
  head: (data) => buildHead(data),
  render: (data) => <EntryForm data={data} />,
});

export const editArticlePage = definePage({
  ...common,
  path: paths.editArticle,
  load: ({ settlement, article }, pageRequest) => loadEntryForm(pageRequest, settlement, article),
  actions: {
    write: {
      ...writing,
      path: paths.editArticle,
      perform: ({ settlement, article }, pageRequest) => submitEntry(pageRequest, settlement, article),
    },
  },
  head: (data) => buildHead(data),
  render: (data) => <EntryForm data={data} />,
});

function EntryForm({ data }: { data: EntryFormData }) {
  const language = useLanguage();
  const { writing, place, plots, values, labels, chips } = data;
  const { article, plot, kind } = writing;
  const address = { settlement: place.slug };
  const parent = { href: fillPath(paths.articles, address), text: place.name };
  const isDraft = article?.status !== 'published';
  const announces = kind === 'announcement';
  const isDiary = kind === 'diary';
  if (isDiary && plot === null)
    return (
      <>
        <PageHead title={texts.title} parent={parent} />
        <WithoutPlot settlement={place.slug} waiting={data.waiting} clock={data.clock} />
      </>
    );
  const query = new URLSearchParams({ ...(kind !== 'diary' && { kind }), ...(plot && { plot }) });
  const action = article
    ? fillPath(paths.editArticle, { ...address, article: article.id })
    : announces
      ? fillPath(paths.announce, address)
      : `${fillPath(paths.writeArticle, address)}?${query}`;
  const hidden = {
    kind,
    version: data.version || undefined,
    plot: plots.length < 2 && plot ? plot : undefined,
  };
  const photos = <PhotoField subject={choosePhotoSubject(writing)} photos={data.photos} />;
  return (
    <>
      <PageHead title={titleOf(data)} parent={parent} />
      <TextConflict data={data} />
      {data.problem && <Notice tone="warn">{data.problem}</Notice>}
      <Form id="write" action={action} multipart outbox="" draft hidden={hidden}>
        {labels.map((label) => (
          <input key={label.key} type="hidden" name="label" value={formatLabelField(label)} />
        ))}
        <div class="write-grid">
          <div class="stack wide-gap">
            {isDiary && <div class="shots-first">{photos}</div>}
            <TextField
              name="title"
              label={texts.heading}
              hint={texts.headingHint}
              value={values.title}
              maxLength={200}
              optional
            />
            {!article && isDiary && plots.length > 1 && (
              <SelectField
                name="plot"
                label={texts.plot}
                value={plot ?? ''}
                choices={plots.map(({ id, number }) => ({ value: id, label: number }))}
              />
            )}
            <Editor
              name="body"
              label={announces ? texts.announcementText : texts.body}
              placeholder={announces ? texts.announcementHint : texts.placeholder}
              value={values.body}
              mentions={labels.map(({ label }) => label)}
              maxLength={maxBodyLength}
              preview={region}
            />
            <Preview safeHtml={data.preview} />
            {!announces && (
              <MentionField
                label={texts.onPlot}
                chips={chips.map(({ label }) => label)}
                others={labels.filter((each) => !chips.includes(each)).map(({ label }) => label)}
              />
            )}
            {!isDiary && photos}
          </div>
          <div class="stack wide-gap side">
            <RadioCards
              name="visibility"
              label={texts.readers}
              value={values.visibility}
              choices={listVisibilityChoices(place.households, language)}
            />
            {!announces && <EntryDetails data={data} />}
            {announces && isDraft && <EventFields data={data} />}
          </div>
        </div>
        <SaveAnyway form="write" />
        <ActionBar>
          <Button name="do" value={isDraft ? 'publish' : 'save'}>
            {!isDraft ? texts.save : announces ? texts.next : texts.publish}
          </Button>
          {isDraft && (
            <Button name="do" value="draft" kind="quiet">
              {texts.keep}
            </Button>
          )}
        </ActionBar>
      </Form>
    </>
  );
}

function Preview({ safeHtml }: { safeHtml: string | null }) {
  return (
    <div data-region={region} aria-live="polite">
      {safeHtml !== null && (
        <Card heading={{ id: 'preview', title: texts.preview }}>
          {/* Sanitized by the renderer: only allow-listed tags and URLs. */}
          <div class="prose" dangerouslySetInnerHTML={{ __html: safeHtml }} />
        </Card>
      )}
    </div>
  );
}

/** Conflict with an edit elsewhere: shows both texts, so that nothing is overwritten unseen. */
function TextConflict({ data: { moved, place, writing } }: { data: EntryFormData }) {
  const language = useLanguage();
  if (moved === null || writing.article === null) return null;
  const again = fillPath(paths.editArticle, { settlement: place.slug, article: writing.article.id });
  return (
    <div class="stack gap-below">
      <Notice tone="warn" title={texts.moved}>
        {texts.movedWhy}
      </Notice>
      <Fold title={texts.both} open>
        <Difference changes={readChanges(moved.changes, language)} />
      </Fold>
      <LinkButton href={again} kind="quiet">
        {texts.takeOther}
      </LinkButton>
    </div>
  );
}
