import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { answer_review } from '../../../../features/operations/review/answer_review.ts';
import { loadOwnReviews } from '../../loaders/own-reviews.ts';
import { paragraph } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type PageRequest } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ReportLink } from '../../ui/report-link.tsx';
import { ReviewEntry } from '../../ui/review-entry.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { loadOwnCompany } from './own-company.ts';

export const texts = {
  title: { en: 'Review', ru: 'Отзыв' },
  answer: { en: 'Your answer', ru: 'Ваш ответ' },
  answerHint: {
    en: 'Everybody who can see the review will read it. You can correct it for an hour.',
    ru: 'Прочтут все, кто видит отзыв. Поправить можно в течение часа.',
  },
  send: labels.send,
  replace: { en: 'Correct the answer', ru: 'Поправить ответ' },
  answered: { en: 'Answered. The author has been told.', ru: 'Ответили. Автору сообщили.' },
} as const satisfies Record<string, Text>;

async function loadCompanyReview(
  { company, review }: { company: string; review: string },
  pageRequest: PageRequest,
) {
  const card = await loadOwnCompany(company, pageRequest);
  if (!isId(review)) refuse.notFound('review');
  const { reviews } = await loadOwnReviews(pageRequest.call, card.id, { review });
  const clock = await loadClock(pageRequest, card.settlements[0]?.slug);
  return { card, review: reviews[0] ?? refuse.notFound('review'), clock };
}

const answer = form(answer_review, {
  path: paths.companyReview,
  fields: { body: paragraph(texts.answer, { hint: texts.answerHint, rows: 4 }) },
  async given(names, pageRequest) {
    const { review } = await loadCompanyReview(names, pageRequest);
    return { settlement: review.settlement?.id ?? '', review: review.id };
  },
  done: (_, { company }) => ({
    to: fillPath(paths.companyDashboard, { company }),
    notice: texts.answered,
  }),
});

export const companyReviewPage = definePage({
  path: paths.companyReview,
  access: 'signed-in',
  texts,
  missing: { body: { en: 'Write an answer.', ru: 'Напишите ответ.' } },
  load: loadCompanyReview,
  actions: { answer },
  head: () => ({ width: 'narrow' }),
  render: ({ card, review, clock }) => (
    <Screen
      title={texts.title}
      line={review.settlement?.name}
      parent={{ href: fillPath(paths.companyDashboard, { company: card.slug }), text: card.name }}
    >
      <Card>
        <ul class="rows">
          <ReviewEntry review={review} answerer="company" clock={clock}>
            {review.settlement && review.moderation_status !== 'hidden' && (
              <ReportLink
                settlement={review.settlement.slug}
                review={review.id}
                type="company"
                subject={card.id}
              />
            )}
          </ReviewEntry>
        </ul>
      </Card>
      <Card>
        <answer.Form
          at={{ company: card.slug, review: review.id }}
          values={{ body: review.answer?.body }}
          draft
        >
          <answer.body />
          <Button icon="send">{review.answer ? texts.replace : texts.send}</Button>
        </answer.Form>
      </Card>
    </Screen>
  ),
});
