import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { answer_review } from '../../../../features/operations/review/answer_review.ts';
import { list_reviews } from '../../../../features/operations/review/list_reviews.ts';
import { moderate_review } from '../../../../features/operations/review/moderate_review.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { isIdentifier } from '../../server/already-decided.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { ReasonBox, readReason } from '../../ui/decision.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ReviewEntry } from '../../ui/reviews.tsx';
import * as labels from '../../words/labels.ts';
import { renderSubjectLink, texts as verdictsTexts } from './reviews.tsx';

export const texts = {
  title: { en: 'Verdict', ru: 'Отзыв' },
  answer: { en: 'The board’s answer', ru: 'Ответ правления' },
  answerHint: { en: 'Everybody who reads the verdict reads it.', ru: 'Прочтут все, кто видит отзыв.' },
  send: labels.send,
  replace: { en: 'Put the answer right', ru: 'Поправить ответ' },
  answered: { en: 'Answered. The author is told.', ru: 'Ответили. Автору сообщили.' },
  companyAnswers: {
    en: 'The company answers for itself.',
    ru: 'На отзыв о компании отвечает сама компания.',
  },
  hideTitle: { en: 'Hide with a reason', ru: 'Скрыть с причиной' },
  hide: labels.hide,
  hideWhy: {
    en: 'It counts for nothing then; the author goes on seeing it, with the reason.',
    ru: 'Тогда он не считается; автор его видит вместе с причиной.',
  },
  hidden: { en: 'Hidden. The author is told the reason.', ru: 'Скрыто. Автору сообщили причину.' },
  restore: { en: 'Show again', ru: 'Показать снова' },
  restored: { en: 'Shown again. The author is told.', ru: 'Снова виден. Автору сообщили.' },
  isReported: { en: 'Somebody complained about it', ru: 'На отзыв пожаловались' },
} as const satisfies Record<string, Text>;

const reasons = [
  { en: 'It insults a person.', ru: 'Оскорбляет человека.' },
  { en: 'It says nothing of the work.', ru: 'Здесь нет ничего о работе.' },
  { en: 'It names private things of others.', ru: 'Раскрывает чужие личные данные.' },
] as const satisfies readonly Text[];

type Names = { readonly settlement: string; readonly verdict: string };

async function loadReview({ settlement, verdict }: Names, pageRequest: PageRequest) {
  if (!isIdentifier(verdict)) refuse.notFound('review');
  const [place, { reviews }] = await Promise.all([
    loadSettlementContext(settlement, pageRequest),
    pageRequest.call(list_reviews, { settlement, across: 'true', review: verdict }),
  ]);
  return { ...place, verdict: reviews[0] ?? refuse.notFound('review') };
}

export const boardReviewPage = definePage({
  path: paths.boardReview,
  access: 'signed-in',
  texts,
  missing: {
    body: { en: 'Write an answer.', ru: 'Напишите ответ.' },
  },
  load: loadReview,
  actions: {
    answer: {
      path: paths.boardReview,
      async perform({ settlement, verdict }, { call, text }) {
        try {
          await call(answer_review, { settlement, review: verdict, body: text('body') });
        } catch (error) {
          // Answered more than an hour ago: the form has no such field, show the refusal above it.
          if (error instanceof Refusal && error.fields?.answer)
            throw new Refusal({ kind: error.kind, text: error.text });
          throw error;
        }
        return { to: fillPath(paths.boardReviews, { settlement }), notice: texts.answered };
      },
    },
    moderate: {
      path: paths.moderateReview,
      async perform({ settlement, verdict }, { call, form, text }) {
        const decision = text('decision') === 'restore' ? 'restore' : 'hide';
        const reason = decision === 'hide' ? readReason(form) || null : null;
        await call(moderate_review, { settlement, review: verdict, decision, reason });
        return {
          to: fillPath(paths.boardReview, { settlement, verdict }),
          notice: decision === 'hide' ? texts.hidden : texts.restored,
        };
      },
    },
  },
  head: ({ verdict }) => ({ width: 'narrow', title: verdict.subject_name ?? '', scripts: ['reason.js'] }),
  render: ({ settlement, verdict, clock, membership }, { language }) => {
    const address = { settlement: settlement.slug, verdict: verdict.id };
    const { subject_type = 'contact', answer, report_id } = verdict;
    const isHidden = verdict.moderation_status === 'hidden';
    return (
      <>
        <PageHead
          title={texts.title}
          line={renderSubjectLink(settlement.slug, verdict)}
          parent={{ href: fillPath(paths.boardReviews, address), text: verdictsTexts.title }}
        />
        <div class="stack">
          {report_id && (
            <Notice
              tone="warn"
              title={texts.isReported}
              link={{
                href: fillPath(paths.report, { settlement: settlement.slug, report: report_id }),
                text: verdictsTexts.decide,
              }}
            />
          )}
          <Card>
            <ul class="rows">
              <ReviewEntry verdict={verdict} answerer={subject_type} clock={clock} />
            </ul>
          </Card>
          {subject_type === 'company' ? (
            <p class="soft small">{texts.companyAnswers}</p>
          ) : (
            membership.isBoard &&
            !isHidden && (
              <Card>
                <Form id="answer" action={fillPath(paths.boardReview, address)} draft>
                  <TextArea
                    name="body"
                    label={texts.answer}
                    hint={texts.answerHint}
                    value={answer?.body ?? ''}
                    maxLength={2000}
                    rows={4}
                  />
                  <Button icon="send">{answer ? texts.replace : texts.send}</Button>
                </Form>
              </Card>
            )
          )}
          {isHidden ? (
            <ButtonForm
              action={fillPath(paths.moderateReview, address)}
              hidden={{ decision: 'restore' }}
              kind="quiet"
              icon="eye"
            >
              {texts.restore}
            </ButtonForm>
          ) : (
            <HideForm action={fillPath(paths.moderateReview, address)} language={language} />
          )}
        </div>
      </>
    );
  },
});

function HideForm({ action, language }: { action: string; language: 'en' | 'ru' }) {
  return (
    <Form id="moderate" action={action}>
      <ReasonBox title={texts.hideTitle} reasons={reasons.map((reason) => reason[language])}>
        <p class="small soft">{texts.hideWhy}</p>
        <Button name="decision" value="hide" kind="quiet-danger">
          {texts.hide}
        </Button>
      </ReasonBox>
    </Form>
  );
}
