import type { Text } from '../../../../base/i18n/text.ts';
import { list_reviews } from '../../../../features/operations/review/list_reviews.ts';
import type { Subject } from '../../loaders/directory-subject.ts';
import type { PageRequest } from '../../page/page.ts';
import { Card } from '../../ui/card.tsx';
import { Medals } from '../../ui/contact-row.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Pager } from '../../ui/pager.tsx';
import { type Review, ReviewEntry } from '../../ui/review-entry.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  medals: { en: 'Medals of neighbours', ru: 'Медали соседей' },
  give: { en: 'Give a medal', ru: 'Наградить' },
  change: labels.change,
  none: { en: 'Nobody has given one yet.', ru: 'Пока никто не наградил.' },
  closed: {
    en: 'The words are open to residents.',
    ru: 'Что написали соседи, видят жители посёлка.',
  },
} as const satisfies Record<string, Text>;

export interface Reviews {
  readonly all: readonly Review[];
  readonly cursor: string | null;
  readonly own: Review | null;
}

export async function loadReviews(subject: Subject, pageRequest: PageRequest): Promise<Reviews> {
  const { call, text, form } = pageRequest;
  const before = (form === null && text('verdicts')) || null;
  const { reviews, cursor } = await call(list_reviews, { ...toReviewFilter(subject), cursor: before });
  const own = reviews.find(({ is_own }) => is_own) ?? null;
  const isWhole = before === null && cursor === null;
  return {
    all: reviews,
    cursor,
    // Only residents are shown a way to change it.
    own:
      own ?? (isWhole || !subject.membership.isResident ? null : await loadOwnReview(subject, pageRequest)),
  };
}

export async function loadOwnReview(subject: Subject, { call }: PageRequest): Promise<Review | null> {
  const { reviews } = await call(list_reviews, { ...toReviewFilter(subject), mine: 'true' });
  return reviews[0] ?? null;
}

function toReviewFilter({ type, card, settlement }: Subject) {
  // Named as in the path of the page: it is looked up once.
  return { settlement: settlement.slug, subject_type: type, subject_id: card.id };
}

/** Reviews of a contact or company, with answers. */
export function ReviewsCard({ subject, verdicts }: { subject: Subject; verdicts: Reviews }) {
  const language = useLanguage();
  const { membership, pagePaths, card, clock } = subject;
  const isEmpty = Object.values(card.medals).every((count) => count === 0);
  const next =
    verdicts.cursor &&
    `${pagePaths.card}${pagePaths.card.includes('?') ? '&' : '?'}verdicts=${verdicts.cursor}`;
  return (
    <Card
      heading={{
        id: 'medals',
        title: texts.medals,
        ...(membership.isResident && {
          link: { href: pagePaths.medal, text: (verdicts.own ? texts.change : texts.give)[language] },
        }),
      }}
    >
      {isEmpty ? <p class="soft">{texts.none}</p> : <Medals medals={card.medals} all />}
      {!isEmpty && verdicts.all.length === 0 && <p class="small soft gap-top">{texts.closed}</p>}
      {verdicts.all.length > 0 && (
        <ul class="rows gap-top">
          {verdicts.all.map((verdict) => (
            <ReviewEntry key={verdict.id} verdict={verdict} answerer={subject.type} clock={clock} />
          ))}
        </ul>
      )}
      <Pager next={next ? `${next}#medals` : undefined} />
    </Card>
  );
}
