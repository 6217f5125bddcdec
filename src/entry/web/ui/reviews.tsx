import type { Text } from '../../../base/i18n/text.ts';
import type { Subject } from '../loaders/directory-subject.ts';
import type { Reviews } from '../loaders/reviews.ts';
import * as labels from '../words/labels.ts';
import { Card } from './card.tsx';
import { Medals } from './contact-row.tsx';
import { Pager } from './pager.tsx';
import { ReportLink } from './report-link.tsx';
import { ReviewEntry } from './review-entry.tsx';

export const texts = {
  medals: { en: 'Neighbours’ medals', ru: 'Медали соседей' },
  give: labels.giveMedal,
  change: labels.change,
  none: { en: 'None yet.', ru: 'Пока никто не наградил.' },
  closed: {
    en: 'What they wrote is open to residents.',
    ru: 'Что написали соседи, видят жители посёлка.',
  },
} as const satisfies Record<string, Text>;

/** Reviews of a contact or company, with answers. */
export function ReviewsCard({ subject, reviews }: { subject: Subject; reviews: Reviews }) {
  const { membership, pagePaths, card, clock } = subject;
  const mayReport = membership.isResident || membership.isBoard;
  const isEmpty = Object.values(card.medals).every((count) => count === 0);
  return (
    <Card
      heading={{
        id: 'medals',
        title: texts.medals,
        link: membership.isResident
          ? { href: pagePaths.medal, text: reviews.own ? texts.change : texts.give }
          : undefined,
      }}
    >
      {isEmpty ? <p class="soft">{texts.none}</p> : <Medals medals={card.medals} all />}
      {!isEmpty && reviews.all.length === 0 && <p class="small soft gap-top">{texts.closed}</p>}
      {reviews.all.length > 0 && (
        <ul class="rows gap-top">
          {reviews.all.map((review) => (
            <ReviewEntry key={review.id} review={review} answerer={subject.type} clock={clock}>
              {mayReport && !review.is_own && review.moderation_status !== 'hidden' && (
                <ReportLink
                  settlement={subject.settlement.slug}
                  review={review.id}
                  type={subject.type}
                  subject={card.id}
                />
              )}
            </ReviewEntry>
          ))}
        </ul>
      )}
      <Pager cursor={reviews.cursor} name="verdicts" anchor="medals" />
    </Card>
  );
}
