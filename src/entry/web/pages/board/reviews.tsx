import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { list_reviews } from '../../../../features/operations/review/list_reviews.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Pager } from '../../ui/pager.tsx';
import { type Review, ReviewEntry } from '../../ui/review-entry.tsx';
import { Screen } from '../../ui/screen.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';
import { texts as boardTexts } from './board.tsx';

export const texts = {
  title: { en: 'Reviews', ru: 'Отзывы жителей' },
  line: { en: 'What residents say about contacts and companies', ru: 'Что говорят о контактах и компаниях' },
  reported: { en: 'Somebody reported it', ru: 'На них пожаловались' },
  newest: { en: 'Newest first', ru: 'Сначала новые' },
  none: { en: 'No medals yet', ru: 'Пока никого не награждали' },
  noneWhy: {
    en: 'Medals that residents give to contacts and companies appear here.',
    ru: 'Здесь появятся медали, которые жители дают контактам и компаниям.',
  },
  decide: { en: 'Decide the report', ru: 'Решить жалобу' },
  answer: labels.answer,
  open: labels.open,
} as const satisfies Record<string, Text>;

const reports: CountedNoun = {
  en: { one: 'report', other: 'reports' },
  ru: { one: 'жалоба', few: 'жалобы', many: 'жалоб' },
};

export const boardReviewsPage = definePage({
  path: paths.boardReviews,
  access: 'signed-in',
  texts,
  async load({ settlement }, pageRequest) {
    const { call, text } = pageRequest;
    const cursor = isId(text('cursor')) ? text('cursor') : '';
    const filter = { settlement, across: 'true' };
    const [place, newest, reported] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_reviews, { ...filter, ...(cursor && { cursor }) }),
      cursor ? null : call(list_reviews, { ...filter, reported: 'true' }),
    ]);
    const first = reported?.reviews ?? [];
    const rest = newest.reviews.filter(({ id }) => !first.some((one) => one.id === id));
    return { ...place, reported: first, newest: rest, next: newest.cursor };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, clock, reported, newest, next, membership }) => {
    const address = { settlement: settlement.slug };
    const row = (review: Review) => (
      <BoardReview key={review.id} settlement={settlement.slug} review={review} clock={clock} />
    );
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={
          membership.isBoard
            ? { href: fillPath(paths.board, address), text: boardTexts.title }
            : { href: fillPath(paths.settlement, address), text: settlement.name }
        }
      >
        {reported.length > 0 && (
          <Card heading={{ id: 'reported', title: texts.reported }}>
            <ul class="rows">{reported.map(row)}</ul>
          </Card>
        )}
        {reported.length + newest.length === 0 ? (
          <EmptyState icon="medal" title={texts.none}>
            {texts.noneWhy}
          </EmptyState>
        ) : (
          newest.length > 0 && (
            <Card heading={{ id: 'newest', title: texts.newest }}>
              <ul class="rows">{newest.map(row)}</ul>
            </Card>
          )
        )}
        <Pager cursor={next} />
      </Screen>
    );
  },
});

/** A review with its subject, and a link to the report if there is one. */
function BoardReview({ settlement, review, clock }: { settlement: string; review: Review; clock: Clock }) {
  const language = useLanguage();
  const { subject_type = 'contact', subject_name, reports: count = 0, report_id } = review;
  const own = fillPath(paths.boardReview, { settlement, review: review.id });
  const isToAnswer = subject_type === 'contact' && review.answer === undefined;
  return (
    <ReviewEntry review={review} answerer={subject_type} clock={clock}>
      <p class="small">
        {renderSubjectLink(settlement, review)}
        {count > 0 && ` · ${formatCount(language, count, reports)}`}
      </p>
      <Buttons>
        {report_id && (
          <LinkButton
            href={fillPath(paths.report, { settlement, report: report_id })}
            kind="quiet"
            compact
            icon="flag"
            about={subject_name ?? ''}
          >
            {texts.decide}
          </LinkButton>
        )}
        <LinkButton href={own} kind="quiet" compact about={subject_name ?? ''}>
          {isToAnswer ? texts.answer : texts.open}
        </LinkButton>
      </Buttons>
    </ReviewEntry>
  );
}

export function renderSubjectLink(
  settlement: string,
  { subject_type, subject_id = '', subject_name }: Review,
) {
  const href =
    subject_type === 'company'
      ? `${fillPath(paths.company, { company: subject_id })}?${new URLSearchParams({ settlement })}`
      : fillPath(paths.contact, { settlement, contact: subject_id });
  return <a href={href}>{subject_name}</a>;
}
