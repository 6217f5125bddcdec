import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { answer_review } from '../../../../features/operations/review/answer_review.ts';
import { list_reviews } from '../../../../features/operations/review/list_reviews.ts';
import { moderate_review } from '../../../../features/operations/review/moderate_review.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { paragraph, reason } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type FormRequest, type PageRequest } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ReviewEntry } from '../../ui/review-entry.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { renderSubjectLink, texts as reviewsTexts } from './reviews.tsx';

export const texts = {
  title: { en: 'Review', ru: 'Отзыв' },
  answer: { en: 'The board’s answer', ru: 'Ответ правления' },
  answerHint: { en: 'Everybody who can see the review will read it.', ru: 'Прочтут все, кто видит отзыв.' },
  send: labels.send,
  replace: { en: 'Correct the answer', ru: 'Поправить ответ' },
  answered: { en: 'Answered. The author has been told.', ru: 'Ответили. Автору сообщили.' },
  companyAnswers: {
    en: 'The company answers for itself.',
    ru: 'На отзыв о компании отвечает сама компания.',
  },
  hideTitle: { en: 'Hide with a reason', ru: 'Скрыть с причиной' },
  hide: labels.hide,
  hideWhy: {
    en: 'It no longer counts; the author still sees it, with the reason.',
    ru: 'Тогда он не считается; автор его видит вместе с причиной.',
  },
  hidden: { en: 'Hidden. The author has been told the reason.', ru: 'Скрыто. Автору сообщили причину.' },
  restore: { en: 'Show again', ru: 'Показать снова' },
  restored: { en: 'Shown again. The author has been told.', ru: 'Снова виден. Автору сообщили.' },
  isReported: { en: 'Somebody reported it', ru: 'На отзыв пожаловались' },
} as const satisfies Record<string, Text>;

const reasons = [
  { en: 'It insults a person.', ru: 'Оскорбляет человека.' },
  { en: 'It says nothing about the work.', ru: 'Здесь нет ничего о работе.' },
  { en: 'It reveals other people’s private details.', ru: 'Раскрывает чужие личные данные.' },
] as const satisfies readonly Text[];

const answer = form(answer_review, {
  path: paths.boardReview,
  fields: { body: paragraph(texts.answer, { hint: texts.answerHint, rows: 4 }) },
  done: (_, { settlement }) => ({ to: fillPath(paths.boardReviews, { settlement }), notice: texts.answered }),
});

const moderate = form(moderate_review, {
  path: paths.moderateReview,
  fields: { reason: reason(texts.hideTitle, reasons) },
  given: (_, { text }) => ({ decision: readDecision(text) }),
  done: (_, names, { text }) => ({
    to: fillPath(paths.boardReview, names),
    notice: readDecision(text) === 'hide' ? texts.hidden : texts.restored,
  }),
});

const readDecision = (text: FormRequest['text']) => (text('decision') === 'restore' ? 'restore' : 'hide');

type Names = { readonly settlement: string; readonly review: string };

async function loadReview({ settlement, review }: Names, pageRequest: PageRequest) {
  if (!isId(review)) refuse.notFound('review');
  const [place, { reviews }] = await Promise.all([
    loadSettlementContext(settlement, pageRequest),
    pageRequest.call(list_reviews, { settlement, across: 'true', review }),
  ]);
  return { ...place, review: reviews[0] ?? refuse.notFound('review') };
}

export const boardReviewPage = definePage({
  path: paths.boardReview,
  access: 'signed-in',
  texts,
  missing: {
    body: { en: 'Write an answer.', ru: 'Напишите ответ.' },
  },
  load: loadReview,
  actions: { answer, moderate },
  head: ({ review }) => ({ width: 'narrow', title: review.subject_name ?? '', scripts: ['reason.js'] }),
  render: ({ settlement, review, clock, membership }) => {
    const address = { settlement: settlement.slug, review: review.id };
    const { subject_type = 'contact', report_id } = review;
    const isHidden = review.moderation_status === 'hidden';
    return (
      <Screen
        title={texts.title}
        line={renderSubjectLink(settlement.slug, review)}
        parent={{ href: fillPath(paths.boardReviews, address), text: reviewsTexts.title }}
      >
        {report_id && (
          <Notice
            tone="warn"
            title={texts.isReported}
            link={{
              href: fillPath(paths.report, { settlement: settlement.slug, report: report_id }),
              text: reviewsTexts.decide,
            }}
          />
        )}
        <Card>
          <ul class="rows">
            <ReviewEntry review={review} answerer={subject_type} clock={clock} />
          </ul>
        </Card>
        {subject_type === 'company' ? (
          <p class="soft small">{texts.companyAnswers}</p>
        ) : (
          membership.isBoard &&
          !isHidden && (
            <Card>
              <answer.Form at={address} values={{ body: review.answer?.body }} draft>
                <answer.body />
                <Button icon="send">{review.answer ? texts.replace : texts.send}</Button>
              </answer.Form>
            </Card>
          )
        )}
        {isHidden ? (
          <moderate.Button at={address} hidden={{ decision: 'restore' }} kind="quiet" icon="eye">
            {texts.restore}
          </moderate.Button>
        ) : (
          <moderate.Form at={address}>
            <moderate.reason>
              <p class="small soft">{texts.hideWhy}</p>
              <Button name="decision" value="hide" kind="quiet-danger">
                {texts.hide}
              </Button>
            </moderate.reason>
          </moderate.Form>
        )}
      </Screen>
    );
  },
});
