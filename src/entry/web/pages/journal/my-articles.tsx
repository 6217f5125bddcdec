import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_my_articles } from '../../../../features/operations/journal/list_my_articles.ts';
import { publish_article } from '../../../../features/operations/journal/publish_article.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import { publishPhotographs, splitPhotographs } from '../../loaders/entry-photographs.ts';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { articleKindTexts, visibilityTexts } from '../../words/article-texts.ts';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatPublished } from './entry-saving.ts';

export const texts = {
  title: { en: 'My entries', ru: 'Мои записи' },
  published: { en: 'Published', ru: 'Опубликовано' },
  search: { en: 'Find among my entries', ru: 'Найти в моих записях' },
  find: { en: 'Find', ru: 'Найти' },
  none: { en: 'Nothing written yet', ru: 'Записей пока нет' },
  why: {
    en: 'A diary remembers when the apple tree was pruned and what the well cost.',
    ru: 'Дневник помнит, когда обрезали яблоню и во сколько обошёлся колодец.',
  },
} as const satisfies Record<string, Text>;

type Entry = z.output<typeof list_my_articles.output>['articles'][number];

export const myArticlesPage = definePage({
  path: paths.myArticles,
  access: 'signed-in',
  texts,
  async load(_, pageRequest) {
    const { call, text, loadSignedInUser } = pageRequest;
    const [q, cursor, draftsAfter] = [text('q'), text('cursor'), text('drafts')];
    // All pages of drafts come first, then the published articles.
    const [drafts, visitor] = await Promise.all([
      cursor ? undefined : call(list_my_articles, { status: 'draft', q, cursor: draftsAfter }),
      loadSignedInUser(),
    ]);
    const out = drafts?.cursor ? undefined : await call(list_my_articles, { status: 'published', q, cursor });
    const place = visitor?.overview.place;
    const clock = await loadClock(pageRequest);
    return {
      drafts: drafts?.articles ?? [],
      published: out?.articles ?? [],
      draftsCursor: drafts?.cursor,
      cursor: out?.cursor,
      q,
      clock,
      write: place ? fillPath(paths.writeArticle, { settlement: place.slug }) : null,
    };
  },
  actions: {
    publish: {
      path: paths.publishArticle,
      isButton: true,
      async perform(names, pageRequest) {
        const { data: draft } = await pageRequest.call(show_article, names);
        await publishPhotographs(pageRequest, draft, splitPhotographs(draft.body).ids);
        const { data } = await pageRequest.call(publish_article, names);
        const to = fillPath(paths.article, { settlement: names.settlement, article: data.slug });
        return { to, notice: formatPublished(data.visibility) };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ drafts, published, draftsCursor, cursor, q, clock, write }, { language }) => {
    const isEmpty = drafts.length + published.length === 0;
    return (
      <Screen
        title={texts.title}
        parent={{ href: paths.more, text: labels.more }}
        action={
          write && (
            <LinkButton href={write} icon="write" kind="quiet" compact>
              {labels.write}
            </LinkButton>
          )
        }
      >
        {(!isEmpty || q !== '') && (
          <Form id="find" action={paths.myArticles} method="get">
            <TextField
              name="q"
              type="search"
              label={texts.search}
              value={q}
              maxLength={120}
              optional="unsaid"
            />
            <Button kind="quiet">{texts.find}</Button>
          </Form>
        )}
        {isEmpty && (
          <EmptyState icon="diary" title={q ? labels.nothingFound : texts.none}>
            {q ? '' : texts.why}
          </EmptyState>
        )}
        {drafts.length > 0 && (
          <ListCard heading={{ id: 'drafts', title: labels.drafts }}>
            {drafts.map((draft) => (
              <DraftRow key={draft.id} draft={draft} clock={clock} />
            ))}
          </ListCard>
        )}
        {published.length > 0 && (
          <ListCard heading={{ id: 'published', title: texts.published }}>
            {published.map((entry) => (
              <Row
                key={entry.id}
                icon={entry.kind === 'announcement' ? 'announce' : 'diary'}
                title={entry.title}
                href={fillPath(paths.article, { settlement: entry.settlement_id, article: entry.slug })}
                line={[
                  articleKindTexts[entry.kind][language],
                  formatRelativeTime(entry.published_at ?? entry.created_at, clock),
                  visibilityTexts[entry.visibility][language],
                ].join(' · ')}
              />
            ))}
          </ListCard>
        )}
        <Pager cursor={draftsCursor} name="drafts" of={labels.drafts} />
        <Pager cursor={cursor} without="drafts" of={texts.published} />
      </Screen>
    );
  },
});

function DraftRow({ draft, clock }: { draft: Entry; clock: Clock }) {
  const { language } = clock;
  const address = { settlement: draft.settlement_id, article: draft.id };
  return (
    <Row
      icon="write"
      tone="stale"
      title={draft.title}
      href={fillPath(draft.kind === 'announcement' ? paths.announceDraft : paths.editArticle, address)}
      line={[formatRelativeTime(draft.created_at, clock), visibilityTexts[draft.visibility][language]].join(
        ' · ',
      )}
      // An announcement is published from its review page, which shows whom it reaches.
      action={
        draft.kind === 'announcement' ? undefined : (
          <ButtonForm
            action={fillPath(paths.publishArticle, address)}
            kind="quiet"
            compact
            icon="send"
            about={draft.title}
          >
            {labels.publish}
          </ButtonForm>
        )
      }
    />
  );
}
