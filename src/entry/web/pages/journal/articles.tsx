import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { type ArticleKind, articleKinds } from '../../../../domain/rules/article-publication.ts';
import { list_articles } from '../../../../features/operations/journal/list_articles.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { articleKindTexts } from '../../words/article-texts.ts';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: labels.newsAndDiaries,
  none: { en: 'Nothing here yet', ru: 'Пока ничего нет' },
  noneOpen: {
    en: 'Nothing here is open to you yet. Residents see more after signing in.',
    ru: 'Открытых для вас записей пока нет. Жители видят больше, когда войдут.',
  },
  noneOurs: {
    en: 'What neighbours and the board write is shown here.',
    ru: 'Здесь появится то, что пишут соседи и правление.',
  },
  feed: { en: 'Follow in a news reader (Atom)', ru: 'Читать в программе для новостей (Atom)' },
  kinds: { en: 'What to show', ru: 'Что показать' },
  all: { en: 'All', ru: 'Всё' },
  announcement: labels.announcements,
  post: labels.articles,
  guide: { en: 'Guides', ru: 'Памятки' },
  diary: { en: 'Diaries', ru: 'Дневники' },
  announce: { en: 'New announcement', ru: 'Новое объявление' },
  write: labels.write,
  plot: { en: 'plot {plot}', ru: 'уч.\u00a0{plot}' },
} as const satisfies Record<string, Text>;

type Entry = z.output<typeof list_articles.output>['articles'][number];

const kindOrder = ['announcement', 'post', 'guide', 'diary'] as const satisfies readonly ArticleKind[];

export const articlesPage = definePage({
  path: paths.articles,
  access: 'anybody',
  texts,
  async load({ settlement }, pageRequest) {
    const { call, text, session } = pageRequest;
    const kind = articleKinds.find((name) => name === text('kind'));
    const [place, list] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_articles, { settlement, kind, cursor: text('cursor') }),
    ]);
    const { isResident, isBoard } = place.membership;
    return {
      settlement: place.settlement,
      isOurs: isResident || isBoard,
      isSigned: session !== null,
      isBoard,
      kind,
      clock: place.clock,
      ...list,
    };
  },
  head: ({ settlement }, view) => ({
    title: `${texts.title[view.language]} — ${settlement.name}`,
    description: settlement.name,
  }),
  render: ({ settlement, articles, cursor, kind, clock, isOurs, isSigned, isBoard }) => {
    const address = { settlement: settlement.slug };
    const list = fillPath(paths.articles, address);
    const of = (name?: string) => (name ? `${list}?kind=${name}` : list);
    return (
      <>
        <PageHead
          title={texts.title}
          parent={{ href: fillPath(paths.settlement, address), text: settlement.name }}
          action={
            isBoard && kind === 'announcement' ? (
              <LinkButton href={fillPath(paths.announce, address)} icon="announce" compact>
                {texts.announce}
              </LinkButton>
            ) : (
              isOurs && (
                <LinkButton href={fillPath(paths.writeArticle, address)} icon="write" kind="quiet" compact>
                  {texts.write}
                </LinkButton>
              )
            )
          }
        />
        <Tabs
          label={texts.kinds}
          here={of(kind)}
          tabs={[
            { href: list, text: texts.all },
            ...kindOrder.map((name) => ({ href: of(name), text: texts[name] })),
          ]}
        />
        <Card flush>
          {articles.length === 0 && (
            <EmptyState icon="diary" title={texts.none}>
              {isSigned && isOurs ? texts.noneOurs : texts.noneOpen}
            </EmptyState>
          )}
          <ArticleRows articles={articles} settlement={settlement.slug} clock={clock} />
        </Card>
        <Pager cursor={cursor} />
        <p class="small soft">
          <a class="link" href={fillPath(paths.articlesFeed, address)} type="application/atom+xml">
            {texts.feed}
          </a>
        </p>
      </>
    );
  },
});

export function ArticleRows({
  articles,
  settlement,
  clock,
  short,
}: {
  articles: readonly Entry[];
  settlement: string;
  clock: Clock;
  short?: boolean;
}) {
  const { language } = clock;
  return (
    <List>
      {articles.map((article) => (
        <Row
          key={article.id}
          href={fillPath(paths.article, { settlement, article: article.slug })}
          picture={article.cover_path ?? undefined}
          icon={article.kind === 'announcement' ? 'announce' : 'diary'}
          title={article.title}
          line={
            <>
              {[
                article.kind === 'diary' ? article.author_name : articleKindTexts[article.kind][language],
                article.plot_number && texts.plot[language].replace('{plot}', article.plot_number),
                article.published_at && formatRelativeTime(article.published_at, clock),
              ]
                .filter(Boolean)
                .join(' · ')}
              {!short && article.excerpt && <span class="two-lines">{article.excerpt}</span>}
            </>
          }
        />
      ))}
    </List>
  );
}
