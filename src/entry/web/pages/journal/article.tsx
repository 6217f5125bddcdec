import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_articles } from '../../../../features/operations/journal/list_articles.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import { renderBody } from '../../loaders/article-body.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { Person } from '../../ui/avatar.tsx';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { HiddenNotice } from '../../ui/hidden-by-board.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BackLink } from '../../ui/page-head.tsx';
import { TagLinks } from '../../ui/tag-links.tsx';
import { articleKindTexts, visibilityTexts } from '../../words/article-texts.ts';
import { type Clock, formatDay, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { ArticleRows, texts as listTexts } from './articles.tsx';
import { EntryPhotograph, listUnplacedPhotographs } from './entry-photographs.tsx';
import { EventCard } from './event-card.tsx';

export const texts = {
  title: { en: 'Article', ru: 'Статья' },
  about: { en: 'about {day}', ru: 'о дне: {day}' },
  draft: { en: 'A draft: nobody reads it yet', ru: 'Черновик: его ещё никто не читает' },
  remove: { en: 'Remove or hide', ru: 'Убрать' },
  hide: { en: 'Hide from others', ru: 'Скрыть от других' },
  show: { en: 'Show again', ru: 'Снова показать' },
  continue: { en: 'Go on writing', ru: 'Писать дальше' },
  told: { en: 'Who was told', ru: 'Кому сообщили' },
  more: { en: 'More of the same', ru: 'Ещё почитать' },
  next: { en: 'Next', ru: 'Следующая' },
  previous: { en: 'Previous', ru: 'Предыдущая' },
} as const satisfies Record<string, Text>;

type Article = z.output<typeof show_article.output>['data'];

/** Entries of the same kind below the entry. */
const maxFurther = 3;

export const articlePage = definePage({
  path: paths.article,
  access: 'anybody',
  signInToFind: true,
  texts,
  async load({ settlement, article }, pageRequest) {
    const { call } = pageRequest;
    const [place, { data: shown }] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(show_article, { settlement, article }),
    ]);
    const [safeHtml, others] = await Promise.all([
      renderBody(shown, pageRequest),
      call(list_articles, { settlement, kind: shown.kind, limit: String(maxFurther + 1) }),
    ]);
    return {
      settlement: place.settlement,
      article: shown,
      safeHtml,
      clock: place.clock,
      further: others.articles.filter(({ id }) => id !== shown.id).slice(0, maxFurther),
    };
  },
  head: ({ article }) => ({
    title: article.title,
    description: article.excerpt,
    scripts: article.photographs.length > 0 ? ['gallery.js'] : [],
  }),
  render: ({ settlement, article, safeHtml, clock, further }, { language }) => {
    const [cover, ...others] = listUnplacedPhotographs(article);
    const address = { settlement: settlement.slug };
    const list = `${fillPath(paths.articles, address)}?kind=${article.kind}`;
    // Live region: photographs in processing appear without a reload.
    const isProcessing = article.photographs.some(({ state }) => state === 'processing');
    const words = { close: labels.close, next: texts.next, previous: texts.previous };
    return (
      <>
        <article
          class="reader"
          data-island="gallery"
          data-props={JSON.stringify(
            Object.fromEntries(Object.entries(words).map(([name, text]) => [name, text[language]])),
          )}
        >
          <BackLink href={list} text={listTexts[article.kind]} />
          <h1>{article.title}</h1>
          <Byline article={article} clock={clock} />
          {article.hidden && (
            <HiddenNotice
              reason={article.hidden.reason}
              settlement={settlement.slug}
              isAuthor={article.may_remove}
            />
          )}
          {article.status === 'draft' && <Notice tone="plain" title={texts.draft} />}
          <EventCard article={article} settlement={settlement.slug} clock={clock} />
          {cover && <EntryPhotograph photo={cover} isCover />}
          {/* Sanitized by the renderer: only allow-listed tags and URLs. */}
          <div
            class="prose"
            data-region="text"
            data-live={isProcessing ? 'news' : undefined}
            dangerouslySetInnerHTML={{ __html: safeHtml }}
          />
          {others.length > 0 && (
            <div class="photo-pairs">
              {others.map((photo) => (
                <EntryPhotograph key={photo.id} photo={photo} />
              ))}
            </div>
          )}
          <ArticleFooter article={article} settlement={settlement.slug} />
        </article>
        {further.length > 0 && (
          <div class="reader gap-wide">
            <Card heading={{ id: 'more', title: texts.more }} flush>
              <ArticleRows articles={further} settlement={settlement.slug} clock={clock} short />
            </Card>
          </div>
        )}
      </>
    );
  },
});

function Byline({ article, clock }: { article: Article; clock: Clock }) {
  const { language } = clock;
  const when = article.published_at ?? article.created_at;
  const isOfDay = formatDay(article.about_on, clock) !== formatDay(when.slice(0, 10), clock);
  const line = [
    articleKindTexts[article.kind][language],
    formatRelativeTime(when, clock),
    isOfDay && texts.about[language].replace('{day}', formatDay(article.about_on, clock)),
    visibilityTexts[article.visibility][language],
  ];
  return (
    <div class="byline">
      <Person
        name={article.author_name}
        about={
          article.plot_number ? listTexts.plot[language].replace('{plot}', article.plot_number) : undefined
        }
      />
      <span class="small soft">{line.filter(Boolean).join(' · ')}</span>
    </div>
  );
}

function ArticleFooter({ article, settlement }: { article: Article; settlement: string }) {
  const address = { settlement, article: article.slug };
  const edit = fillPath(paths.editArticle, address);
  const objects = Object.values(article.mentions)
    .filter(({ type }) => type === 'object' && article.parcel_id !== null)
    .map(({ id, title }) => ({
      title,
      href: fillPath(paths.plotObject, { plot: article.parcel_id ?? '', object: id }),
    }));
  return (
    <footer class="article-foot stack">
      {objects.length > 0 && (
        <div class="chips">
          {objects.map(({ title, href }) => (
            <a key={href} class="chip" href={href}>
              <Icon name="tree" size="s" />
              {title}
            </a>
          ))}
        </div>
      )}
      <TagLinks settlement={settlement} tags={article.tags} />
      {article.may_answer && (
        <Buttons>
          <LinkButton
            href={`${paths.newMessage}?${new URLSearchParams({ settlement, entry: article.slug })}`}
            icon="messages"
            kind="quiet"
          >
            {labels.answer}
          </LinkButton>
        </Buttons>
      )}
      {article.may_hide && (
        <Buttons>
          {article.may_edit && (
            <LinkButton href={edit} icon="write" kind="quiet">
              {article.status === 'draft' ? texts.continue : labels.change}
            </LinkButton>
          )}
          {article.told && (
            <LinkButton href={fillPath(paths.articleRecipients, address)} icon="people" kind="quiet">
              {texts.told}
            </LinkButton>
          )}
          <LinkButton
            href={fillPath(paths.removeArticle, address)}
            icon={article.may_remove ? 'remove' : 'lock'}
            kind="bare"
          >
            {article.may_remove ? texts.remove : article.hidden ? texts.show : texts.hide}
          </LinkButton>
        </Buttons>
      )}
    </footer>
  );
}
