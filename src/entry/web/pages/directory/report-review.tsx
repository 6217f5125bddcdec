import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { reportReasons } from '../../../../domain/rules/waiting-order.ts';
import { list_reviews } from '../../../../features/operations/review/list_reviews.ts';
import { write_task } from '../../../../features/operations/task/write_task.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { definePage, type PageRequest } from '../../page/page.ts';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceChips } from '../../ui/choice.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ReviewEntry } from '../../ui/review-entry.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { reportReasonTexts } from '../../words/report-reason-texts.ts';

export const texts = {
  title: { en: 'Report a review', ru: 'Пожаловаться на отзыв' },
  line: {
    en: 'Moderators of the site decide. Neither the author nor the person it is about will learn who reported it.',
    ru: 'Решат модераторы сайта. Кто пожаловался, не узнают ни автор, ни тот, о ком отзыв.',
  },
  back: { en: 'Reviews', ru: 'Отзывы' },
  reason: { en: 'What is wrong', ru: 'Что не так' },
  words: { en: 'In your own words', ru: 'Своими словами' },
  sayWhy: { en: 'Choose what is wrong, or write it.', ru: 'Выберите, что не так, или напишите.' },
  sent: {
    en: 'Sent. We will tell you what was decided.',
    ru: 'Жалоба отправлена. О решении сообщим.',
  },
} as const satisfies Record<string, Text>;

const subjectTypes = ['contact', 'company'] as const;
type Names = { readonly settlement: string; readonly review: string };

/** The review is found among those of its subject, which the address names beside it. */
async function loadReview({ settlement, review }: Names, pageRequest: PageRequest) {
  const { text, call } = pageRequest;
  const type = subjectTypes.find((each) => each === text('type'));
  const id = text('id');
  if (!isId(review) || !isId(id) || type === undefined) return refuse.notFound('review');
  const [place, { reviews }] = await Promise.all([
    loadSettlementContext(settlement, pageRequest),
    // The list that begins with it.
    call(list_reviews, {
      ...{ settlement, subject_type: type, subject_id: id, limit: '1' },
      cursor: String(BigInt(review) + 1n),
    }),
  ]);
  const found = reviews.find((each) => each.id === review && !each.is_own) ?? refuse.notFound('review');
  const card =
    type === 'company'
      ? fillPath(paths.company, { company: id })
      : fillPath(paths.contact, { settlement: place.settlement.slug, contact: id });
  return { ...place, type, subjectId: id, review: found, card };
}

const report = form(write_task, {
  path: paths.reportReview,
  given({ review }, { text, view }) {
    const chosen = reportReasons.find((name) => name === text('reason'));
    const words = text('words').trim();
    const title = chosen === undefined ? words.split('\n')[0] : reportReasonTexts[chosen][view.language];
    if (!title) refuse.invalid('reason', texts.sayWhy);
    return {
      ...({ settlement: undefined, kind: 'report', review_id: review, body: words } as const),
      title: (title ?? '').slice(0, 200).toWellFormed(),
      ...(chosen && { report_about: chosen }),
    };
  },
  refused: (refusal) => refusalAsFieldError(Promise.reject(refusal), 'reason'),
  done: (_, { settlement }, { text }) => ({
    to:
      text('type') === 'company'
        ? fillPath(paths.company, { company: text('id') })
        : fillPath(paths.contact, { settlement, contact: text('id') }),
    notice: texts.sent,
  }),
});

export const reportReviewPage = definePage({
  path: paths.reportReview,
  access: 'signed-in',
  texts,
  offline: false,
  load: loadReview,
  actions: { report },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, review, type, subjectId, card, clock }) => (
    <Screen title={texts.title} line={texts.line} parent={{ href: card, text: texts.back }}>
      <Card>
        <ul class="rows">
          <ReviewEntry review={review} answerer={type} clock={clock} />
        </ul>
      </Card>
      <Card>
        <report.Form
          at={{ settlement: settlement.slug, review: review.id }}
          hidden={{ type, id: subjectId }}
          draft
        >
          <ChoiceChips
            name="reason"
            label={texts.reason}
            choices={reportReasons.map((value) => ({ value, label: reportReasonTexts[value] }))}
          />
          <TextArea name="words" label={texts.words} optional maxLength={900} rows={3} />
          <Button icon="flag">{labels.send}</Button>
        </report.Form>
      </Card>
    </Screen>
  ),
});
