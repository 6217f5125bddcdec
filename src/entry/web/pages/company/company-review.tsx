import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { answer_review } from '../../../../features/operations/review/answer_review.ts';
import { loadOwnReviews } from '../../loaders/own-reviews.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { isId } from '../../server/form-validation.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ReviewEntry } from '../../ui/reviews.tsx';
import * as labels from '../../words/labels.ts';
import { loadOwnCompany } from './own-company.ts';

export const texts = {
  title: { en: 'Verdict', ru: 'Отзыв' },
  answer: { en: 'Your answer', ru: 'Ваш ответ' },
  answerHint: {
    en: 'Everybody who reads the verdict reads it. It can be put right for an hour.',
    ru: 'Прочтут все, кто видит отзыв. Поправить можно в течение часа.',
  },
  send: labels.send,
  replace: { en: 'Put the answer right', ru: 'Поправить ответ' },
  answered: { en: 'Answered. The author is told.', ru: 'Ответили. Автору сообщили.' },
} as const satisfies Record<string, Text>;

async function loadCompanyReview(
  { company, verdict }: { company: string; verdict: string },
  pageRequest: PageRequest,
) {
  const card = await loadOwnCompany(company, pageRequest);
  if (!isId(verdict)) refuse.notFound('review');
  const { verdicts } = await loadOwnReviews(pageRequest.call, card.id, { review: verdict });
  const clock = await loadClock(pageRequest, card.settlements[0]?.slug);
  return { card, verdict: verdicts[0] ?? refuse.notFound('review'), clock };
}

export const companyReviewPage = definePage({
  path: paths.companyReview,
  access: 'signed-in',
  texts,
  missing: {
    body: { en: 'Write an answer.', ru: 'Напишите ответ.' },
  },
  load: loadCompanyReview,
  actions: {
    answer: {
      path: paths.companyReview,
      async perform(names, pageRequest) {
        const { card, verdict } = await loadCompanyReview(names, pageRequest);
        const asked = {
          settlement: verdict.settlement?.id,
          review: verdict.id,
          body: pageRequest.text('body'),
        };
        try {
          await pageRequest.call(answer_review, asked);
        } catch (error) {
          // Answered more than an hour ago: the form has no such field, show the refusal above it.
          if (error instanceof Refusal && error.fields?.answer)
            throw new Refusal({ kind: error.kind, text: error.text });
          throw error;
        }
        return { to: fillPath(paths.companyDashboard, { company: card.slug }), notice: texts.answered };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ card, verdict, clock }) => (
    <>
      <PageHead
        title={texts.title}
        line={verdict.settlement?.name}
        parent={{ href: fillPath(paths.companyDashboard, { company: card.slug }), text: card.name }}
      />
      <div class="stack">
        <Card>
          <ul class="rows">
            <ReviewEntry verdict={verdict} answerer="company" clock={clock} />
          </ul>
        </Card>
        <Card>
          <Form
            id="answer"
            action={fillPath(paths.companyReview, { company: card.slug, verdict: verdict.id })}
            draft
          >
            <TextArea
              name="body"
              label={texts.answer}
              hint={texts.answerHint}
              value={verdict.answer?.body ?? ''}
              maxLength={2000}
              rows={4}
            />
            <Button icon="send">{verdict.answer ? texts.replace : texts.send}</Button>
          </Form>
        </Card>
      </div>
    </>
  ),
});
