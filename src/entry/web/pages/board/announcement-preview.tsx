import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { edit_article } from '../../../../features/operations/journal/edit_article.ts';
import { publish_article } from '../../../../features/operations/journal/publish_article.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import { renderBody } from '../../loaders/article-body.ts';
import { publishPhotographs, splitPhotographs } from '../../loaders/entry-photographs.ts';
import { chooseEmailOrigin } from '../../loaders/link-origin.ts';
import { type ActionResult, definePage, type FormRequest, Redirect } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { ActionBar } from '../../ui/decision.tsx';
import { Form } from '../../ui/form.tsx';
import { LocalAddressNotice } from '../../ui/local-address.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { visibilityTexts } from '../../words/article-texts.ts';
import * as labels from '../../words/labels.ts';
import {
  formatEmailCount,
  formatNobody,
  formatReach,
  formatUnreached,
  type Reach,
} from './announcement-reach.ts';
import { PaperLinks, texts as paperTexts } from './paper-links.tsx';

export const texts = {
  title: { en: 'Before it goes out', ru: 'Перед отправкой' },
  announcement: labels.announcement,
  whom: { en: 'Who will be told', ru: 'Кому сообщим' },
  text: { en: 'How it will look', ru: 'Так это увидят' },
  noMail: {
    en: 'No emails will go out: email is not set up on this site.',
    ru: 'Писем не будет: почта на этом сайте не настроена.',
  },
  urgent: { en: 'Urgent', ru: 'Срочное' },
  urgentWhy: {
    en: 'For danger, no water, no power: it goes out at once in every way, also at night, and again after 1, 6 and 24 hours to plots that have not pressed “Understood”. Three a week.',
    ru: 'Для опасности, нет воды, нет света: уйдёт сразу всеми способами, даже ночью, и ещё раз через час, 6 часов и сутки тем, кто не нажал «Понятно». Не больше трёх в неделю.',
  },
  publish: labels.publish,
  change: labels.change,
  published: {
    en: 'Published. Households are being told.',
    ru: 'Опубликовано. Сообщаем домам.',
  },
  publishedBefore: {
    en: 'This was published before. Nothing was sent a second time.',
    ru: 'Это уже опубликовали раньше. Второй раз ничего не отправлено.',
  },
  boardOnly: {
    en: 'Only the board of the village sends announcements.',
    ru: 'Объявления рассылает только правление посёлка.',
  },
} as const satisfies Record<string, Text>;

type Names = { readonly settlement: string; readonly article: string };

/** Publishes once: if somebody else already did, redirects to the page of who was notified. */
async function publishAnnouncement(names: Names, pageRequest: FormRequest): Promise<ActionResult> {
  const { call } = pageRequest;
  const { data } = await call(show_article, names);
  const to = fillPath(paths.articleRecipients, { settlement: names.settlement, article: data.slug });
  if (data.status === 'published') return { to, notice: texts.publishedBefore, isProblem: true };
  await publishPhotographs(pageRequest, data, splitPhotographs(data.body).ids);
  const isUrgent = pageRequest.form.get('urgent') !== null;
  if (isUrgent !== (data.urgent ?? false)) await call(edit_article, { ...names, urgent: isUrgent });
  await call(publish_article, names);
  return { to, notice: texts.published };
}

export const announcementPreviewPage = definePage({
  path: paths.announceDraft,
  access: 'signed-in',
  texts,
  async load(names, pageRequest) {
    const { data } = await pageRequest.call(show_article, names);
    const { settlement } = names;
    if (data.kind !== 'announcement')
      return new Redirect(fillPath(paths.article, { settlement, article: data.slug }));
    if (data.status === 'published')
      return new Redirect(fillPath(paths.articleRecipients, { settlement, article: data.slug }));
    const reach: Reach = data.would_tell ?? refuse.forbidden(texts.boardOnly);
    const safeHtml = await renderBody(data, pageRequest);
    const hasMail = pageRequest.dependencies.services.installation.mail === 'server';
    const origin = chooseEmailOrigin(pageRequest);
    return {
      settlement,
      article: data,
      origin,
      reach,
      letters: data.would_tell?.letters ?? 0,
      hasMail,
      safeHtml,
    };
  },
  actions: { publish: { path: paths.announceDraft, perform: publishAnnouncement } },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, article, origin, reach, letters, hasMail, safeHtml }, { language }) => {
    const address = { settlement, article: article.id };
    const edit = fillPath(paths.editArticle, address);
    return (
      <>
        <PageHead title={texts.title} parent={{ href: edit, text: texts.announcement }} />
        {hasMail && <LocalAddressNotice url={origin} />}
        <Form id="publish" action={fillPath(paths.announceDraft, address)}>
          <Card heading={{ id: 'whom', title: texts.whom }}>
            <p>
              <b>{formatReach(reach, language)}</b>
            </p>
            <p>{hasMail ? formatEmailCount(letters, language) : texts.noMail[language]}</p>
            {formatNobody(reach, language) && <p>{formatNobody(reach, language)}</p>}
            {formatUnreached(reach, language) && <p>{formatUnreached(reach, language)}</p>}
            <p class="small soft">{visibilityTexts[article.visibility]}</p>
          </Card>
          <Card heading={{ id: 'paper', title: paperTexts.title }} flush>
            <PaperLinks settlement={settlement} article={article.id} />
          </Card>
          {article.visibility !== 'private' && (
            <Card>
              <CheckField
                name="urgent"
                label={texts.urgent}
                hint={texts.urgentWhy}
                checked={article.urgent ?? false}
              />
            </Card>
          )}
          <Card heading={{ id: 'text', title: texts.text }}>
            <h3>{article.title}</h3>
            {/* Sanitized by the renderer: only allow-listed tags and URLs. */}
            <div class="prose" dangerouslySetInnerHTML={{ __html: safeHtml }} />
          </Card>
          <ActionBar>
            <Button icon="send">{texts.publish}</Button>
            <LinkButton href={edit} kind="quiet">
              {texts.change}
            </LinkButton>
          </ActionBar>
        </Form>
      </>
    );
  },
});
