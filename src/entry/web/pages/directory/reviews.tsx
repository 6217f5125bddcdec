import type { ComponentChildren } from 'preact';
import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { list_reviews } from '../../../../features/operations/review/list_reviews.ts';
import type { PageRequest } from '../../page/page.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Tag } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Medal } from '../../ui/medal.tsx';
import { Pager } from '../../ui/pager.tsx';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { Medals } from './contact-row.tsx';
import type { Subject } from './directory-subject.ts';

export const texts = {
  medals: { en: 'Medals of neighbours', ru: 'Медали соседей' },
  give: { en: 'Give a medal', ru: 'Наградить' },
  change: labels.change,
  none: { en: 'Nobody has given one yet.', ru: 'Пока никто не наградил.' },
  closed: {
    en: 'The words are open to residents.',
    ru: 'Что написали соседи, видят жители посёлка.',
  },
  used: { en: 'was a customer', ru: 'обращались' },
  work: { en: 'work confirmed', ru: 'работа подтверждена' },
  own: { en: 'yours', ru: 'ваша' },
  hidden: { en: 'Hidden by the board:', ru: 'Скрыто правлением:' },
  companyAnswer: { en: 'The company answers', ru: 'Ответ компании' },
  boardAnswer: { en: 'The board answers', ru: 'Ответ правления' },
  photo: labels.photograph,
} as const satisfies Record<string, Text>;

export type Review = z.output<typeof list_reviews.output>['reviews'][number];

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

/** One review; `children` are its actions. */
export function ReviewEntry({
  verdict,
  answerer,
  clock,
  children,
}: {
  verdict: Review;
  answerer: Subject['type'];
  clock: Clock;
  children?: ComponentChildren;
}) {
  const language = useLanguage();
  const { body, author, answer, photos } = verdict;
  return (
    <li class="verdict">
      <Avatar name={author} />
      <div class="stack tight">
        <p class="small soft">
          <b>{author}</b> · <Medal kind={verdict.medal} /> · {formatRelativeTime(verdict.created_at, clock)}
          {verdict.is_own && (
            <>
              {' '}
              <Tag tone="green">{texts.own}</Tag>
            </>
          )}
          {(verdict.is_verified_work || verdict.has_used_service) && (
            <>
              {' '}
              <Tag>{verdict.is_verified_work ? texts.work : texts.used}</Tag>
            </>
          )}
        </p>
        {body && <p class="words">{body}</p>}
        {photos.length > 0 && (
          <ul class="photos">
            {photos.map(({ id, path, caption }) => (
              <li key={id} class="photo">
                <a href={path}>
                  <img
                    src={path}
                    alt={caption || texts.photo[language]}
                    loading="lazy"
                    width="88"
                    height="88"
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
        {verdict.moderation_status === 'hidden' && (
          <p class="small">
            <Tag tone="danger">{texts.hidden}</Tag> {verdict.moderation_reason}
          </p>
        )}
        {answer && (
          <blockquote class="answer">
            <p class="small soft">
              <b>{answerer === 'company' ? texts.companyAnswer : texts.boardAnswer}</b> ·{' '}
              {formatRelativeTime(answer.updated_at, clock)}
            </p>
            <p class="words">{answer.body}</p>
          </blockquote>
        )}
        {children}
      </div>
    </li>
  );
}
